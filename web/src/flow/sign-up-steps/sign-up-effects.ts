/** Runs the effects of both sign-ups that need the network: the calls, and the handover to the platform. */
import { type Platform, type Product, platformRow } from '@foyer/contract/platforms'
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
import { withSecondStep } from '../second-step/with-second-step.ts'
import { forgetDraft } from './draft-store.ts'
import type { Draft } from './fields.ts'
import type { Passwords, SignUpContext, SignUpEvent } from './sign-up-machine.ts'
import { prepareCaptcha, type SubmitOptions, submit, submitOnce } from './submission.ts'

type Origin = { source: string; utmParams: UtmParams }
type Answer = Promise<Success<Session> | Failure>
type At = { platform: Platform; query: { platform: `${Product}-web` } }

type SignUpCalls<A> = {
  purpose: 'sign_up' | 'school_sign_up'
  /** The event after the account has been created or joined. */
  done: 'signedIn' | 'registered'
  /** Returns the request's fields that the user filled in. */
  applicantOf: (draft: Draft) => A
  signUp: (at: At, request: A & Passwords & Origin & { captcha?: Captcha }, options: SubmitOptions) => Answer
  /** Returns true if the email already has an account that the user can prove. */
  hasAccount: (failure: Failure) => boolean
  join: (
    at: At,
    request: A & Partial<Passwords> & Origin & { proof: ReturnType<typeof proofIn> },
    options: SubmitOptions,
  ) => Answer
}

type AllEffects = Effects<SignUpEvent, SignUpContext, 'signUp' | 'sendCode' | 'prove' | 'handOver'>

export type SignUpEffects = {
  /** `goTo` opens a path of this front end. `partnerSource` is the source that a partner's page sets. */
  on(page: PageLocation, goTo: (path: string) => void, partnerSource?: string): AllEffects
  /** Computes the device fingerprint before the first call needs it. */
  prepare(): void
  /** Starts to solve a captcha challenge while the user is still typing. */
  prepareCaptcha(): void
}

export function signUpEffectsOf<A extends { email: string }>(calls: SignUpCalls<A>): SignUpEffects {
  return {
    on: (...page) => effectsOn(calls, ...page),
    prepare: () => void askFingerprint(),
    prepareCaptcha,
  }
}

function effectsOn<A extends { email: string }>(
  { purpose, done, applicantOf, signUp, hasAccount, join }: SignUpCalls<A>,
  page: PageLocation,
  goTo: (path: string) => void,
  partnerSource?: string,
): AllEffects {
  const { platform } = page
  const at: At = { platform, query: { platform: `${platformRow(platform).product}-web` } }
  return {
    async signUp(context, send, signal) {
      const { password1, password2 } = context
      const applicant = applicantOf(context)
      const source = signUpSource(partnerSource)
      const request = { ...applicant, password1, password2, source, utmParams: utmParams() }
      const answer = await submit(request, (body, options) => signUp(at, body, options), signal)
      if (!answer) return
      if (!answer.isSuccessful)
        return send(hasAccount(answer) ? { type: 'accountFound' } : { type: 'refused', failure: answer })
      completeSignUp(answer.data, source, { identifier: applicant.email, method: 'password' })
      send({ type: done })
    },

    sendCode({ email, challenge }, send, signal) {
      const first = { medium: 'email', purpose, email: email.trim() } as const
      return sendProofCode(platform, first, challenge, send, signal)
    },

    /** A code can also prove an account without a password; the typed password then becomes the account's password. */
    async prove(context, send, signal) {
      const { otp, challenge, password1, password2 } = context
      const applicant = applicantOf(context)
      const source = signUpSource(partnerSource)
      const passwords = otp && password1 ? { password1, password2 } : {}
      const proof = proofIn(context)
      const request = { ...applicant, proof, ...passwords, source, utmParams: utmParams() }
      const joined = await submitOnce(request, (body, options) => join(at, body, options), signal)
      const answer = joined && (await withSecondStep(platform, joined, signal))
      if (!answer) return
      if (!answer.isSuccessful)
        return send({ type: 'refused', failure: answer, challenge: challengeIn(answer, challenge) })
      completeSignUp(answer.data, source, {
        identifier: applicant.email,
        method: otp ? 'otp' : 'password',
      })
      send({ type: done })
    },

    async handOver(_, send, signal) {
      forgetDraft(platform)
      const stay = await leavePage(page, goTo, signal)
      if (stay) send(stay)
    },
  }
}
