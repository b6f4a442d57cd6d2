/** Runs the effects of one-time codes: sends a code, keeps its challenge, verifies it. */

import { channelOf } from '@foyer/contract/contact'
import { otpSendWaitsSeconds } from '@foyer/contract/numbers'
import { type Platform, platformRow } from '@foyer/contract/platforms'
import { sendOtp, verifyOtp } from '@foyer/contract/routes/otp'
import { queueEvent, queueSignIn } from '../analytics/analytics.ts'
import { call } from '../api/call.ts'
import { type Failure, fieldSentence } from '../api/failure.ts'
import { toBrowserTime } from '../api/server-clock.ts'
import type { Effects } from '../flow/machine/step-machine.ts'
import { enterStep, storeStep } from '../flow/navigation/step-history.ts'
import { rememberPerson } from '../session/last-person.ts'
import { storeAuth } from '../session/stored-auth.ts'
import { keepOtp, readKeptOtp } from './kept-otp.ts'
import type { Challenge, SignInContext, SignInEvent } from './sign-in-machine.ts'

export const otpStep = 'otp'

const longestStepSeconds = Math.max(...otpSendWaitsSeconds)

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

    /** During the wait the code sent before stays valid, and the service would refuse to send another. */
    async sendOtp(context, send, signal) {
      showOtp(context)
      const { identifier, person } = context
      const challenge = context.challenge ?? readKeptOtp(platform, person?.uuid)?.challenge ?? null
      if (challenge && challenge.resendAtMs > Date.now()) {
        return send({ type: 'otpSent', challenge: { ...challenge, isNew: false } })
      }
      const medium = channelOf(identifier)
      const first = {
        medium,
        ...(medium === 'sms' && { channel: 'both' as const }),
        purpose: 'login' as const,
        user: person?.uuid ?? '',
      }
      const body = challenge ? { token: challenge.token } : first
      let answer = await call(sendOtp, { query, body }, { signal })
      // The challenge has ended: start a new one.
      if (challenge && !answer.isSuccessful && answer.errors.code === 'otp-expired') {
        answer = await call(sendOtp, { query, body: first }, { signal })
      }
      if (signal.aborted) return
      if (!answer.isSuccessful) return send(refusalOf(answer, challenge))
      queueEvent('otp_sent', { platform, medium })
      const { token, resendAt } = answer.data
      send({ type: 'otpSent', challenge: { token, resendAtMs: toBrowserTime(resendAt), isNew: true } })
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

function refusalOf(failure: Failure, before: Challenge | null): SignInEvent {
  const waitSeconds = failure.retryAfterSeconds ?? 0
  const isTooMany = failure.errors.code === 'too-many-attempts'
  return {
    type: 'sendRefused',
    failure,
    challenge: challengeIn(failure, before),
    isLongWait: isTooMany || (failure.errors.code === 'otp-too-soon' && waitSeconds > longestStepSeconds),
  }
}

/** The fields `token` and `resendAt` of a refusal update the timer (Spec 8). */
function challengeIn(failure: Failure, before: Challenge | null): Challenge | null {
  const token = fieldSentence(failure, 'token') ?? before?.token
  const resendAtMs = toBrowserTime(fieldSentence(failure, 'resendAt') ?? '')
  return token && !Number.isNaN(resendAtMs) ? { token, resendAtMs, isNew: false } : null
}
