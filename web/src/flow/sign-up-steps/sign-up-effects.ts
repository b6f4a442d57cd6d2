/** Runs the effects of both sign-ups that leave the page: the calls, and the handover to the platform. */
import type { Captcha } from '@foyer/contract/routes/captcha'
import type { Session } from '@foyer/contract/routes/sign-in'
import type { UtmParams } from '@foyer/contract/routes/sign-up'
import { askFingerprint } from '../../api/device/ask-fingerprint.ts'
import type { Failure, Success } from '../../api/failure.ts'
import { completeSignUp } from '../../session/complete-sign-up.ts'
import type { PageLocation } from '../../session/handover.ts'
import { leavePage } from '../../session/leave-page.ts'
import { signUpSource, utmParams } from '../../session/visit-origin.ts'
import type { Effects } from '../machine/step-machine.ts'
import { challengeIn } from '../otp/challenge.ts'
import { proofIn } from '../proof/proof-rows.ts'
import { sendProofCode } from '../proof/send-proof-code.ts'
import { forgetDraft } from './draft-store.ts'
import type { Passwords, SignUpEventOf, SignUpValues } from './sign-up-rows.ts'
import { type SubmitOptions, submit, submitOnce } from './submission.ts'

type Origin = { source: string; utmParams: UtmParams }
type Answer = Promise<Success<Session> | Failure>

type SignUpForm<C, A> = {
  page: PageLocation
  /** Moves to a path of this front end. */
  goTo: (path: string) => void
  /** The source that a partner's page names. */
  source?: string | undefined
  purpose: 'sign_up' | 'school_sign_up'
  /** Returns the fields of the request that the form has steps for. */
  applicantOf: (context: C) => A
  signUp: (request: A & Passwords & Origin & { captcha?: Captcha }, options: SubmitOptions) => Answer
  /** True if the refusal says that the email has an account which the user can prove. */
  hasAccount: (failure: Failure) => boolean
  join: (
    request: A & Partial<Passwords> & Origin & { proof: ReturnType<typeof proofIn> },
    options: SubmitOptions,
  ) => Answer
  onCodeSent: () => void
}

/** Computes the device fingerprint before the first call needs it. */
export function prepare(): void {
  askFingerprint()
}

export function signUpEffectsOf<C extends SignUpValues, A extends { email: string }>(
  form: SignUpForm<C, A>,
): Effects<SignUpEventOf<never, unknown>, C, 'signUp' | 'sendCode' | 'prove' | 'handOver'> {
  const { page, goTo, purpose, applicantOf, signUp, hasAccount, join, onCodeSent } = form
  const { platform } = page
  return {
    async signUp(context, send, signal) {
      const { password1, password2 } = context
      const applicant = applicantOf(context)
      const source = signUpSource(form.source)
      const request = { ...applicant, password1, password2, source, utmParams: utmParams() }
      const answer = await submit(request, signUp, signal)
      if (!answer) return
      if (!answer.isSuccessful)
        return send(hasAccount(answer) ? { type: 'accountFound' } : { type: 'refused', failure: answer })
      completeSignUp(answer.data, source, { identifier: applicant.email, method: 'password' })
      send({ type: 'signedIn' })
    },

    sendCode({ email, challenge }, send, signal) {
      const first = { medium: 'email', purpose, email: email.trim() } as const
      return sendProofCode(platform, first, challenge, onCodeSent, send, signal)
    },

    /** A code also proves the account of a user who never chose a password: the typed one becomes its password. */
    async prove(context, send, signal) {
      const { otp, challenge, password1, password2 } = context
      const applicant = applicantOf(context)
      const source = signUpSource(form.source)
      const passwords = otp && password1 ? { password1, password2 } : {}
      const proof = proofIn(context)
      const request = { ...applicant, proof, ...passwords, source, utmParams: utmParams() }
      const answer = await submitOnce(request, join, signal)
      if (!answer) return
      if (!answer.isSuccessful)
        return send({ type: 'refused', failure: answer, challenge: challengeIn(answer, challenge) })
      completeSignUp(answer.data, source, {
        identifier: applicant.email,
        method: otp ? 'otp' : 'password',
      })
      send({ type: 'signedIn' })
    },

    async handOver(_, send, signal) {
      forgetDraft(platform)
      const stay = await leavePage(page, goTo, signal)
      if (stay) send(stay)
    },
  }
}
