/**
 * Declares the states of both sign-ups (product 2.4, 4): the applicant (a person or a school), the contact, then the new
 * password or, if the email has an account, the proof of that account, and the handover to the platform.
 */
import type { Outcome } from '../../session/handover.ts'
import type { Machine, Situation } from '../machine/step-machine.ts'
import {
  type ProofContext,
  type ProofEffect,
  type ProofEvent,
  type ProofState,
  proofRows,
  refuseProof,
} from '../proof/proof-rows.ts'
import { type Draft, emptyDraft, type SignUpField, type SignUpStep } from './fields.ts'
import { stepOf, withoutErrorsOf } from './step-failures.ts'

export type SignUpState =
  | SignUpStep
  | 'signingUp'
  | ProofState
  /** A school was signed up, and the user reads that the school is being checked. */
  | 'registered'
  | 'handingOver'
  /** The user is signed in, but the handover failed. */
  | 'stopped'

/** The new passwords, kept only in the memory of this page. */
export type Passwords = { password1: string; password2: string }

export type SignUpContext = Draft &
  Passwords &
  ProofContext & {
    fields: readonly SignUpField[]
    /** True if a refusal returned the user to the step with the refused field. */
    isSentBack: boolean
    outcome: Outcome | null
  }

export type SignUpEvent =
  /** The user typed text that is not submitted yet. */
  | { type: 'typed'; values: Partial<Draft & Passwords> }
  /** A reload found a draft of this tab. `step` is the step of the history entry. */
  | { type: 'restored'; draft: Partial<Draft>; step: SignUpStep }
  /** The user submits the applicant or the contact. */
  | { type: 'stepSubmitted'; texts: Partial<Draft> }
  | ({ type: 'passwordSubmitted' } & Passwords)
  /** The email already has an account. */
  | { type: 'accountFound' }
  | ProofEvent
  /** The user clicks 'Not you? Change'. */
  | { type: 'changed' }
  /** The user clicks the 'Back' button. */
  | { type: 'back' }
  /** The browser goes Back or Forward. */
  | { type: 'stepShown'; step: SignUpStep }
  /** A session is stored: by this sign-up, by a provider's popup, or before the page loaded. */
  | { type: 'signedIn' }
  /** A session is stored, and the service will check the school. */
  | { type: 'registered' }
  /** The user clicks 'Continue to Schools'. */
  | { type: 'continued' }
  /** The session had ended when the page requested the authorization code. */
  | { type: 'signedOut' }
  | { type: 'stopped'; outcome: Outcome }

/**
 * `signUp` stores the session and sends `signedIn`, `registered` for a school, `accountFound` or `refused`. `prove` sends
 * the same events except `accountFound`. `handOver` leaves the page or sends `stopped` or `signedOut`. The other effects
 * move the history to the step.
 */
export type SignUpEffect =
  | 'showApplicant'
  | 'showContact'
  | 'showPassword'
  | 'signUp'
  | ProofEffect
  | 'handOver'

type Rows = Machine<SignUpState, SignUpEvent, SignUpContext, SignUpEffect>
type Rules = Rows[SignUpState]['on']

const leave: Rules = { signedIn: () => ({ to: 'handingOver', set: { failure: null } }) }

const register: Rules = { registered: () => ({ to: 'registered', set: { failure: null } }) }

const forgetSecrets = () => ({ password1: '', password2: '', password: '', otp: '', challenge: null })

export const signUpMachine: Rows = {
  applicant: {
    effect: 'showApplicant',
    on: {
      typed: (context, { values }) => ({ set: withState(context, values) }),
      restored: (context, { draft, step }) => ({ to: reachable(step, { ...context, ...draft }), set: draft }),
      stepSubmitted: ({ fields, failure }, { texts }) => ({
        to: 'contact',
        set: { ...texts, ...withoutErrorsOf(fields, 'applicant', failure) },
      }),
      ...followFrom('applicant'),
      ...leave,
    },
  },
  contact: {
    effect: 'showContact',
    on: {
      typed: (_, { values }) => ({ set: values }),
      stepSubmitted: ({ fields, failure }, { texts }) => ({
        to: 'password',
        set: { ...texts, email: texts.email?.trim() ?? '', ...withoutErrorsOf(fields, 'contact', failure) },
      }),
      back: ({ fields, failure }) => ({ to: 'applicant', set: withoutErrorsOf(fields, 'contact', failure) }),
      ...followFrom('contact'),
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
      back: ({ fields, failure }) => ({ to: 'contact', set: withoutErrorsOf(fields, 'password', failure) }),
      ...followFrom('password'),
      ...leave,
    },
  },
  signingUp: {
    effect: 'signUp',
    on: {
      accountFound: ({ email }) => ({ to: 'account', set: { knownEmail: email.trim(), challenge: null } }),
      refused: ({ fields }, { failure }) => {
        const step = stepOf(fields, failure, 'password')
        return { to: step, set: { failure, isSentBack: step !== 'password' } }
      },
      retried: () => ({ to: 'signingUp' }),
      ...followFrom('password'),
      ...register,
      ...leave,
    },
  },
  ...proofRows<Rules>(
    { changed: () => ({ to: 'contact', set: { failure: null } }), ...followFrom('account'), ...leave },
    {
      proving: {
        ...register,
        refused: (context, event) => {
          const step = stepOf(context.fields, event.failure, 'account')
          if (step === 'account') return refuseProof(context, event)
          return { to: step, set: { failure: event.failure, isSentBack: true } }
        },
      },
    },
  ),
  registered: {
    enter: forgetSecrets,
    on: { continued: () => ({ to: 'handingOver' }) },
  },
  handingOver: {
    enter: forgetSecrets,
    effect: 'handOver',
    on: {
      retried: () => ({ to: 'handingOver' }),
      signedOut: () => ({ to: 'applicant', set: { outcome: null } }),
      stopped: (_, { outcome }) => ({ to: 'stopped', set: { outcome } }),
    },
  },
  stopped: { on: { retried: () => ({ to: 'handingOver' }) } },
}

/** Returns the situation that the server renders. */
export function signUpStart(fields: readonly SignUpField[]): Situation<SignUpState, SignUpContext> {
  const context = {
    ...emptyDraft,
    ...forgetSecrets(),
    fields,
    failure: null,
    isSentBack: false,
    outcome: null,
  }
  return { state: 'applicant', context, entry: 0 }
}

/** Clears the state (region) of the school when the user chooses another country. */
function withState({ countryId }: SignUpContext, values: Partial<SignUpContext>): Partial<SignUpContext> {
  const isOther = values.countryId !== undefined && values.countryId !== countryId
  return isOther ? { stateId: '', ...values } : values
}

/** Follows Back and Forward from a step. If an earlier step is empty, the effect of that step corrects the history. */
function followFrom(now: SignUpStep): Rules {
  return {
    stepShown: (context, { step }) =>
      step === now ? {} : { to: reachable(step, context), set: { failure: null, isSentBack: false } },
  }
}

/** Returns the wanted step, or the first earlier step with an empty field. */
function reachable(wanted: SignUpStep, context: SignUpContext): SignUpStep {
  const { fields, email, knownEmail } = context
  const empty = fields.find(({ name, isOptional }) => !isOptional && !context[name].trim())
  if (wanted === 'applicant' || empty?.step === 'applicant') return 'applicant'
  if (wanted === 'contact' || empty) return 'contact'
  return wanted === 'account' && knownEmail === email.trim() ? 'account' : 'password'
}
