/** Lists the fields of sign-up except the passwords. The draft, the machine and the request derive from this list. */

export const draftFields = [
  { name: 'firstName', input: 'given-name', step: 'name' },
  { name: 'lastName', input: 'family-name', step: 'name', isOptional: true },
  { name: 'email', input: 'email', step: 'email' },
] as const

type DraftField = (typeof draftFields)[number]
type OnStep<S extends DraftField['step']> = Extract<DraftField, { step: S }>['name']

/** The text kept for a reload, never a password. */
export type Draft = Record<DraftField['name'], string>

/** The fields of one step. */
export type DraftStep<S extends DraftField['step']> = Pick<Draft, OnStep<S>>

/** The values of the request: null for an empty optional field. */
export type Applicant = {
  [F in DraftField as F['name']]: F extends { isOptional: true } ? string | null : string
}

/** Builds a draft with the text that `textOf` returns for each field. */
export function mapDraft(textOf: (field: DraftField) => string): Draft {
  return Object.fromEntries(draftFields.map((field) => [field.name, textOf(field)])) as Draft
}

/** Returns the values of a step's form under the names of the contract. */
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
