/** Declares the states of sign-up: name, email, and the rows that both sign-ups share (product 2.4, 4). */
import type { Machine, Situation } from '../flow/machine/step-machine.ts'
import {
  blankValues,
  type SignUpEffectOf,
  type SignUpEventOf,
  type SignUpStateOf,
  type SignUpValues,
  signUpRows,
} from '../flow/sign-up-steps/sign-up-rows.ts'
import { signUpFailures } from '../flow/sign-up-steps/step-failures.ts'
import { type Draft, type DraftStep, draftFields, mapDraft } from './draft-fields.ts'

export const steps = ['name', 'email', 'password', 'account'] as const
export type Step = (typeof steps)[number]

export type SignUpState = SignUpStateOf<Step>

export type SignUpContext = Draft & SignUpValues

export type SignUpEvent =
  | SignUpEventOf<Step, Draft>
  | ({ type: 'nameSubmitted' } & DraftStep<'name'>)
  | ({ type: 'emailSubmitted' } & DraftStep<'email'>)

export type SignUpEffect = 'showName' | 'showEmail' | SignUpEffectOf

type Rows = Machine<SignUpState, SignUpEvent, SignUpContext, SignUpEffect>
type Rules = Rows[SignUpState]['on']

const failures = signUpFailures<Step>(steps, draftFields)
const { withoutErrorsOf } = failures

/** Returns the part of the failure that the step shows. All of a failure to prove the account is shown with the proof. */
export const { failureOn } = failures

/** A provider's window may sign the user in at any step. */
const leave: Rules = { signedIn: () => ({ to: 'handingOver', set: { failure: null } }) }

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
      ...followFrom('name'),
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
      ...followFrom('email'),
      ...leave,
    },
  },
  ...signUpRows<Step, Rules>('name', 'email', failures, followFrom, leave),
}

/** The situation that the server renders. */
export function signUpStart(): Situation<SignUpState, SignUpContext> {
  return { state: 'name', context: { ...mapDraft(() => ''), ...blankValues }, entry: 0 }
}

/** Follows the history from a step; if an earlier step is empty, its entry effect corrects the history. */
function followFrom(now: Step): Rules {
  return {
    stepShown: (context, { step }) =>
      step === now ? {} : { to: reachable(step, context), set: { failure: null, isSentBack: false } },
  }
}

/** Returns the wanted step, or the first empty one before it. */
function reachable(wanted: Step, { firstName, email, knownEmail }: Draft): Step {
  if (wanted === 'name' || !firstName.trim()) return 'name'
  if (wanted === 'email' || !email.trim()) return 'email'
  return wanted === 'account' && knownEmail === email.trim() ? 'account' : 'password'
}
