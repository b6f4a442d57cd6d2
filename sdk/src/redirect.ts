import { type FoyerOptions, issuerOf, redirectUrlOf } from './foyer.ts'
import { challengeOf, newTransaction, packTransaction } from './transaction.ts'

export type Departure = {
  /** The URL to which to redirect the browser, with status 303. */
  url: string
  /**
   * The value of an HttpOnly cookie of the platform with Max-Age `transactionSeconds`; `finishSignIn` reads the cookie.
   */
  transaction: string
}

export type DepartureChoices = {
  /** A path of this site to which the browser returns afterwards; any other value becomes '/'. */
  returnTo?: string | undefined
  /** Asks Foyer for a session with two factors. `claims.acr` of the new session tells whether it has them. */
  assurance?: 2 | undefined
}

/**
 * Makes the URL of Foyer's sign-in page or, for an external site, of the page that hands its users over. The URL always
 * has state (RFC 6749 §10.12) and PKCE (RFC 7636, S256). Sends no request.
 * @throws TypeError if `accountsUrl` or `callbackUrl` is not a plain https URL (http on this machine only).
 */
export function startSignIn(options: FoyerOptions, choices: DepartureChoices = {}): Promise<Departure> {
  return depart(options, options.external ? `/${options.external}-auth` : '/', choices)
}

/**
 * Makes the URL of Foyer's logout page, which ends Foyer's own session of this platform. The sign-in page follows with
 * the same parameters, so that signing in again at once uses a valid transaction. Sign the user out of the platform
 * first, with `signOutSession`. An external site needs only `signOutSession`.
 * @throws TypeError like `startSignIn`, and for an external site.
 */
export async function startSignOut(
  options: FoyerOptions,
  choices: DepartureChoices = {},
): Promise<Departure> {
  if (options.external) throw new TypeError('An external site ends its own session alone: use signOutSession')
  return depart(options, '/logout', choices)
}

async function depart(options: FoyerOptions, path: string, choices: DepartureChoices): Promise<Departure> {
  const { returnTo, assurance } = choices
  const transaction = newTransaction(returnTo, assurance)
  const query = new URLSearchParams({
    platform: options.platform,
    ...(options.external
      ? { state: transaction.state }
      : { 'redirect-url': redirectUrlOf(options, transaction.state) }),
    code_challenge: await challengeOf(transaction.codeVerifier),
    code_challenge_method: 'S256',
    ...(assurance && { acr_values: String(assurance) }),
  })
  return { url: `${issuerOf(options)}${path}?${query}`, transaction: packTransaction(transaction) }
}
