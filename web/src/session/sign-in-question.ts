/**
 * Asks the user to sign in again when the session has ended on a page of the account, so that nothing typed is lost
 * (docs/decisions/ended-session.md). The account area shows the question.
 */

/** Returns whether the same user is signed in again; false if the user cancelled. Rejects if the question did not load. */
type Ask = () => Promise<boolean>

let asks: Ask | null = null
/** The question that the user is answering. Calls that find the end of the session meanwhile wait for the same answer. */
let asking: Promise<boolean> | null = null

/** Sets how the user is asked; returns a function that unsets it. */
export function setSignInQuestion(ask: Ask): () => void {
  asks = ask
  return () => {
    if (asks === ask) asks = null
  }
}

/** Asks the user; returns null if the page has no question, and leads to sign-in instead. */
export function askToSignIn(): Promise<boolean> | null {
  if (!asks) return null
  asking ??= asks().finally(() => {
    asking = null
  })
  return asking
}

/** Returns whether the page stays when the session has ended. */
export function staysSignedOut(): boolean {
  return asks !== null
}
