/** Lists the fields of sign-up except the passwords. The draft, the machine and the request derive from this list. */
import {
  type RequestTextsOf,
  requestTextsOf,
  type StepTextsOf,
  stepTextsIn,
  type TextsOf,
  textsOf,
} from '../flow/sign-up-steps/field-list.ts'

const requestFields = [
  { name: 'firstName', input: 'given-name', step: 'name' },
  { name: 'lastName', input: 'family-name', step: 'name', isOptional: true },
  { name: 'email', input: 'email', step: 'email' },
] as const

/** `knownEmail` is the email that has an account: a reload shows the step that asks for its password again. */
export const draftFields = [
  ...requestFields,
  { name: 'knownEmail', input: 'known-email', step: 'account' },
] as const

type DraftField = (typeof draftFields)[number]

/** The text kept for a reload, never a password. */
export type Draft = TextsOf<DraftField>

/** The fields of one step. */
export type DraftStep<S extends DraftField['step']> = StepTextsOf<DraftField, S>

/** The values of the request: null for an empty optional field. */
type Applicant = RequestTextsOf<(typeof requestFields)[number]>

/** Builds a draft with the text that `textOf` returns for each field. */
export function mapDraft(textOf: (field: DraftField) => string): Draft {
  return textsOf(draftFields, textOf)
}

/** Returns the values of a step's form under the names of the contract. */
export function draftStepIn<S extends DraftField['step']>(
  step: S,
  values: Record<string, string>,
): DraftStep<S> {
  return stepTextsIn(draftFields, step, values)
}

export function applicantOf(draft: Draft): Applicant {
  return requestTextsOf(requestFields, draft)
}
