/**
 * Declares the states of school sign-up: school, contact, password, and for an email with an account the proof that it is
 * the user's; then the handover to the platform (product 2.4, 4).
 */
import type { Failure } from '../api/failure.ts'
import type { Machine, Situation } from '../flow/machine/step-machine.ts'
import {
  type ProofContext,
  type ProofEffect,
  type ProofEvent,
  type ProofState,
  proofRows,
  refuseProof,
} from '../flow/proof/proof-rows.ts'
import { textsOf } from '../flow/sign-up-steps/field-list.ts'
import { stepFailures } from '../flow/sign-up-steps/step-failures.ts'
import type { Outcome } from '../session/handover.ts'
import { type SchoolDraft, type SchoolTexts, schoolFields } from './school-fields.ts'

export const steps = ['school', 'contact', 'password', 'account'] as const
export type Step = (typeof steps)[number]

export type SchoolState =
  | Step
  | 'signingUp'
  | Exclude<ProofState, Step>
  | 'handingOver'
  /** The user is signed in, but the handover failed. */
  | 'stopped'

export type SchoolContext = SchoolDraft &
  ProofContext & {
    /** Passwords stay in the memory of this page. */
    password1: string
    password2: string
    /** A refusal led back to the step with the field. */
    isSentBack: boolean
    outcome: Outcome | null
  }

type Typed = Pick<SchoolContext, keyof SchoolDraft | 'password1' | 'password2'>

export type SchoolEvent =
  /** Text of a step that is not submitted yet. */
  | { type: 'typed'; values: Partial<Typed> }
  /** A reload found a draft of this tab; `step` is that of the history entry. */
  | { type: 'restored'; draft: Partial<SchoolDraft>; step: Step }
  | ({ type: 'schoolSubmitted' } & SchoolTexts<'school'>)
  | ({ type: 'contactSubmitted' } & SchoolTexts<'contact'>)
  | { type: 'passwordSubmitted'; password1: string; password2: string }
  /** The email has an account already. */
  | { type: 'accountFound' }
  | ProofEvent
  /** 'Not you? Change' */
  | { type: 'changed' }
  /** The 'Back' button. */
  | { type: 'back' }
  /** The browser's Back and Forward. */
  | { type: 'stepShown'; step: Step }
  /** A session is stored: by this sign-up, or before the page loaded. */
  | { type: 'signedIn' }
  /** The session had ended when the page requested the auth code. */
  | { type: 'signedOut' }
  | { type: 'stopped'; outcome: Outcome }

/**
 * `signUp` stores the session and sends `signedIn`, `accountFound` or `refused`. `handOver` leaves the page or sends
 * `stopped` or `signedOut`. The others move the history to the step.
 */
export type SchoolEffect = 'showSchool' | 'showContact' | 'showPassword' | 'signUp' | ProofEffect | 'handOver'

function fieldsOf(step: Step): readonly string[] {
  if (step === 'password') return ['password1', 'password2']
  if (step === 'account') return ['password', 'otp']
  return schoolFields.filter((field) => field.step === step).map(({ name }) => name)
}

const ofSignUp = stepFailures(steps, fieldsOf, 'password')
const ofJoining = stepFailures(steps, fieldsOf, 'account')
const { withoutErrorsOf } = ofSignUp

/** Returns the part of the failure that the step shows. All of a failure to prove the account is shown with the proof. */
export function failureOn(step: Step, failure: Failure | null): Failure | null {
  return (step === 'account' ? ofJoining : ofSignUp).failureOn(step, failure)
}

type Rows = Machine<SchoolState, SchoolEvent, SchoolContext, SchoolEffect>
type Rules = Rows[SchoolState]['on']

export const schoolMachine: Rows = {
  school: {
    effect: 'showSchool',
    on: {
      typed: (context, { values }) => ({ set: withState(context, values) }),
      restored: (context, { draft, step }) => ({ to: reachable(step, { ...context, ...draft }), set: draft }),
      schoolSubmitted: ({ failure }, { type: _, ...values }) => ({
        to: 'contact',
        set: { ...values, ...withoutErrorsOf('school', failure) },
      }),
      stepShown: (context, { step }) => follow('school', step, context),
      signedIn: () => ({ to: 'handingOver', set: { failure: null } }),
    },
  },
  contact: {
    effect: 'showContact',
    on: {
      typed: (_, { values }) => ({ set: values }),
      contactSubmitted: ({ failure }, { type: _, ...values }) => ({
        to: 'password',
        set: { ...values, ...withoutErrorsOf('contact', failure) },
      }),
      back: ({ failure }) => ({ to: 'school', set: withoutErrorsOf('contact', failure) }),
      stepShown: (context, { step }) => follow('contact', step, context),
    },
  },
  password: {
    effect: 'showPassword',
    on: {
      typed: (_, { values }) => ({ set: values }),
      passwordSubmitted: (_, { password1, password2 }) => ({
        to: 'signingUp',
        set: { password1, password2, failure: null, isSentBack: false },
      }),
      back: ({ failure }) => ({ to: 'contact', set: withoutErrorsOf('password', failure) }),
      stepShown: (context, { step }) => follow('password', step, context),
    },
  },
  signingUp: {
    effect: 'signUp',
    on: {
      signedIn: () => ({ to: 'handingOver' }),
      accountFound: ({ email }) => ({ to: 'account', set: { knownEmail: email.trim(), challenge: null } }),
      refused: (_, { failure }) => {
        const step = signUpStepOf(failure)
        return { to: step, set: { failure, isSentBack: step !== 'password' } }
      },
      retried: () => ({ to: 'signingUp' }),
      stepShown: (context, { step }) => follow('password', step, context),
    },
  },
  ...proofRows<Rules>(
    {
      changed: () => ({ to: 'contact', set: { failure: null } }),
      stepShown: (context, { step }) => follow('account', step, context),
    },
    {
      proving: {
        signedIn: () => ({ to: 'handingOver' }),
        refused: (context, event) => {
          const { failure } = event
          const step = ofJoining.stepOf(failure)
          return step === 'account'
            ? refuseProof(context, event)
            : { to: step, set: { failure, isSentBack: true } }
        },
      },
    },
  ),
  handingOver: {
    enter: () => ({ password1: '', password2: '', password: '', otp: '', challenge: null }),
    effect: 'handOver',
    on: {
      retried: () => ({ to: 'handingOver' }),
      signedOut: () => ({ to: 'school', set: { outcome: null } }),
      stopped: (_, { outcome }) => ({ to: 'stopped', set: { outcome } }),
    },
  },
  stopped: {
    on: {
      retried: () => ({ to: 'handingOver' }),
    },
  },
}

/** The situation that the server renders. */
export function schoolStart(): Situation<SchoolState, SchoolContext> {
  const secrets = { password1: '', password2: '', password: '', otp: '' }
  const empty = { ...textsOf(schoolFields, () => ''), ...secrets, challenge: null }
  return { state: 'school', context: { ...empty, failure: null, isSentBack: false, outcome: null }, entry: 0 }
}

/** Another country has other states. */
function withState({ countryId }: SchoolContext, values: Partial<Typed>): Partial<Typed> {
  const isOther = values.countryId !== undefined && values.countryId !== countryId
  return isOther ? { stateId: '', ...values } : values
}

/** Returns the first step with a field error (product 4), else the password step, which was sent. */
function signUpStepOf(failure: Failure): Step {
  return ofSignUp.stepOf(failure)
}

/** Returns the wanted step, or the first one before it that has an empty field. */
function reachable(wanted: Step, context: SchoolDraft): Step {
  const { schoolName, schoolType, countryId, firstName, email, knownEmail } = context
  const isSchoolKnown = schoolName.trim() && schoolType && countryId
  if (wanted === 'school' || !isSchoolKnown) return 'school'
  if (wanted === 'contact' || !firstName.trim() || !email.trim()) return 'contact'
  return wanted === 'account' && knownEmail === email.trim() ? 'account' : 'password'
}

/** Follows the history to a step; if an earlier step is empty, its entry effect corrects the history. */
function follow(now: Step, wanted: Step, context: SchoolContext) {
  return wanted === now ? {} : { to: reachable(wanted, context), set: { failure: null, isSentBack: false } }
}
