/** Lists the steps and the fields of both sign-ups. The draft, the machine and the requests derive from these lists. */
import type { SchoolType } from '@foyer/contract/school-types'

/** `applicant` asks for a person or a school. `account` is the history's name for all states of the proof. */
export const steps = ['applicant', 'contact', 'password', 'account'] as const
export type SignUpStep = (typeof steps)[number]

type FieldName = 'firstName' | 'lastName' | 'email' | 'schoolName' | 'schoolType' | 'countryId' | 'stateId'

export type SignUpField = {
  /** The field's name in the contract. */
  name: FieldName
  /** The input's name, which is also its `autocomplete` if such a token exists. */
  input: string
  step: 'applicant' | 'contact'
  /** The request sends null for an empty optional field. */
  isOptional?: true
}

export const personFields = [
  { name: 'firstName', input: 'given-name', step: 'applicant' },
  { name: 'lastName', input: 'family-name', step: 'applicant', isOptional: true },
  { name: 'email', input: 'email', step: 'contact' },
] as const satisfies SignUpField[]

export const schoolFields = [
  { name: 'schoolName', input: 'organization', step: 'applicant' },
  { name: 'schoolType', input: 'school-type', step: 'applicant' },
  { name: 'countryId', input: 'country-name', step: 'applicant' },
  { name: 'stateId', input: 'address-level1', step: 'applicant', isOptional: true },
  { name: 'firstName', input: 'given-name', step: 'contact' },
  { name: 'lastName', input: 'family-name', step: 'contact', isOptional: true },
  { name: 'email', input: 'email', step: 'contact' },
] as const satisfies SignUpField[]

/**
 * The texts that a reload restores, never a password. Fields of the other sign-up are empty. `knownEmail` is an email that
 * has an account: a reload shows the step that asks for its password again.
 */
export type Draft = Record<FieldName | 'knownEmail', string>

export const emptyDraft: Draft = {
  firstName: '',
  lastName: '',
  email: '',
  schoolName: '',
  schoolType: '',
  countryId: '',
  stateId: '',
  knownEmail: '',
}

/** Returns the values of a step's form under their contract names. */
export function stepTextsIn(
  fields: readonly SignUpField[],
  step: SignUpStep,
  values: Record<string, string>,
): Partial<Draft> {
  const own = fields.filter((field) => field.step === step)
  return Object.fromEntries(own.map(({ name, input }) => [name, values[input] ?? '']))
}

type Requested<F extends SignUpField> = {
  [One in F as One['name']]: One extends { isOptional: true } ? string | null : string
}
type Person = Requested<(typeof personFields)[number]>
type School = Requested<(typeof schoolFields)[number]> & { schoolType: SchoolType }

/** Returns the request's values, which are validated before sending. */
export function applicantOf(fields: typeof personFields, draft: Draft): Person
export function applicantOf(fields: typeof schoolFields, draft: Draft): School
export function applicantOf(fields: readonly SignUpField[], draft: Draft): object {
  return Object.fromEntries(
    fields.map(({ name, isOptional }) => [name, isOptional ? draft[name].trim() || null : draft[name]]),
  )
}
