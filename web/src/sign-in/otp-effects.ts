/** Runs the effects of one-time codes: sends a code, keeps its challenge, verifies it. */

import { channelOf } from '@foyer/contract/contact'
import { otpLongestWaitSeconds } from '@foyer/contract/numbers'
import { type Platform, platformRow } from '@foyer/contract/platforms'
import { verifyOtp } from '@foyer/contract/routes/otp'
import { queueEvent, queueSignIn } from '../analytics/analytics.ts'
import { call } from '../api/call.ts'
import type { Effects } from '../flow/machine/step-machine.ts'
import { enterStep, storeStep } from '../flow/navigation/step-history.ts'
import { challengeIn } from '../flow/otp/challenge.ts'
import { type SentCode, sendCode } from '../flow/otp/send-code.ts'
import { rememberPerson } from '../session/last-person.ts'
import { storeAuth } from '../session/stored-auth.ts'
import { keepOtp, readKeptOtp } from './kept-otp.ts'
import type { SignInContext, SignInEvent } from './sign-in-machine.ts'

export const otpStep = 'otp'

export function otpEffects(
  platform: Platform,
): Effects<SignInEvent, SignInContext, 'showOtp' | 'sendOtp' | 'verifyOtp'> {
  const { product } = platformRow(platform)
  const query = { platform: `${product}-web` } as const

  function showOtp({ identifier, person, challenge }: SignInContext): void {
    enterStep(otpStep)
    if (!person) return
    storeStep(platform, { step: otpStep, identifier, ...person })
    if (challenge) keepOtp(platform, { identifier, person, challenge })
  }

  return {
    showOtp,

    async sendOtp(context, send, signal) {
      showOtp(context)
      const { identifier, person } = context
      const challenge = context.challenge ?? readKeptOtp(platform, person?.uuid)?.challenge ?? null
      const medium = channelOf(identifier)
      const first = {
        medium,
        ...(medium === 'sms' && { channel: 'both' as const }),
        purpose: 'login' as const,
        user: person?.uuid ?? '',
      }
      const sent = await sendCode(product, first, challenge, signal)
      if (!sent) return
      if (!sent.isSent) return send(refusalOf(sent))
      if (sent.challenge.isNew) queueEvent('otp_sent', { platform, medium })
      send({ type: 'otpSent', challenge: sent.challenge })
    },

    async verifyOtp({ identifier, person, challenge, otp }, send, signal) {
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
    },
  }
}

function refusalOf({ failure, challenge }: Extract<SentCode, { isSent: false }>): SignInEvent {
  const waitSeconds = failure.retryAfterSeconds ?? 0
  const isTooMany = failure.errors.code === 'too-many-attempts'
  return {
    type: 'sendRefused',
    failure,
    challenge,
    isLongWait: isTooMany || (failure.errors.code === 'otp-too-soon' && waitSeconds > otpLongestWaitSeconds),
  }
}
