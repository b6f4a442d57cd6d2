/** Failures that the browser finds out by itself. Apart from failure.ts: only who calls needs them. */
import type { FieldErrors } from '@foyer/contract/errors'
import { blankFailure, type Failure } from './failure.ts'

/** As the service would answer, found out before asking it. */
export function fieldFailure(fieldErrors: FieldErrors): Failure {
  return { ...blankFailure, statusCode: 400, errors: { code: 'invalid-request', fieldErrors } }
}

export function endedSession(): Failure {
  return { ...blankFailure, statusCode: 401, errors: { code: 'session-ended' } }
}
