/** Tells a client about the user what its scopes allow (OpenID Connect Core 1.0 §5.4). */
import type { UserClaims } from '@foyer/contract/oauth-routes/openid-endpoints'
import type { User } from '../../identity/users/find-user.ts'
import { fullName } from '../../identity/users/user-names.ts'

/** The claims of each scope. A claim without a value is left out. */
const claimsOf = {
  profile: (user: User) => ({
    name: fullName(user) || undefined,
    given_name: user.firstName || undefined,
    family_name: user.lastName ?? undefined,
    picture: user.pictureUrl ?? undefined,
  }),
  email: ({ email, emailProvenance }: User) =>
    email === null ? {} : { email, email_verified: emailProvenance === 'verified' },
  phone: ({ phoneNumber, phoneProvenance }: User) =>
    phoneNumber === null
      ? {}
      : { phone_number: phoneNumber, phone_number_verified: phoneProvenance === 'verified' },
}

export const claimsOfScope: Record<keyof typeof claimsOf, readonly string[]> = {
  profile: ['name', 'given_name', 'family_name', 'picture'],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
}

export const supportedClaims = [
  ...['sub', 'sid', 'auth_time', 'acr', 'amr', 'nonce', 'at_hash'],
  ...Object.values(claimsOfScope).flat(),
]

/** `sub` is the name of the user at the client (identity/tokens/subjects.ts). */
export function userClaims(sub: string, user: User, scopes: readonly string[]): UserClaims {
  const claims = Object.entries(claimsOf).flatMap(([scope, read]) =>
    scopes.includes(scope) ? Object.entries(read(user)) : [],
  )
  return { sub, ...Object.fromEntries(claims.filter(([, value]) => value !== undefined)) }
}
