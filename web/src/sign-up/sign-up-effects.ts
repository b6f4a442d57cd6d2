/** Runs the effects of the sign-up machine that leave the page: the call, and the handover to the platform. */
import { platformRow } from '@foyer/contract/platforms'
import { signUp } from '@foyer/contract/routes/sign-up'
import { call } from '../api/call.ts'
import { askFingerprint } from '../api/device/ask-fingerprint.ts'
import type { Effects } from '../flow/machine/step-machine.ts'
import { forgetDraft } from '../flow/sign-up-steps/draft-store.ts'
import { prepareCaptcha, submit } from '../flow/sign-up-steps/submission.ts'
import { signUpSource, utmParams } from '../session/arrival.ts'
import { completeSignUp, untilTracked } from '../session/complete-sign-up.ts'
import type { Visit } from '../session/handover.ts'
import { leavePage } from '../session/leave-page.ts'
import { applicantOf } from './draft-fields.ts'
import type { SignUpContext, SignUpEffect, SignUpEvent } from './sign-up-machine.ts'

type CallEffect = Extract<SignUpEffect, 'signUp' | 'handOver'>

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
  return {
    async signUp({ password1, password2, ...draft }, send, signal) {
      const from = signUpSource(source)
      const applicant = { ...applicantOf(draft), password1, password2 }
      const request = { ...applicant, tokenType: 1, platform, source: from, utmParams: utmParams() } as const
      const query = { platform: `${platformRow(platform).product}-web` } as const
      const answer = await submit(request, (body, options) => call(signUp, { query, body }, options), signal)
      if (!answer) return
      if (!answer.isSuccessful) return send({ type: 'refused', failure: answer })
      completeSignUp(answer.data, from, { identifier: applicant.email, method: 'password' })
      send({ type: 'signedIn' })
    },

    async handOver(_, send, signal) {
      forgetDraft(platform)
      const stay = await leavePage(visit, goTo, signal, untilTracked())
      if (stay) send(stay)
    },
  }
}
