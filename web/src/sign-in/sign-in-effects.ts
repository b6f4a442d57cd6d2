/** Runs the effects of the sign-in table: calls, history, handover. */
import { isNationalNumber } from '@foyer/contract/contact'
import { contactFault } from '@foyer/contract/fields'
import { type Platform, platformRow } from '@foyer/contract/platforms'
import { continueSession } from '@foyer/contract/routes/browser-sessions'
import { findUser } from '@foyer/contract/routes/sign-in'
import { queueSignIn } from '../analytics/analytics.ts'
import { fieldFailure } from '../api/browser-failure.ts'
import { call } from '../api/call.ts'
import { askFingerprint } from '../api/device/ask-fingerprint.ts'
import type { Failure } from '../api/failure.ts'
import { own } from '../api/storage/browser-storage.ts'
import { countryField, withCountryCode } from '../flow/form/national-number.ts'
import type { Effects } from '../flow/machine/step-machine.ts'
import { currentStep, onStepChange } from '../flow/navigation/current-step.ts'
import {
  enterStep,
  forgetStep,
  leaveStep,
  restoreStep,
  type StepRecord,
  storeStep,
} from '../flow/navigation/step-history.ts'
import { signInWithPassword } from '../flow/proof/sign-in-with-password.ts'
import { resumeSecondStep, withSecondStep } from '../flow/second-step/with-second-step.ts'
import type { PageLocation } from '../session/handover.ts'
import { readLastPerson, rememberAgain } from '../session/last-person.ts'
import { leavePage } from '../session/leave-page.ts'
import { isOfferDue, mayOffer } from '../session/passkey-offer.ts'
import { takeEnrolment } from '../session/signed-in-here.ts'
import { emailHere, storeAuth } from '../session/stored-auth.ts'
import { forgetOtp, readKeptOtp } from './kept-otp.ts'
import { codeEffects, otpStep, verifyCode } from './otp-effects.ts'
import type { SignInContext, SignInEffect, SignInEvent } from './sign-in-machine.ts'

type Send = (event: SignInEvent) => void

const passwordStep = 'password'
const elsewhereStep = 'elsewhere'

/** `goTo` opens a path of this front end. */
export function signInEffects(
  page: PageLocation,
  goTo: (path: string) => void,
): Effects<SignInEvent, SignInContext, SignInEffect> {
  const { platform } = page
  const { product } = platformRow(platform)
  return {
    ...codeEffects(platform),

    /**
     * Shows the first step. 'Change' discards the OTP challenge. Back keeps the challenge: Forward leads to the code again,
     * a reload does not.
     */
    showIdentifier() {
      if (currentStep() === null) history.replaceState({ ...history.state, isLeft: true }, '')
      else forgetOtp(platform)
      leaveStep(platform)
    },

    async findUser({ identifier, wantsCode }, send, signal) {
      const fault = contactFault(identifier)
      if (fault) return send({ type: 'failed', failure: fieldFailure({ userId: [fault] }) })
      // An email needs no country, so there is no `await`: the request starts before the page draws the busy button.
      const country = isNationalNumber(identifier) ? await countryField(identifier) : {}
      const body = { userId: identifier, product, platform, ...country }
      const answer = await call(findUser, { body }, { signal })
      if (!answer.isSuccessful) return send({ type: 'failed', failure: answer })
      const { data } = answer
      const contact = withCountryCode(identifier, data.phoneNumber)
      const last = readLastPerson(platform)
      send({
        type: 'found',
        identifier: contact,
        details: data,
        prefersCode: wantsCode || (last?.identifier === contact && last.method === 'otp'),
      })
    },

    async continueHere({ first, account, addPlatform }, send, signal) {
      const isPopup = document.documentElement.dataset.window === 'popup'
      const body = { account, platform, delivery: isPopup ? 'popup' : 'redirect' } as const
      const agreed = addPlatform ? ({ addPlatform } as const) : {}
      const continued = await call(continueSession, { body: { ...body, ...agreed } }, { signal })
      const answer = await withSecondStep(platform, continued, signal)
      if (signal.aborted) return
      if (!answer.isSuccessful) {
        const identifier = answer.errors.code === 'proof-needed' ? emailHere(account) : null
        return identifier && first === 'identifier'
          ? send({ type: 'submitted', identifier })
          : send({ type: 'failed', failure: answer })
      }
      storeAuth(answer.data)
      rememberAgain(answer.data)
      queueSignIn(answer.data, 'continued')
      send({ type: 'signedIn' })
    },

    showElsewhere() {
      enterStep(elsewhereStep)
    },

    showAccount({ identifier, person }) {
      enterStep(passwordStep)
      if (person) storeStep(platform, { step: passwordStep, identifier, ...person })
    },

    prove: (context, send, signal) =>
      context.otp ? verifyCode(platform, context, send, signal) : signIn(platform, context, send, signal),

    async handOver(_, send, signal) {
      forgetStep(platform)
      forgetOtp(platform)
      if (mayOffer(platform)) {
        const isDue = await isOfferDue(platform)
        if (signal.aborted) return
        if (isDue) return send({ type: 'stopped', outcome: { kind: 'passkey-offer' } })
      }
      const enrolBy = takeEnrolment(platform)
      if (enrolBy) return send({ type: 'stopped', outcome: { kind: 'enrolment', enrolBy } })
      // Keeps the fragment, which may name the account's form for a new password.
      const stay = await leavePage(page, (path) => goTo(path + (location.hash ?? '')), signal)
      if (stay) send(stay)
    },
  }
}

async function signIn(
  platform: Platform,
  { identifier, person, password }: SignInContext,
  send: Send,
  signal: AbortSignal,
): Promise<void> {
  const claim = person ? { uuid: person.uuid } : { email: identifier }
  const shown = { identifier, picture: person?.picture ?? null }
  const answer = await signInWithPassword(platform, claim, password, shown, signal)
  if (signal.aborted) return
  if (!answer.isSuccessful) return send({ type: 'refused', failure: answer })
  queueSignIn(answer.data, 'password')
  send({ type: 'signedIn' })
}

/** Starts the preparations for the first call. */
export function prepare(): void {
  askFingerprint()
}

/** Follows the history, asks again for an interrupted second step, and offers passkeys in the list of the identifier's field, until the signal is aborted. */
export function followPage(
  page: Pick<PageLocation, 'platform'>,
  send: Send,
  typed: () => string,
  signal: AbortSignal,
): void {
  signal.addEventListener('abort', followHistory(page, send, typed))
  resumeSecondStep(page.platform, signal).then((isSignedIn) => isSignedIn && send({ type: 'signedIn' }))
  if (!window.PublicKeyCredential) return
  const answered = (failure: Failure | null) =>
    send(failure ? { type: 'passkeyRefused', failure } : { type: 'signedIn' })
  const loaded = import('../session/sign-in-with-passkey.ts')
  Promise.all([loaded, askFingerprint().catch(() => {})]).then(
    ([{ offerPasskeys }]) => offerPasskeys(page.platform, signal, answered),
    // The button of the next step loads the module again.
    () => {},
  )
}

/**
 * Restores the step after a reload or in a new tab, then follows Back and Forward until the returned function is called.
 * `typed` returns the text in the field; if the field has another address, nothing is restored.
 */
export function followHistory(
  { platform }: Pick<PageLocation, 'platform'>,
  send: Send,
  typed: () => string = () => '',
): () => void {
  function follow(): void {
    const kept = restoreStep(platform)
    if (kept) comeBack(kept)
    else send({ type: 'back' })
  }
  function comeBack(kept: StepRecord): void {
    const { uuid, identifier, fullName, picture, hasPassword } = kept
    const person = { uuid, fullName, picture, hasPassword }
    if (kept.step !== otpStep) {
      send({ type: 'restored', identifier, person })
      return
    }
    const challenge = readKeptOtp(platform, uuid)?.challenge ?? null
    send({ type: 'otpRestored', identifier, person, challenge })
  }
  function resumeLost(): void {
    const kept = own(history.state, 'isLeft') ? null : readKeptOtp(platform)
    if (kept && ['', kept.identifier].includes(typed().trim())) {
      send({ type: 'otpRestored', ...kept })
    }
  }
  if (currentStep() === null) resumeLost()
  else follow()
  return onStepChange(follow)
}
