/** The fields of the sign-up form but for passwords: drafts, the machine and the request are made from this list. */

export const draftFields = [
  { name: 'firstName', input: 'given-name', step: 'name' },
  { name: 'lastName', input: 'family-name', step: 'name', isOptional: true },
  { name: 'email', input: 'email', step: 'email' },
] as const

type DraftField = (typeof draftFields)[number]
type OnStep<S extends DraftField['step']> = Extract<DraftField, { step: S }>['name']

/** Kept for a reload. Never a password. */
export type Draft = Record<DraftField['name'], string>

/** The fields of one step. */
export type DraftStep<S extends DraftField['step']> = Pick<Draft, OnStep<S>>

/** The value for the contract: null for an optional field that is empty. */
export type Applicant = {
  [F in DraftField as F['name']]: F extends { isOptional: true } ? string | null : string
}

/** The draft with each text made from its field. */
export function mapDraft(textOf: (field: DraftField) => string): Draft {
  return Object.fromEntries(draftFields.map((field) => [field.name, textOf(field)])) as Draft
}

/** The values of a step's form, by the names of the contract. */
export function draftStepIn<S extends DraftField['step']>(
  step: S,
  values: Record<string, string>,
): DraftStep<S> {
  const own = draftFields.filter((field) => field.step === step)
  return Object.fromEntries(own.map(({ name, input }) => [name, values[input] ?? ''])) as DraftStep<S>
}

export function applicantOf(draft: Draft): Applicant {
  return Object.fromEntries(
    draftFields.map((field) => {
      const text = draft[field.name]
      return [field.name, 'isOptional' in field ? text.trim() || null : text]
    }),
  ) as Applicant
}
