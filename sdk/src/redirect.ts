import { type FoyerOptions, issuerOf, redirectUrlOf } from './foyer.ts'
import { challengeOf, newTransaction, packTransaction } from './transaction.ts'

export type Departure = {
  /** Where to send the browser, with a 303. */
  url: string
  /** For an HttpOnly cookie of the platform, Max-Age `transactionSeconds`; `finishSignIn` takes it back. */
  transaction: string
}

export type DepartureChoices = {
  /** A path of this site to come back to afterwards; anything else becomes '/'. */
  returnTo?: string | undefined
}

/**
 * The way to Foyer's sign-in page and back, always with state (RFC 6749 §10.12) and PKCE (RFC 7636, S256).
 * Calls nobody.
 * @throws TypeError where `accountsUrl` or `callbackUrl` is not a plain https URL (http on this machine only).
 */
export function startSignIn(options: FoyerOptions, choices: DepartureChoices = {}): Promise<Departure> {
  return depart(options, '/', choices)
}

/**
 * The way to Foyer's logout page, which ends Foyer's own session of this platform. Its sign-in page follows and
 * keeps the parameters, so that signing in again right away arrives at a valid transaction.
 * Sign the person out of the platform first, with `signOutSession`.
 * @throws TypeError as `startSignIn` does.
 */
export function startSignOut(options: FoyerOptions, choices: DepartureChoices = {}): Promise<Departure> {
  return depart(options, '/logout', choices)
}

async function depart(options: FoyerOptions, path: string, choices: DepartureChoices): Promise<Departure> {
  const transaction = newTransaction(choices.returnTo)
  const query = new URLSearchParams({
    platform: options.platform,
    'redirect-url': redirectUrlOf(options, transaction.state),
    code_challenge: await challengeOf(transaction.codeVerifier),
    code_challenge_method: 'S256',
  })
  return { url: `${issuerOf(options)}${path}?${query}`, transaction: packTransaction(transaction) }
}
