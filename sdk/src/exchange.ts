import { basicCredentials } from './basic-credentials.ts'
import { call } from './call.ts'
import { FoyerError } from './failure.ts'
import { callbackOf, type FoyerOptions, redirectUrlOf } from './foyer.ts'
import { readSession, readUser, record, type Session, type User } from './session.ts'
import { openTransaction } from './transaction.ts'

export type Arrival = {
  /** The URL of the browser's request, whole or from the path on, as in `request.url`. Only its query is read. */
  requestUrl: string | URL
  /** The cookie's value, as `startSignIn` made it; missing counts as somebody else's. */
  transaction: string | null | undefined
}

export type SignedIn = { session: Session; user: User }

export type Redemption = {
  code: string
  /** Needed where the sign-in carried a `code_challenge`. */
  codeVerifier?: string | undefined
  /** The `redirect-url` of the sign-in, state included; `callbackUrl` where missing. Without a `code`, or with it. */
  redirectUrl?: string | undefined
}

/**
 * Ends what `startSignIn` began: compares the state, then redeems the code at Foyer, once. `options.callbackUrl` must be
 * the one `startSignIn` was given. Clear the transaction's cookie whatever comes out, and give the browser a new session
 * id (OWASP ASVS 7.2.4).
 * @throws FoyerError 'state-mismatch', 'transaction-expired' or 'code-missing' before anything is sent; then as
 * `exchange` does.
 */
export async function finishSignIn(
  options: FoyerOptions,
  { requestUrl, transaction }: Arrival,
): Promise<SignedIn & { returnTo: string }> {
  const query = URL.parse(String(requestUrl), callbackOf(options).href)?.searchParams
  const { state, codeVerifier, returnTo } = openTransaction(transaction, only(query, 'state'))
  const code = only(query, 'code')
  if (!code) throw new FoyerError('code-missing', { message: 'The callback carries no code.' })
  const redirectUrl = redirectUrlOf(options, state)
  return { ...(await exchange(options, { code, codeVerifier, redirectUrl })), returnTo }
}

/**
 * Redeems a one-time code (RFC 6749 §4.1.3, RFC 7636 §4.5). A code is good for a minute and for one try: never send
 * it twice, since a second redemption ends the session of the first.
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

/** A parameter that is there exactly once; two of a name mean somebody tampered. */
function only(query: URLSearchParams | undefined, name: string): string | null {
  const [value, ...more] = query?.getAll(name) ?? []
  return value === undefined || more.length > 0 ? null : value
}
