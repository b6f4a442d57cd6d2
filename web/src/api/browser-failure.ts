/** Makes the failures that the browser finds itself. Apart from failure.ts, since only callers need them. */
import type { FieldErrors } from '@foyer/contract/errors'
import { blankFailure, type Failure } from './failure.ts'

/** Equals the service's answer, and saves the request. */
export function fieldFailure(fieldErrors: FieldErrors): Failure {
  return { ...blankFailure, statusCode: 400, errors: { code: 'invalid-request', fieldErrors } }
}

export function endedSession(): Failure {
  return { ...blankFailure, statusCode: 401, errors: { code: 'session-ended' } }
}
