/**
 * Asks the user for a proof when a call needs one, and then repeats the call (docs/decisions/step-up.md). The account area
 * shows the question.
 */
import type { Proofs } from '@foyer/contract/errors'
import { type Failure, networkFailure, type Success } from '../api/failure.ts'
import { own } from '../api/storage/browser-storage.ts'

/** Returns whether the call is to be repeated; false if the user cancelled. Rejects if the question could not be loaded. */
type Ask = (proofs: Proofs) => Promise<boolean>

let asks: Ask | null = null
/** The question that the user is answering. Calls that need a proof meanwhile wait for the same answer. */
let asking: Promise<boolean> | null = null

/** Sets how the user is asked; returns a function that unsets it. */
export function setProofQuestion(ask: Ask): () => void {
  asks = ask
  return () => {
    if (asks === ask) asks = null
  }
}

/**
 * Calls `ask`. If the answer is that the session needs a proof, asks the user for the proof and calls `ask` again, with the
 * same input. Nothing is repeated if `isWanted` returns false by then.
 */
export async function withProof<T>(
  ask: () => Promise<Success<T> | Failure | 'reloading'>,
  isWanted: () => boolean,
): Promise<Success<T> | Failure | 'reloading' | 'cancelled'> {
  const answer = await ask()
  const proofs = answer === 'reloading' || answer.isSuccessful ? null : proofsIn(answer)
  if (!proofs || !asks) return answer
  asking ??= asks(proofs).finally(() => {
    asking = null
  })
  const isProven = await asking.catch(() => null)
  if (isProven === null) return networkFailure()
  return isProven && isWanted() ? ask() : 'cancelled'
}

/** Returns the proofs that the user can give; null if the failure asks for none, or if the user has none to give. */
function proofsIn({ errors: { code, proofs } }: Failure): Proofs | null {
  if (code !== 'proof-needed') return null
  const hasPasskey = own(proofs, 'hasPasskey') === true && window.PublicKeyCredential !== undefined
  const hasTotp = own(proofs, 'hasTotp') === true
  const hasPassword = own(proofs, 'hasPassword') === true
  const given = own(proofs, 'code')
  const medium = own(given, 'medium')
  const contact = own(given, 'contact')
  const isCode = (medium === 'email' || medium === 'sms') && typeof contact === 'string'
  if (!hasPasskey && !hasTotp && !hasPassword && !isCode) return null
  return { hasPasskey, hasTotp, hasPassword, code: isCode ? { medium, contact } : null }
}
