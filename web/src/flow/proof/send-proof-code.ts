/** Sends the code that proves an account, for the tables that include the proof. */
import { type Platform, platformRow } from '@foyer/contract/platforms'
import type { Challenge } from '../otp/challenge.ts'
import { type FirstCode, sendCode } from '../otp/send-code.ts'
import type { ProofEvent } from './proof-rows.ts'

/** Sends `codeSent` or `sendRefused`, and nothing once `signal` is aborted. `onNew` is called if a code was sent now. */
export async function sendProofCode(
  platform: Platform,
  first: FirstCode,
  challenge: Challenge | null,
  onNew: () => void,
  send: (event: Extract<ProofEvent, { type: 'codeSent' | 'sendRefused' }>) => void,
  signal: AbortSignal,
): Promise<void> {
  const sent = await sendCode(platformRow(platform).product, first, challenge, signal)
  if (!sent) return
  if (!sent.isSent) return send({ type: 'sendRefused', failure: sent.failure, challenge: sent.challenge })
  if (sent.challenge.isNew) onNew()
  send({ type: 'codeSent', challenge: sent.challenge })
}
