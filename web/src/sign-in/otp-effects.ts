/** Runs the effects of one-time codes: sends a code, keeps its challenge, verifies the code. */
import { channelOf } from '@foyer/contract/contact'
import { type Platform, platformRow } from '@foyer/contract/platforms'
import { verifyOtp } from '@foyer/contract/routes/otp'
import { queueSignIn } from '../analytics/analytics.ts'
import { call } from '../api/call.ts'
import type { Effects } from '../flow/machine/step-machine.ts'
import { enterStep, storeStep } from '../flow/navigation/step-history.ts'
import { challengeIn } from '../flow/otp/challenge.ts'
import { sendProofCode } from '../flow/proof/send-proof-code.ts'
import { rememberPerson } from '../session/last-person.ts'
import { storeAuth } from '../session/stored-auth.ts'
import { keepOtp, readKeptOtp } from './kept-otp.ts'
import type { SignInContext, SignInEvent } from './sign-in-machine.ts'

type Send = (event: SignInEvent) => void

export const otpStep = 'otp'

export function codeEffects(
  platform: Platform,
): Effects<SignInEvent, SignInContext, 'showCode' | 'sendCode'> {
  return { showCode, sendCode }

  function showCode({ identifier, person, challenge }: SignInContext): void {
    enterStep(otpStep)
    if (!person) return
    storeStep(platform, { step: otpStep, identifier, ...person })
    if (challenge) keepOtp(platform, { identifier, person, challenge })
  }

  async function sendCode(context: SignInContext, send: Send, signal: AbortSignal): Promise<void> {
    showCode(context)
    const { identifier, person } = context
    const challenge = context.challenge ?? readKeptOtp(platform, person?.uuid)?.challenge ?? null
    const medium = channelOf(identifier)
    const first = {
      medium,
      ...(medium === 'sms' && { channel: 'both' as const }),
      purpose: 'login' as const,
      user: person?.uuid ?? '',
    }
    return sendProofCode(platform, first, challenge, send, signal)
  }
}

export async function verifyCode(
  platform: Platform,
  { identifier, person, challenge, otp }: SignInContext,
  send: Send,
  signal: AbortSignal,
): Promise<void> {
  const query = { platform: `${platformRow(platform).product}-web` } as const
  const body = { universalToken: true, token: challenge?.token ?? '', otp, platform } as const
  const answer = await call(verifyOtp, { query, body }, { signal })
  if (signal.aborted) return
  if (!answer.isSuccessful) {
    return send({ type: 'refused', failure: answer, challenge: challengeIn(answer, challenge) })
  }
  storeAuth(answer.data.universal)
  rememberPerson(answer.data.universal, { identifier, picture: person?.picture ?? null, method: 'otp' })
  queueSignIn(answer.data.universal, 'otp')
  send({ type: 'signedIn' })
}
