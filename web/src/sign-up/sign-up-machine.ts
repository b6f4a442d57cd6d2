/**
 * Declares the states of sign-up: name, email, password, and for an email with an account of other platforms the proof that
 * it is the user's; then the handover to the platform (product 2.4, 4).
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
import { stepFailures } from '../flow/sign-up-steps/step-failures.ts'
import type { Outcome } from '../session/handover.ts'
import { type Draft, type DraftStep, draftFields, mapDraft } from './draft-fields.ts'

export const steps = ['name', 'email', 'password', 'account'] as const
export type Step = (typeof steps)[number]

export type SignUpState =
  | Step
  | 'signingUp'
  | Exclude<ProofState, Step>
  | 'handingOver'
  /** The user is signed in, but the handover failed. */
  | 'stopped'

export type SignUpContext = Draft &
  ProofContext & {
    /** Passwords stay in the memory of this page. */
    password1: string
    password2: string
    /** A refusal led back to the step with the field. */
    isSentBack: boolean
    outcome: Outcome | null
  }

type Typed = Pick<SignUpContext, keyof Draft | 'password1' | 'password2'>

export type SignUpEvent =
  /** Text of a step that is not submitted yet. */
  | { type: 'typed'; values: Partial<Typed> }
  /** A reload found a draft of this tab; `step` is that of the history entry. */
  | { type: 'restored'; draft: Partial<Draft>; step: Step }
  | ({ type: 'nameSubmitted' } & DraftStep<'name'>)
  | ({ type: 'emailSubmitted' } & DraftStep<'email'>)
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
 * `signUp` stores the session and sends `signedIn`, `accountFound` or `refused`. `handOver` leaves the page or sends `stopped` or
 * `signedOut`. The others move the history to the step.
 */
export type SignUpEffect = 'showName' | 'showEmail' | 'showPassword' | 'signUp' | ProofEffect | 'handOver'

function fieldsOf(step: Step): readonly string[] {
  if (step === 'password') return ['password1', 'password2']
  if (step === 'account') return ['password', 'otp']
  return draftFields.filter((field) => field.step === step).map(({ name }) => name)
}

const ofSignUp = stepFailures(steps, fieldsOf, 'password')
const ofJoining = stepFailures(steps, fieldsOf, 'account')
const { withoutErrorsOf } = ofSignUp

/** Returns the part of the failure that the step shows. All of a failure to prove the account is shown with the proof. */
export function failureOn(step: Step, failure: Failure | null): Failure | null {
  return (step === 'account' ? ofJoining : ofSignUp).failureOn(step, failure)
}

/** Returns the first step with a field error (product 4), else the password step, which was sent. */
function stepOf(failure: Failure): Step {
  return ofSignUp.stepOf(failure)
}

/** A provider's window may sign the user in at any step. */
const leave = {
  signedIn: () => ({ to: 'handingOver', set: { failure: null } }) as const,
}

type Rows = Machine<SignUpState, SignUpEvent, SignUpContext, SignUpEffect>
type Rules = Rows[SignUpState]['on']

export const signUpMachine: Rows = {
  name: {
    effect: 'showName',
    on: {
      typed: (_, { values }) => ({ set: values }),
      restored: (context, { draft, step }) => ({ to: reachable(step, { ...context, ...draft }), set: draft }),
      nameSubmitted: ({ failure }, { type: _, ...values }) => ({
        to: 'email',
        set: { ...values, ...withoutErrorsOf('name', failure) },
      }),
      stepShown: (context, { step }) => follow('name', step, context),
      ...leave,
    },
  },
  email: {
    effect: 'showEmail',
    on: {
      typed: (_, { values }) => ({ set: values }),
      emailSubmitted: ({ failure }, { type: _, ...values }) => ({
        to: 'password',
        set: { ...values, ...withoutErrorsOf('email', failure) },
      }),
      back: ({ failure }) => ({ to: 'name', set: withoutErrorsOf('email', failure) }),
      stepShown: (context, { step }) => follow('email', step, context),
      ...leave,
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
      back: ({ failure }) => ({ to: 'email', set: withoutErrorsOf('password', failure) }),
      stepShown: (context, { step }) => follow('password', step, context),
      ...leave,
    },
  },
  signingUp: {
    effect: 'signUp',
    on: {
      ...leave,
      accountFound: ({ email }) => ({ to: 'account', set: { knownEmail: email.trim(), challenge: null } }),
      refused: (_, { failure }) => {
        const step = stepOf(failure)
        return { to: step, set: { failure, isSentBack: step !== 'password' } }
      },
      retried: () => ({ to: 'signingUp' }),
      stepShown: (context, { step }) => follow('password', step, context),
    },
  },
  ...proofRows<Rules>(
    {
      ...leave,
      changed: () => ({ to: 'email', set: { failure: null } }),
      stepShown: (context, { step }) => follow('account', step, context),
    },
    {
      proving: {
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
      signedOut: () => ({ to: 'name', set: { outcome: null } }),
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
export function signUpStart(): Situation<SignUpState, SignUpContext> {
  const secrets = { password1: '', password2: '', password: '', otp: '' }
  const empty = { ...mapDraft(() => ''), ...secrets, challenge: null }
  return { state: 'name', context: { ...empty, failure: null, isSentBack: false, outcome: null }, entry: 0 }
}

/** Returns the wanted step, or the first empty one before it. */
function reachable(wanted: Step, { firstName, email, knownEmail }: Draft): Step {
  if (wanted === 'name' || !firstName.trim()) return 'name'
  if (wanted === 'email' || !email.trim()) return 'email'
  return wanted === 'account' && knownEmail === email.trim() ? 'account' : 'password'
}

/** Follows the history to a step; if an earlier step is empty, its entry effect corrects the history. */
function follow(now: Step, wanted: Step, context: SignUpContext) {
  return wanted === now ? {} : { to: reachable(wanted, context), set: { failure: null, isSentBack: false } }
}
