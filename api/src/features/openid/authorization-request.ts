/** Reads authorization requests, and keeps them while the user signs in (OpenID Connect Core 1.0 §3.1.2.1). */
import type { AuthorizationParameters } from '@foyer/contract/page-routes/openid-pages'
import type { Platform } from '@foyer/contract/platforms'
import { isScope, type Scope } from '@foyer/contract/scopes'
import type { Purpose } from '../../identity/tokens/one-time-tokens.ts'
import type { OAuthErrorCode } from '../../kernel/http/oauth-routes/oauth-error.ts'
import { readClaims } from './claims-parameter.ts'
import type { RegisteredClient } from './openid-clients.ts'

/** A request that waits for its user. */
export const requestPurpose: Purpose = { name: 'authorization-request', prefix: 'ar_', seconds: 3_600 }

export type AuthorizationRequest = {
  clientId: string
  platform: Platform
  redirectUri: string
  responseMode: ResponseMode
  state: string | null
  nonce: string | null
  scopes: Scope[]
  codeChallenge: string | null
  /** The user must have authenticated after this time, in milliseconds since 1970; null if any time will do. */
  authenticatedAfter: number | null
  /** The client prefers a sign-in with two factors (`acr_values`). */
  asksTwoFactors: boolean
  /** Without two factors the client gets no code. */
  requiresTwoFactors: boolean
  /** The subjects that the client names with `id_token_hint` or `claims`; the user must be each of them. */
  subjects: string[]
  /** The code that the user copied from a device; null if a browser is signed in. */
  device: string | null
  /** The client wants an answer without any page for the user (`prompt=none`). */
  isSilent: boolean
  /** The client wants the user to be asked what it may read, also if the user has agreed before (`prompt=consent`). */
  asksConsent: boolean
  /** The cookie of the browser that began. */
  browser: string
}

export const responseModes = ['query', 'form_post'] as const
export type ResponseMode = (typeof responseModes)[number]

export const prompts = ['none', 'login', 'consent', 'select_account'] as const

/** A refusal that the client gets at its redirect URI (RFC 6749 §4.1.2.1). */
export type Refusal = { error: OAuthErrorCode; description: string }

type Read =
  | { kind: 'request'; request: Omit<AuthorizationRequest, 'browser'>; asksAgain: boolean }
  | { kind: 'refused'; refusal: Refusal }

type Given = AuthorizationParameters
type Check = (given: Given, client: RegisteredClient) => Refusal | null

/** The checks of a request whose client and redirect URI are right, in their order. */
const checks: readonly Check[] = [
  ({ request }) => (request === undefined ? null : refuse('request_not_supported', 'request')),
  ({ request_uri }) =>
    request_uri === undefined ? null : refuse('request_uri_not_supported', 'request_uri'),
  ({ response_type }) =>
    response_type === 'code' ? null : refuse('unsupported_response_type', 'response_type must be code'),
  ({ response_mode }) =>
    response_mode === undefined || isResponseMode(response_mode)
      ? null
      : refuse('invalid_request', 'response_mode must be query or form_post'),
  ({ code_challenge, code_challenge_method }, client) => {
    if (code_challenge === undefined)
      return needsPkce(client)
        ? refuse('invalid_request', 'code_challenge is missing (PKCE, RFC 7636)')
        : null
    if (code_challenge_method !== 'S256')
      return refuse('invalid_request', 'code_challenge_method must be S256')
    return /^[A-Za-z0-9_-]{43}$/.test(code_challenge)
      ? null
      : refuse('invalid_request', 'code_challenge is not that of S256')
  },
  ({ prompt }) => {
    const asked = wordsOf(prompt)
    if (asked.some((word) => !(prompts as readonly string[]).includes(word)))
      return refuse('invalid_request', 'prompt has an unknown value')
    return asked.includes('none') && asked.length > 1
      ? refuse('invalid_request', 'prompt=none excludes other values')
      : null
  },
  ({ max_age }) =>
    max_age === undefined || /^\d{1,9}$/.test(max_age)
      ? null
      : refuse('invalid_request', 'max_age must be a number of seconds'),
  ({ claims }) => {
    const asked = readClaims(claims)
    if (!asked) return refuse('invalid_request', 'claims is not JSON as in OpenID Connect Core 1.0 §5.5')
    return asked.isImpossible ? refuse('access_denied', 'acr must be 1 or 2') : null
  },
]

/** `now` is in milliseconds since 1970. Runs the checks in their order. Unknown scopes are ignored, as OpenID Connect Core 1.0 §3.1.2.1 says. */
export function readAuthorizationRequest(given: Given, client: RegisteredClient, now: number): Read {
  for (const check of checks) {
    const refusal = check(given, client)
    if (refusal) return { kind: 'refused', refusal }
  }
  const asksAgain = ['login', 'select_account'].some((word) => wordsOf(given.prompt).includes(word))
  const { scopes = [], subjects = [], twoFactors = null } = readClaims(given.claims) ?? {}
  const requiresTwoFactors = client.openid.minimumAcr === 2 || twoFactors === 'required'
  const request = {
    clientId: client.id,
    platform: client.platform,
    redirectUri: given.redirect_uri ?? '',
    responseMode: responseModeOf(given),
    state: given.state ?? null,
    nonce: given.nonce ?? null,
    scopes: [...new Set([...wordsOf(given.scope).filter(isScope), ...scopes])].filter((scope) =>
      client.openid.scopes.includes(scope),
    ),
    codeChallenge: given.code_challenge ?? null,
    subjects,
    device: null,
    asksTwoFactors: requiresTwoFactors || twoFactors === 'asked' || wordsOf(given.acr_values)[0] === '2',
    requiresTwoFactors,
    authenticatedAfter: asksAgain
      ? now
      : given.max_age === undefined
        ? null
        : now - Number(given.max_age) * 1_000,
    isSilent: wordsOf(given.prompt).includes('none'),
    asksConsent: wordsOf(given.prompt).includes('consent'),
  }
  return { kind: 'request', request, asksAgain }
}

/** The way to answer, also for a request that is refused for another reason. */
export function responseModeOf({ response_mode }: Pick<Given, 'response_mode'>): ResponseMode {
  return response_mode !== undefined && isResponseMode(response_mode) ? response_mode : 'query'
}

/** A client without a secret always needs PKCE (RFC 9700 §2.1.1). */
function needsPkce({ requiresPkce, openid }: RegisteredClient): boolean {
  return requiresPkce || openid.isPublic
}

function refuse(error: OAuthErrorCode, description: string): Refusal {
  return { error, description }
}

function isResponseMode(value: string): value is ResponseMode {
  return (responseModes as readonly string[]).includes(value)
}

function wordsOf(value: string | undefined): string[] {
  return (value ?? '').split(' ').filter(Boolean)
}
