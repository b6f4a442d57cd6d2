import { basicCredentials, call } from './call.ts'
import { FoyerError } from './failure.ts'
import { callbackOf, type FoyerOptions, redirectUrlOf } from './foyer.ts'
import { parseUrl } from './parse-url.ts'
import { readSession, readUser, record, type Session, type User } from './session.ts'
import { openTransaction } from './transaction.ts'

export type CallbackRequest = {
  /** The URL of the browser's request, complete or as path and query like `request.url`. Only its query is used. */
  requestUrl: string | URL
  /** The value of the cookie from `startSignIn`; a missing cookie causes 'state-mismatch'. */
  transaction: string | null | undefined
}

export type SignedIn = { session: Session; user: User }

export type Redemption = {
  code: string
  /** Required if the sign-in had a `code_challenge`. */
  codeVerifier?: string | undefined
  /** The `redirect-url` of the sign-in including the state, with or without `code`. Default: `callbackUrl`. */
  redirectUrl?: string | undefined
}

/**
 * Completes the sign-in that `startSignIn` began: compares the state, then redeems the code at Foyer, once.
 * `options.callbackUrl` must be the same as for `startSignIn`. Clear the transaction's cookie after every result, and
 * give the browser a new session id (OWASP ASVS 7.2.4).
 * @throws FoyerError 'state-mismatch', 'transaction-expired' or 'code-missing' before any request; then the errors of
 * `exchange`.
 */
export async function finishSignIn(
  options: FoyerOptions,
  { requestUrl, transaction }: CallbackRequest,
): Promise<SignedIn & { returnTo: string }> {
  const query = parseUrl(String(requestUrl), callbackOf(options).href)?.searchParams
  const { state, codeVerifier, returnTo } = openTransaction(transaction, only(query, 'state'))
  const code = only(query, 'code')
  if (!code) throw new FoyerError('code-missing', { message: 'The callback carries no code.' })
  const redirectUrl = redirectUrlOf(options, state)
  return { ...(await exchange(options, { code, codeVerifier, redirectUrl })), returnTo }
}

/**
 * Redeems a one-time code (RFC 6749 §4.1.3, RFC 7636 §4.5). A code is valid for one minute and one attempt. Never send
 * it twice, because a second redemption ends the session of the first.
 * @throws FoyerError 'code-invalid', 'client-unknown', 'invalid-request', 'too-many-attempts', 'overloaded',
 * 'no-answer', 'bad-answer', 'wrong-platform'.
 */
export async function exchange(
  options: FoyerOptions,
  { code, codeVerifier, redirectUrl = options.callbackUrl }: Redemption,
): Promise<SignedIn> {
  const data = await call(options, {
    path: '/api/auth/codes/exchange',
    authorization: basicCredentials(options),
    body: {
      code,
      platform: options.platform,
      redirect_url: redirectUrl,
      ...(codeVerifier !== undefined && { code_verifier: codeVerifier }),
    },
  })
  const answer = record(data)
  const session = readSession(answer.session)
  if (session.platform !== options.platform) throw new FoyerError('wrong-platform')
  return { session, user: readUser(answer.user) }
}

/** Returns a parameter that occurs exactly once; a repeated parameter is a sign of tampering. */
function only(query: URLSearchParams | undefined, name: string): string | null {
  const [value, ...more] = query?.getAll(name) ?? []
  return value === undefined || more.length > 0 ? null : value
}
