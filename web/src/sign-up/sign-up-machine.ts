/** Opening an account: name, email, password, then on to the platform (Spec 2.4, 4). */
import type { Failure } from '../api/failure.ts'
import type { Machine, Situation } from '../flow/machine/step-machine.ts'
import type { Outcome } from '../session/after-sign-in.ts'
import { type Draft, type DraftStep, draftFields, mapDraft } from './draft-fields.ts'

export const steps = ['name', 'email', 'password'] as const
export type Step = (typeof steps)[number]

export type SignUpState =
  | Step
  | 'signingUp'
  | 'handingOver'
  /** Signed in, and taken nowhere. */
  | 'stopped'

export type SignUpContext = Draft & {
  /** Of this page's memory alone. */
  password1: string
  password2: string
  failure: Failure | null
  /** By a refusal, to the step that holds the field. */
  isSentBack: boolean
  outcome: Outcome | null
}

type Typed = Pick<SignUpContext, keyof Draft | 'password1' | 'password2'>

export type SignUpEvent =
  /** Not sent yet, but not to be typed again. */
  | { type: 'typed'; values: Partial<Typed> }
  /** A reload, or a draft that this tab has still; `step` is that of the history entry. */
  | { type: 'restored'; draft: Partial<Draft>; step: Step }
  | ({ type: 'nameSubmitted' } & DraftStep<'name'>)
  | ({ type: 'emailSubmitted' } & DraftStep<'email'>)
  | { type: 'passwordSubmitted'; password1: string; password2: string }
  /** The button 'Back' */
  | { type: 'back' }
  /** The browser's Back and Forward. */
  | { type: 'stepShown'; step: Step }
  /** A session is stored: just now, or already when the page came. */
  | { type: 'signedIn' }
  | { type: 'refused'; failure: Failure }
  /** No session any more when the code was asked for. */
  | { type: 'signedOut' }
  | { type: 'stopped'; outcome: Outcome }
  /** Once more: what takes too long, or what stopped. */
  | { type: 'retried' }

/**
 * signUp stores the session → signedIn, refused. handOver leaves the page, or → stopped, signedOut. The others bring the
 * history in line.
 */
export type SignUpEffect = 'showName' | 'showEmail' | 'showPassword' | 'signUp' | 'handOver'

function fieldsOf(step: Step): readonly string[] {
  if (step === 'password') return ['password1', 'password2']
  return draftFields.filter((field) => field.step === step).map(({ name }) => name)
}

export const signUpMachine: Machine<SignUpState, SignUpEvent, SignUpContext, SignUpEffect> = {
  name: {
    effect: 'showName',
    on: {
      typed: (_, { values }) => ({ set: values }),
      restored: (context, { draft, step }) => ({ to: reachable(step, { ...context, ...draft }), set: draft }),
      nameSubmitted: ({ failure }, { type: _, ...values }) => ({
        to: 'email',
        set: { ...values, ...mended('name', failure) },
      }),
      stepShown: (context, { step }) => follow('name', step, context),
      signedIn: () => ({ to: 'handingOver', set: { failure: null } }),
    },
  },
  email: {
    effect: 'showEmail',
    on: {
      typed: (_, { values }) => ({ set: values }),
      emailSubmitted: ({ failure }, { type: _, ...values }) => ({
        to: 'password',
        set: { ...values, ...mended('email', failure) },
      }),
      back: ({ failure }) => ({ to: 'name', set: mended('email', failure) }),
      stepShown: (context, { step }) => follow('email', step, context),
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
      back: ({ failure }) => ({ to: 'email', set: mended('password', failure) }),
      stepShown: (context, { step }) => follow('password', step, context),
    },
  },
  signingUp: {
    effect: 'signUp',
    on: {
      signedIn: () => ({ to: 'handingOver' }),
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

/** Where the page starts: what it is rendered with on the server. */
export function signUpStart(): Situation<SignUpState, SignUpContext> {
  const nothing = { ...mapDraft(() => ''), password1: '', password2: '' }
  return { state: 'name', context: { ...nothing, failure: null, isSentBack: false, outcome: null }, entry: 0 }
}

/** Of what the service refused, the part that a step has to show; what no field holds is shown where it was sent. */
export function failureOn(step: Step, failure: Failure | null): Failure | null {
  return failure && (step === stepOf(failure) || holdsFault(step, failure)) ? failure : null
}

/** The first step that holds a field the service finds fault with (Spec 4). */
function stepOf(failure: Failure): Step {
  return steps.find((step) => holdsFault(step, failure)) ?? 'password'
}

function holdsFault(step: Step, { errors }: Failure): boolean {
  return fieldsOf(step).some((field) => errors.fieldErrors?.[field])
}

/** What is left of a refusal once a step was seen to: the faults that later steps hold. */
function mended(step: Step, failure: Failure | null): Pick<SignUpContext, 'failure' | 'isSentBack'> {
  const later = steps.slice(steps.indexOf(step) + 1).flatMap(fieldsOf)
  const left = Object.entries(failure?.errors.fieldErrors ?? {}).filter(([field]) => later.includes(field))
  return {
    failure:
      failure && left.length > 0 ? { ...failure, errors: { fieldErrors: Object.fromEntries(left) } } : null,
    isSentBack: false,
  }
}

/** The step that is wanted, unless one before it is empty. */
function reachable(wanted: Step, { firstName, email }: Draft): Step {
  if (wanted === 'name' || !firstName.trim()) return 'name'
  return wanted === 'email' || !email.trim() ? 'email' : 'password'
}

/** An entry that cannot be shown leads to one that can, and the history is brought in line on entering it. */
function follow(now: Step, wanted: Step, context: SignUpContext) {
  return wanted === now ? {} : { to: reachable(wanted, context), set: { failure: null, isSentBack: false } }
}
