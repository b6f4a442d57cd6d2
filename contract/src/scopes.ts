/** Lists the scopes that a client may ask for (OpenID Connect Core 1.0 §5.4, RFC 6749 §3.3). */
/** The scopes of standard claims, and `offline_access`, which asks for a refresh token. */
export const claimScopes = ['openid', 'profile', 'email', 'phone', 'offline_access'] as const

/** The scopes of the data of a service. A route without a scope is closed to the clients of OpenID Connect. */
export const dataScopes = ['foyer.profile', 'foyer.schools', 'foyer.notifications'] as const
export type DataScope = (typeof dataScopes)[number]

/** What a client may do with a scope, as pages say it after 'will be able to'. */
export const scopeSentences: Partial<Record<Scope, string>> = {
  profile: 'read your name and picture',
  email: 'read your email address',
  phone: 'read your phone number',
  offline_access: 'stay signed in until you sign out',
  'foyer.profile': 'read and change your profile',
  'foyer.schools': 'read and change your schools',
  'foyer.notifications': 'read your notifications',
}

export const scopes = [...claimScopes, ...dataScopes] as const
export type Scope = (typeof scopes)[number]

export function isScope(value: string): value is Scope {
  return (scopes as readonly string[]).includes(value)
}
