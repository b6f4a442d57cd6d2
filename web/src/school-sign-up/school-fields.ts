/** Lists the fields of school sign-up except the passwords. The draft, the machine and the request derive from this list. */
import type { SchoolType } from '@foyer/contract/school-types'
import {
  type RequestTextsOf,
  requestTextsOf,
  type StepTextsOf,
  type TextsOf,
} from '../flow/sign-up-steps/field-list.ts'

const requestFields = [
  { name: 'schoolName', input: 'organization', step: 'school' },
  { name: 'schoolType', input: 'school-type', step: 'school' },
  { name: 'countryId', input: 'country-name', step: 'school' },
  { name: 'stateId', input: 'address-level1', step: 'school', isOptional: true },
  { name: 'firstName', input: 'given-name', step: 'contact' },
  { name: 'lastName', input: 'family-name', step: 'contact', isOptional: true },
  { name: 'email', input: 'email', step: 'contact' },
] as const

/** `knownEmail` is the email that has an account: a reload shows the step that asks for its password again. */
export const schoolFields = [
  ...requestFields,
  { name: 'knownEmail', input: 'known-email', step: 'account' },
] as const

type SchoolField = (typeof schoolFields)[number]

/** The text kept for a reload, never a password. */
export type SchoolDraft = TextsOf<SchoolField>

/** The fields of one step. */
export type SchoolTexts<S extends SchoolField['step']> = StepTextsOf<SchoolField, S>

type Applicant = RequestTextsOf<(typeof requestFields)[number]> & { schoolType: SchoolType }

/** The values of the request: null for an empty optional field. The request is checked before it is sent. */
export function applicantOf(draft: SchoolDraft): Applicant {
  return requestTextsOf(requestFields, draft) as Applicant
}
