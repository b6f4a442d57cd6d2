/** Runs the effects of the sign-up machine that leave the page: the call, and the handover to the platform. */
import { platformRow } from '@foyer/contract/platforms'
import { signUp } from '@foyer/contract/routes/sign-up'
import { queueSignUp } from '../analytics/analytics.ts'
import { call } from '../api/call.ts'
import { captchaAhead } from '../api/captcha/captcha-ahead.ts'
import { askFingerprint } from '../api/device/ask-fingerprint.ts'
import type { Effects } from '../flow/machine/step-machine.ts'
import { signUpSource, utmParams } from '../session/arrival.ts'
import type { Visit } from '../session/handover.ts'
import { rememberPerson } from '../session/last-person.ts'
import { leavePage } from '../session/leave-page.ts'
import { storeAuth } from '../session/stored-auth.ts'
import { forgetDraft } from './draft.ts'
import { applicantOf } from './draft-fields.ts'
import type { SignUpContext, SignUpEffect, SignUpEvent } from './sign-up-machine.ts'
import { trackSignUp, untilTracked } from './track-sign-up.ts'

type CallEffect = Extract<SignUpEffect, 'signUp' | 'handOver'>

const ahead = captchaAhead('sign_up')

/** Computes the device fingerprint before the first call needs it. */
export function prepare(): void {
  askFingerprint()
}

/** Starts to solve a captcha challenge while the user is still typing email and password. */
export function prepareCaptcha(): void {
  ahead.begin()
}

/** The idempotency key of the last submission; the same content sent again has the same key. */
let last: { content: string; key: string } | null = null

function submissionKey(request: object): string {
  const content = JSON.stringify(request)
  if (last?.content !== content) last = { content, key: crypto.randomUUID() }
  return last.key
}

/** Makes the next submission a new one, even if its content is the same. */
export function forgetSubmission(): void {
  last = null
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
      const applicant = { ...applicantOf(draft), password1, password2 }
      const request = { ...applicant, tokenType: 1, platform, source, utmParams: utmParams() } as const
      const captcha = await ahead.take()
      if (signal.aborted) return
      const answer = await call(
        signUp,
        {
          query: { platform: `${platformRow(platform).product}-web` },
          body: { ...request, ...(captcha && { captcha }) },
        },
        { signal, idempotencyKey: submissionKey(request) },
      )
      if (signal.aborted) return
      if (!answer.isSuccessful) {
        // Without a response the account may exist: the same key prevents a second one.
        if (!answer.isNetworkFailure) forgetSubmission()
        prepareCaptcha()
        return send({ type: 'refused', failure: answer })
      }
      forgetSubmission()
      storeAuth(answer.data)
      rememberPerson(answer.data, { identifier: applicant.email, method: 'password' })
      queueSignUp(answer.data)
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
