/** What the states of the sign-up table set going beyond this page: the call, and the way out. */
import { platformRow } from '@foyer/contract/platforms'
import { signUp } from '@foyer/contract/routes/sign-up'
import { noteSignUp } from '../analytics/analytics.ts'
import { call } from '../api/call.ts'
import { captchaAhead } from '../api/captcha/captcha-ahead.ts'
import { askFingerprint } from '../api/device/ask-fingerprint.ts'
import type { Effects } from '../flow/machine/step-machine.ts'
import type { Visit } from '../session/after-sign-in.ts'
import { signUpSource, utmParams } from '../session/arrival.ts'
import { leavePage } from '../session/leave-page.ts'
import { storeAuth } from '../session/stored-auth.ts'
import { forgetDraft } from './draft.ts'
import { applicantOf } from './draft-fields.ts'
import type { SignUpContext, SignUpEffect, SignUpEvent } from './sign-up-machine.ts'
import { forgetSubmission, submissionKey } from './submission-key.ts'
import { trackSignUp, untilTracked } from './track-sign-up.ts'

type CallEffect = Extract<SignUpEffect, 'signUp' | 'handOver'>

const ahead = captchaAhead('sign_up')

/** What is ready when the first call goes out. */
export function prepare(): void {
  askFingerprint()
}

/** Somebody is at the email: by the time they have chosen a password the puzzle is solved. */
export function prepareCaptcha(): void {
  ahead.begin()
}

/** `goTo` moves to a path of this front end. */
export function signUpEffects(
  visit: Visit,
  goTo: (path: string) => void,
): Effects<SignUpEvent, SignUpContext, CallEffect> {
  const { platform } = visit
  return {
    async signUp({ password1, password2, ...draft }, send, signal) {
      const source = signUpSource()
      const person = { ...applicantOf(draft), password1, password2 }
      const asked = { ...person, tokenType: 1, platform, source, utmParams: utmParams() } as const
      const captcha = await ahead.take()
      if (signal.aborted) return
      const answer = await call(
        signUp,
        {
          query: { platform: `${platformRow(platform).product}-web` },
          body: { ...asked, ...(captcha && { captcha }) },
        },
        { signal, idempotencyKey: submissionKey(asked) },
      )
      if (signal.aborted) return
      if (!answer.isSuccessful) {
        // Without an answer nobody knows what was made: asked again with the same key, it is not made twice.
        if (!answer.isNetworkFailure) forgetSubmission()
        prepareCaptcha()
        return send({ type: 'refused', failure: answer })
      }
      forgetSubmission()
      storeAuth(answer.data)
      noteSignUp(answer.data)
      trackSignUp(answer.data, source)
      send({ type: 'signedIn' })
    },

    async handOver(_, send, signal) {
      forgetDraft(platform)
      const stay = await leavePage(visit, goTo, signal, untilTracked())
      if (stay) send(stay)
    },
  }
}
