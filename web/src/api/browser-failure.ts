/** Builds failures that the browser detects itself. Separate from failure.ts, because only callers need these functions. */
import type { FieldErrors } from '@foyer/contract/errors'
import { blankFailure, type Failure } from './failure.ts'

/** Builds the failure that the service would return for these fields, without sending the request. */
export function fieldFailure(fieldErrors: FieldErrors): Failure {
  return { ...blankFailure, statusCode: 400, errors: { code: 'invalid-request', fieldErrors } }
}

export function endedSession(): Failure {
  return { ...blankFailure, statusCode: 401, errors: { code: 'session-ended' } }
}
