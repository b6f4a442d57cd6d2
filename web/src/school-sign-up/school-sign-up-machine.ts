/** Declares the states of school sign-up: school, contact, and the rows that both sign-ups share (product 2.4, 4). */
import type { Machine, Situation } from '../flow/machine/step-machine.ts'
import { textsOf } from '../flow/sign-up-steps/field-list.ts'
import {
  blankValues,
  type SignUpEffectOf,
  type SignUpEventOf,
  type SignUpStateOf,
  type SignUpValues,
  signUpRows,
} from '../flow/sign-up-steps/sign-up-rows.ts'
import { signUpFailures } from '../flow/sign-up-steps/step-failures.ts'
import { type SchoolDraft, type SchoolTexts, schoolFields } from './school-fields.ts'

export const steps = ['school', 'contact', 'password', 'account'] as const
export type Step = (typeof steps)[number]

export type SchoolState = SignUpStateOf<Step>

export type SchoolContext = SchoolDraft & SignUpValues

export type SchoolEvent =
  | SignUpEventOf<Step, SchoolDraft>
  | ({ type: 'schoolSubmitted' } & SchoolTexts<'school'>)
  | ({ type: 'contactSubmitted' } & SchoolTexts<'contact'>)

export type SchoolEffect = 'showSchool' | 'showContact' | SignUpEffectOf

type Rows = Machine<SchoolState, SchoolEvent, SchoolContext, SchoolEffect>
type Rules = Rows[SchoolState]['on']

const failures = signUpFailures<Step>(steps, schoolFields)
const { withoutErrorsOf } = failures

/** Returns the part of the failure that the step shows. All of a failure to prove the account is shown with the proof. */
export const { failureOn } = failures

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
      ...followFrom('school'),
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
      ...followFrom('contact'),
    },
  },
  ...signUpRows<Step, Rules>('school', 'contact', failures, followFrom, {}),
}

/** The situation that the server renders. */
export function schoolStart(): Situation<SchoolState, SchoolContext> {
  return { state: 'school', context: { ...textsOf(schoolFields, () => ''), ...blankValues }, entry: 0 }
}

/** Another country has other states. */
function withState({ countryId }: SchoolContext, values: Partial<SchoolContext>): Partial<SchoolContext> {
  const isOther = values.countryId !== undefined && values.countryId !== countryId
  return isOther ? { stateId: '', ...values } : values
}

/** Follows the history from a step; if an earlier step is empty, its entry effect corrects the history. */
function followFrom(now: Step): Rules {
  return {
    stepShown: (context, { step }) =>
      step === now ? {} : { to: reachable(step, context), set: { failure: null, isSentBack: false } },
  }
}

/** Returns the wanted step, or the first one before it that has an empty field. */
function reachable(wanted: Step, context: SchoolDraft): Step {
  const { schoolName, schoolType, countryId, firstName, email, knownEmail } = context
  const isSchoolKnown = schoolName.trim() && schoolType && countryId
  if (wanted === 'school' || !isSchoolKnown) return 'school'
  if (wanted === 'contact' || !firstName.trim() || !email.trim()) return 'contact'
  return wanted === 'account' && knownEmail === email.trim() ? 'account' : 'password'
}
