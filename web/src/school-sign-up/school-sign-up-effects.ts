/** Runs the effects of the school sign-up machine that leave the page: the calls, and the handover to the platform. */
import { platformRow } from '@foyer/contract/platforms'
import { addSchoolToAccount, signUpSchool } from '@foyer/contract/routes/schools'
import { queueEvent } from '../analytics/analytics.ts'
import { call } from '../api/call.ts'
import { askFingerprint } from '../api/device/ask-fingerprint.ts'
import type { Effects } from '../flow/machine/step-machine.ts'
import { challengeIn } from '../flow/otp/challenge.ts'
import { proofIn } from '../flow/proof/proof-rows.ts'
import { sendProofCode } from '../flow/proof/send-proof-code.ts'
import { forgetDraft } from '../flow/sign-up-steps/draft-store.ts'
import { prepareCaptcha, submit, submitOnce } from '../flow/sign-up-steps/submission.ts'
import { signUpSource, utmParams } from '../session/arrival.ts'
import { completeSignUp } from '../session/complete-sign-up.ts'
import type { Visit } from '../session/handover.ts'
import { leavePage } from '../session/leave-page.ts'
import { applicantOf } from './school-fields.ts'
import type { SchoolContext, SchoolEffect, SchoolEvent } from './school-sign-up-machine.ts'

type CallEffect = Extract<SchoolEffect, 'signUp' | 'sendCode' | 'prove' | 'handOver'>

export { prepareCaptcha }

/** Computes the device fingerprint before the first call needs it. */
export function prepare(): void {
  askFingerprint()
}

/** `goTo` moves to a path of this front end. */
export function schoolSignUpEffects(
  visit: Visit,
  goTo: (path: string) => void,
): Effects<SchoolEvent, SchoolContext, CallEffect> {
  const { platform } = visit
  const { product } = platformRow(platform)
  const query = { platform: `${product}-web` } as const
  return {
    async signUp({ password1, password2, ...draft }, send, signal) {
      const source = signUpSource()
      const applicant = applicantOf(draft)
      const request = { ...applicant, password1, password2, source, utmParams: utmParams() }
      const answer = await submit(
        request,
        (body, options) => call(signUpSchool, { query, body }, options),
        signal,
      )
      if (!answer) return
      if (!answer.isSuccessful) {
        const isKnown = answer.errors.code === 'email-taken'
        return send(isKnown ? { type: 'accountFound' } : { type: 'refused', failure: answer })
      }
      completeSignUp(answer.data, source, { identifier: applicant.email, method: 'password' })
      send({ type: 'signedIn' })
    },

    sendCode({ email, challenge }, send, signal) {
      const first = { medium: 'email', purpose: 'school_sign_up', email: email.trim() } as const
      const onNew = () => queueEvent('otp_sent', { platform, medium: 'email' })
      return sendProofCode(platform, first, challenge, onNew, send, signal)
    },

    /** A code also proves the account of a user who never chose a password: the typed one becomes its password. */
    async prove({ password1, password2, ...context }, send, signal) {
      const { otp, challenge } = context
      const source = signUpSource()
      const applicant = applicantOf(context)
      const passwords = otp && password1 ? { password1, password2 } : {}
      const request = { ...applicant, proof: proofIn(context), ...passwords, source, utmParams: utmParams() }
      const ask = (body: typeof request, options: { signal: AbortSignal; idempotencyKey: string }) =>
        call(addSchoolToAccount, { query, body }, options)
      const answer = await submitOnce(request, ask, signal)
      if (!answer) return
      if (!answer.isSuccessful) {
        return send({ type: 'refused', failure: answer, challenge: challengeIn(answer, challenge) })
      }
      completeSignUp(answer.data, source, {
        identifier: applicant.email,
        method: otp ? 'otp' : 'password',
      })
      send({ type: 'signedIn' })
    },

    async handOver(_, send, signal) {
      forgetDraft(platform)
      const stay = await leavePage(visit, goTo, signal)
      if (stay) send(stay)
    },
  }
}
