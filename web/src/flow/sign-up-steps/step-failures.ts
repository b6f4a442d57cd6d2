/** Finds the step of a sign-up that holds a field the service refused (product 4). */
import type { Failure } from '../../api/failure.ts'

type StepFailures<S extends string> = {
  /** Returns the first step with a field error, else the step that was sent. */
  stepOf(failure: Failure): S
  /** Returns the failure if the step shows it. A failure without a field belongs to the step that was sent. */
  failureOn(step: S, failure: Failure | null): Failure | null
  /** Drops the errors of a corrected step and keeps those of later steps. */
  withoutErrorsOf(step: S, failure: Failure | null): { failure: Failure | null; isSentBack: false }
}

/** `fieldsOf` returns the contract's names of a step's fields; `sent` is the step that sends the request. */
export function stepFailures<S extends string>(
  steps: readonly S[],
  fieldsOf: (step: S) => readonly string[],
  sent: S,
): StepFailures<S> {
  return { stepOf, failureOn, withoutErrorsOf }

  function stepOf(failure: Failure): S {
    return steps.find((step) => hasFieldError(step, failure)) ?? sent
  }

  function failureOn(step: S, failure: Failure | null): Failure | null {
    return failure && (step === stepOf(failure) || hasFieldError(step, failure)) ? failure : null
  }

  function hasFieldError(step: S, { errors }: Failure): boolean {
    return fieldsOf(step).some((field) => errors.fieldErrors?.[field])
  }

  function withoutErrorsOf(step: S, failure: Failure | null): { failure: Failure | null; isSentBack: false } {
    const later = steps.slice(steps.indexOf(step) + 1).flatMap(fieldsOf)
    const left = Object.entries(failure?.errors.fieldErrors ?? {}).filter(([field]) => later.includes(field))
    return {
      failure:
        failure && left.length > 0 ? { ...failure, errors: { fieldErrors: Object.fromEntries(left) } } : null,
      isSentBack: false,
    }
  }
}

export type SignUpFailures<S extends string> = {
  ofSignUp: StepFailures<S>
  /** Refusals of a proof: all without a field belong to the proof. */
  ofProof: StepFailures<S>
  failureOn: StepFailures<S>['failureOn']
  withoutErrorsOf: StepFailures<S>['withoutErrorsOf']
}

/** Finds the steps of the sign-up with these fields and, after them, a new password and the proof of an account. */
export function signUpFailures<S extends string>(
  steps: readonly (S | 'password' | 'account')[],
  fields: readonly { name: string; step: string }[],
): SignUpFailures<S | 'password' | 'account'> {
  const ofSignUp = stepFailures(steps, fieldsOf, 'password')
  const ofProof = stepFailures(steps, fieldsOf, 'account')
  return {
    ofSignUp,
    ofProof,
    failureOn: (step, failure) => (step === 'account' ? ofProof : ofSignUp).failureOn(step, failure),
    withoutErrorsOf: ofSignUp.withoutErrorsOf,
  }

  function fieldsOf(step: string): readonly string[] {
    if (step === 'password') return ['password1', 'password2']
    if (step === 'account') return ['password', 'otp']
    return fields.filter((field) => field.step === step).map(({ name }) => name)
  }
}
