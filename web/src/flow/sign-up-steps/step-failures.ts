/** Finds the sign-up step that contains a refused field (product 4). */
import type { Failure } from '../../api/failure.ts'
import { type SignUpField, type SignUpStep, steps } from './fields.ts'

type Fields = readonly SignUpField[]

/** Returns the first step with a field error, else the step that sent the request. */
export function stepOf(fields: Fields, failure: Failure, sent: 'password' | 'account'): SignUpStep {
  return steps.find((step) => hasFieldError(fields, step, failure)) ?? sent
}

/**
 * Returns the failure if this step shows it. A failure without field errors belongs to the step that sent the request: the
 * new password, or the proof of the account.
 */
export function failureOn(fields: Fields, step: SignUpStep, failure: Failure | null): Failure | null {
  const sent = step === 'account' ? 'account' : 'password'
  const isShown = failure && (step === stepOf(fields, failure, sent) || hasFieldError(fields, step, failure))
  return isShown ? failure : null
}

/** Removes the errors of a corrected step and keeps the errors of later steps. */
export function withoutErrorsOf(
  fields: Fields,
  step: SignUpStep,
  failure: Failure | null,
): { failure: Failure | null; isSentBack: false } {
  const later = steps.slice(steps.indexOf(step) + 1).flatMap((next) => namesOf(fields, next))
  const left = Object.entries(failure?.errors.fieldErrors ?? {}).filter(([field]) => later.includes(field))
  const errors = { fieldErrors: Object.fromEntries(left) }
  return { failure: failure && left.length > 0 ? { ...failure, errors } : null, isSentBack: false }
}

function hasFieldError(fields: Fields, step: SignUpStep, { errors }: Failure): boolean {
  return namesOf(fields, step).some((name) => errors.fieldErrors?.[name])
}

/** Returns the contract names of a step's fields. */
function namesOf(fields: Fields, step: SignUpStep): string[] {
  if (step === 'password') return ['password1', 'password2']
  if (step === 'account') return ['password', 'otp']
  return fields.filter((field) => field.step === step).map(({ name }) => name)
}
