/** Sends the code that proves an account, for the tables that include the proof. */
import { type Platform, platformRow } from '@foyer/contract/platforms'
import { queueEvent } from '../../analytics/analytics.ts'
import type { Challenge } from '../otp/challenge.ts'
import { type FirstCode, sendCode } from '../otp/send-code.ts'
import type { ProofEvent } from './proof-rows.ts'

/** Sends the event `codeSent` or `sendRefused`. After `signal` is aborted, sends no event. */
export async function sendProofCode(
  platform: Platform,
  first: FirstCode,
  challenge: Challenge | null,
  send: (event: Extract<ProofEvent, { type: 'codeSent' | 'sendRefused' }>) => void,
  signal: AbortSignal,
): Promise<void> {
  const sent = await sendCode(platformRow(platform).product, first, challenge, signal)
  if (!sent) return
  if (!sent.isSent) return send({ type: 'sendRefused', failure: sent.failure, challenge: sent.challenge })
  if (sent.challenge.isNew) queueEvent('otp_sent', { platform, medium: first.medium })
  send({ type: 'codeSent', challenge: sent.challenge })
}
