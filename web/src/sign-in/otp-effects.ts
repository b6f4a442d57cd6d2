/** Runs the effects of one-time codes: sends a code, keeps its challenge, verifies the code. */
import { channelOf } from '@foyer/contract/contact'
import type { Platform } from '@foyer/contract/platforms'
import type { Effects } from '../flow/machine/step-machine.ts'
import { enterStep, storeStep } from '../flow/navigation/step-history.ts'
import { challengeIn } from '../flow/otp/challenge.ts'
import { sendProofCode } from '../flow/proof/send-proof-code.ts'
import { signInWithCode } from '../flow/proof/sign-in-with-code.ts'
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
  const proof = { token: challenge?.token ?? '', otp }
  const answer = await signInWithCode(
    platform,
    proof,
    { identifier, picture: person?.picture ?? null },
    signal,
  )
  if (signal.aborted) return
  if (!answer.isSuccessful) {
    return send({ type: 'refused', failure: answer, challenge: challengeIn(answer, challenge) })
  }
  send({ type: 'signedIn' })
}
