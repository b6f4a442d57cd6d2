/** Sends the code that proves an account, for the tables that have the events of a proof. */
import { type Platform, platformRow } from '@foyer/contract/platforms'
import type { Challenge } from '../otp/challenge.ts'
import { sendCode } from '../otp/send-code.ts'
import type { ProofEvent } from './proof.ts'

type Wanted = {
  platform: Platform
  purpose: 'sign_up' | 'school_sign_up' | 'social_link'
  email: string
  challenge: Challenge | null
  /** Called for a code that was sent now, not one sent before. */
  onNew: () => void
  /** Keeps the challenge for a reload. */
  keep?: (challenge: Challenge) => void
}

/** Sends `codeSent` or `sendRefused`, and nothing once `signal` is aborted. */
export async function sendProofCode(
  { platform, purpose, email, challenge, onNew, keep }: Wanted,
  send: (event: Extract<ProofEvent, { type: 'codeSent' | 'sendRefused' }>) => void,
  signal: AbortSignal,
): Promise<void> {
  const first = { medium: 'email', purpose, email } as const
  const sent = await sendCode(platformRow(platform).product, first, challenge, signal)
  if (!sent) return
  if (sent.challenge) keep?.(sent.challenge)
  if (!sent.isSent) return send({ type: 'sendRefused', failure: sent.failure, challenge: sent.challenge })
  if (sent.challenge.isNew) onNew()
  send({ type: 'codeSent', challenge: sent.challenge })
}
