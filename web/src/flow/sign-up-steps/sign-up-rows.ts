/**
 * Declares the rows that the tables of both sign-ups end with: the new password, the call, for an email with an account the
 * proof that the account is the user's, and the handover to the platform (product 2.4, 4).
 */
import type { Outcome } from '../../session/handover.ts'
import type { Machine } from '../machine/step-machine.ts'
import {
  type ProofContext,
  type ProofEffect,
  type ProofEvent,
  type ProofState,
  proofRows,
  refuseProof,
} from '../proof/proof-rows.ts'
import type { SignUpFailures } from './step-failures.ts'

/** `S` names the steps before the password. The history has the step `account` for all states of the proof. */
export type SignUpStep<S extends string> = S | 'password' | 'account'

export type SignUpStateOf<S extends string> =
  | S
  | 'password'
  | 'signingUp'
  | ProofState
  | 'handingOver'
  /** The user is signed in, but the handover failed. */
  | 'stopped'

/** The new passwords stay in the memory of this page. */
export type Passwords = { password1: string; password2: string }

export type SignUpValues = ProofContext &
  Passwords & {
    email: string
    /** The email that has an account. */
    knownEmail: string
    /** A refusal led back to the step with the field. */
    isSentBack: boolean
    outcome: Outcome | null
  }

/** `D` is the draft, the text that a reload restores. */
export type SignUpEventOf<S extends string, D> =
  /** Text of a step that is not submitted yet. */
  | { type: 'typed'; values: Partial<D & Passwords> }
  /** A reload found a draft of this tab; `step` is that of the history entry. */
  | { type: 'restored'; draft: Partial<D>; step: SignUpStep<S> }
  | ({ type: 'passwordSubmitted' } & Passwords)
  /** The email has an account already. */
  | { type: 'accountFound' }
  | ProofEvent
  /** 'Not you? Change' */
  | { type: 'changed' }
  /** The 'Back' button. */
  | { type: 'back' }
  /** The browser's Back and Forward. */
  | { type: 'stepShown'; step: SignUpStep<S> }
  /** A session is stored: by this sign-up, or before the page loaded. */
  | { type: 'signedIn' }
  /** The session had ended when the page requested the auth code. */
  | { type: 'signedOut' }
  | { type: 'stopped'; outcome: Outcome }

/**
 * `signUp` stores the session and sends `signedIn`, `accountFound` or `refused`; so does `prove`, without `accountFound`.
 * `handOver` leaves the page or sends `stopped` or `signedOut`. The others move the history to the step.
 */
export type SignUpEffectOf = 'showPassword' | 'signUp' | ProofEffect | 'handOver'

export const blankValues = {
  password1: '',
  password2: '',
  password: '',
  otp: '',
  challenge: null,
  failure: null,
  isSentBack: false,
  outcome: null,
} as const

/**
 * `leave` has the rules that the table adds to every row of the form, and `followFrom` those for Back and Forward from a
 * step. Both have the type of the table's rules, `R`.
 */
export function signUpRows<S extends string, R extends object>(
  firstStep: S,
  emailStep: S,
  failures: SignUpFailures<SignUpStep<S>>,
  followFrom: (step: SignUpStep<S>) => R,
  leave: R,
) {
  type Rules = Machine<
    SignUpStateOf<S>,
    SignUpEventOf<S, object>,
    SignUpValues,
    string
  >[SignUpStateOf<S>]['on']

  const submitPasswords: Rules = {
    typed: (_, { values }) => ({ set: values }),
    passwordSubmitted: (_, { password1, password2 }) => ({
      to: 'signingUp',
      set: { password1, password2, failure: null, isSentBack: false },
    }),
    back: ({ failure }) => ({ to: emailStep, set: failures.withoutErrorsOf('password', failure) }),
  }

  const awaitAccount: Rules = {
    signedIn: () => ({ to: 'handingOver', set: { failure: null } }),
    accountFound: ({ email }) => ({ to: 'account', set: { knownEmail: email.trim(), challenge: null } }),
    refused: (_, { failure }) => {
      const step = failures.ofSignUp.stepOf(failure)
      return { to: step, set: { failure, isSentBack: step !== 'password' } }
    },
    retried: () => ({ to: 'signingUp' }),
  }

  const change: Rules = { changed: () => ({ to: emailStep, set: { failure: null } }) }

  const awaitProof: Rules = {
    signedIn: () => ({ to: 'handingOver', set: { failure: null } }),
    refused: (context, event) => {
      const step = failures.ofProof.stepOf(event.failure)
      if (step === 'account') return refuseProof(context, event)
      return { to: step, set: { failure: event.failure, isSentBack: true } }
    },
  }

  const leaveForm: Rules = {
    retried: () => ({ to: 'handingOver' }),
    signedOut: () => ({ to: firstStep, set: { outcome: null } }),
    stopped: (_, { outcome }) => ({ to: 'stopped', set: { outcome } }),
  }

  const leaveAgain: Rules = { retried: () => ({ to: 'handingOver' }) }

  return {
    password: { effect: 'showPassword', on: { ...submitPasswords, ...followFrom('password'), ...leave } },
    signingUp: { effect: 'signUp', on: { ...awaitAccount, ...followFrom('password') } },
    ...proofRows<object>({ ...change, ...followFrom('account'), ...leave }, { proving: awaitProof }),
    handingOver: { enter: forgetSecrets, effect: 'handOver', on: leaveForm },
    stopped: { on: leaveAgain },
  } satisfies Rows<object> as Rows<R>
}

/** The rows of a table whose rules are `R`. */
type Rows<R> = Record<
  SignUpStateOf<never>,
  { enter?: () => Partial<SignUpValues>; effect?: SignUpEffectOf; on: R }
>

const forgetSecrets = () => ({ password1: '', password2: '', password: '', otp: '', challenge: null })
