/** Declares the states of sign-up: name, email, password, then the handover to the platform (Spec 2.4, 4). */
import type { Failure } from '../api/failure.ts'
import type { Machine, Situation } from '../flow/machine/step-machine.ts'
import { stepFailures } from '../flow/sign-up-steps/step-failures.ts'
import type { Outcome } from '../session/handover.ts'
import { type Draft, type DraftStep, draftFields, mapDraft } from './draft-fields.ts'

export const steps = ['name', 'email', 'password'] as const
export type Step = (typeof steps)[number]

export type SignUpState =
  | Step
  | 'signingUp'
  | 'handingOver'
  /** The user is signed in, but the handover failed. */
  | 'stopped'

export type SignUpContext = Draft & {
  /** Passwords stay in the memory of this page. */
  password1: string
  password2: string
  failure: Failure | null
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
  /** The 'Back' button. */
  | { type: 'back' }
  /** The browser's Back and Forward. */
  | { type: 'stepShown'; step: Step }
  /** A session is stored: by this sign-up, or before the page loaded. */
  | { type: 'signedIn' }
  | { type: 'refused'; failure: Failure }
  /** The session had ended when the page requested the auth code. */
  | { type: 'signedOut' }
  | { type: 'stopped'; outcome: Outcome }
  /** The user retries a slow request or a failed handover. */
  | { type: 'retried' }

/**
 * `signUp` stores the session and sends `signedIn` or `refused`. `handOver` leaves the page or sends `stopped` or
 * `signedOut`. The others move the history to the step.
 */
export type SignUpEffect = 'showName' | 'showEmail' | 'showPassword' | 'signUp' | 'handOver'

function fieldsOf(step: Step): readonly string[] {
  if (step === 'password') return ['password1', 'password2']
  return draftFields.filter((field) => field.step === step).map(({ name }) => name)
}

const failures = stepFailures(steps, fieldsOf, 'password')
const { withoutErrorsOf } = failures

/** Returns the part of the failure that the step shows. */
export const failureOn = failures.failureOn

/** Returns the first step with a field error (Spec 4), else the password step, which was sent. */
function stepOf(failure: Failure): Step {
  return failures.stepOf(failure)
}

/** A provider's window may sign the user in at any step. */
const leave: Machine<SignUpState, SignUpEvent, SignUpContext, SignUpEffect>[SignUpState]['on'] = {
  signedIn: () => ({ to: 'handingOver', set: { failure: null } }),
}

export const signUpMachine: Machine<SignUpState, SignUpEvent, SignUpContext, SignUpEffect> = {
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
      refused: (_, { failure }) => {
        const step = stepOf(failure)
        return { to: step, set: { failure, isSentBack: step !== 'password' } }
      },
      retried: () => ({ to: 'signingUp' }),
      stepShown: (context, { step }) => follow('password', step, context),
    },
  },
  handingOver: {
    enter: () => ({ password1: '', password2: '' }),
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
  const empty = { ...mapDraft(() => ''), password1: '', password2: '' }
  return { state: 'name', context: { ...empty, failure: null, isSentBack: false, outcome: null }, entry: 0 }
}

/** Returns the wanted step, or the first empty one before it. */
function reachable(wanted: Step, { firstName, email }: Draft): Step {
  if (wanted === 'name' || !firstName.trim()) return 'name'
  return wanted === 'email' || !email.trim() ? 'email' : 'password'
}

/** Follows the history to a step; if an earlier step is empty, its entry effect corrects the history. */
function follow(now: Step, wanted: Step, context: SignUpContext) {
  return wanted === now ? {} : { to: reachable(wanted, context), set: { failure: null, isSentBack: false } }
}
