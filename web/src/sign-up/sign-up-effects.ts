/** Runs the effects of the sign-up machine that leave the page: the call, and the handover to the platform. */
import { platformRow } from '@foyer/contract/platforms'
import { joinPlatform, signUp } from '@foyer/contract/routes/sign-up'
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
import { applicantOf } from './draft-fields.ts'
import type { SignUpContext, SignUpEffect, SignUpEvent } from './sign-up-machine.ts'

type CallEffect = Extract<SignUpEffect, 'signUp' | 'sendCode' | 'prove' | 'handOver'>

export { prepareCaptcha }

/** Computes the device fingerprint before the first call needs it. */
export function prepare(): void {
  askFingerprint()
}

/** `goTo` moves to a path of this front end; `source` is that of a partner's page. */
export function signUpEffects(
  visit: Visit,
  goTo: (path: string) => void,
  source?: string,
): Effects<SignUpEvent, SignUpContext, CallEffect> {
  const { platform } = visit
  const query = { platform: `${platformRow(platform).product}-web` } as const
  return {
    async signUp({ password1, password2, ...draft }, send, signal) {
      const from = signUpSource(source)
      const applicant = { ...applicantOf(draft), password1, password2 }
      const request = { ...applicant, tokenType: 1, platform, source: from, utmParams: utmParams() } as const
      const answer = await submit(request, (body, options) => call(signUp, { query, body }, options), signal)
      if (!answer) return
      if (!answer.isSuccessful) {
        const { code, account } = answer.errors
        // Without `account` the owner has access already, and signs in instead (product 8).
        const isKnown = code === 'email-taken' && account !== undefined
        return send(isKnown ? { type: 'accountFound' } : { type: 'refused', failure: answer })
      }
      completeSignUp(answer.data, from, { identifier: applicant.email, method: 'password' })
      send({ type: 'signedIn' })
    },

    sendCode({ email, challenge }, send, signal) {
      const first = { medium: 'email', purpose: 'sign_up', email: email.trim() } as const
      const onNew = () => queueEvent('otp_sent', { platform, medium: 'email' })
      return sendProofCode(platform, first, challenge, onNew, send, signal)
    },

    /** A code also proves the account of a user who never chose a password: the typed one becomes its password. */
    async prove({ password1, password2, ...context }, send, signal) {
      const { otp, challenge } = context
      const from = signUpSource(source)
      const applicant = applicantOf(context)
      const passwords = otp && password1 ? { password1, password2 } : {}
      const request = {
        ...applicant,
        proof: proofIn(context),
        ...passwords,
        platform,
        source: from,
        utmParams: utmParams(),
      }
      const answer = await submitOnce(
        request,
        (body, options) => call(joinPlatform, { query, body }, options),
        signal,
      )
      if (!answer) return
      if (!answer.isSuccessful) {
        return send({ type: 'refused', failure: answer, challenge: challengeIn(answer, challenge) })
      }
      completeSignUp(answer.data, from, { identifier: applicant.email, method: otp ? 'otp' : 'password' })
      send({ type: 'signedIn' })
    },

    async handOver(_, send, signal) {
      forgetDraft(platform)
      const stay = await leavePage(visit, goTo, signal)
      if (stay) send(stay)
    },
  }
}
