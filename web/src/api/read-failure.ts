/** Converts an answer into a failure. Separate from failure.ts, so that pages that show failures need not load this code. */
import type { ClaimedAccount, ErrorCode, FieldErrors } from '@foyer/contract/errors'
import { isPlatform } from '@foyer/contract/platforms'
import { sentences } from '@foyer/contract/sentences'
import { blankFailure, type Failure } from './failure.ts'
import type { Reply } from './send.ts'
import { own } from './storage/browser-storage.ts'

/** Accepts any answer of the service or of a proxy, including HTML and malformed bodies. */
export function failureFrom({ status, isEmpty, errors: given, retryAfterSeconds }: Reply): Failure {
  const errors = readErrors(given)
  const isSilent = status === 404 && isEmpty
  if (!isSilent && !errors.detail && !errors.message && !errors.fieldErrors)
    errors.message = sentences.noAnswer
  return {
    ...blankFailure,
    is500: status === 500,
    statusCode: status,
    retryAfterSeconds,
    errors,
  }
}

function readErrors(given: unknown): Failure['errors'] {
  const errors: Failure['errors'] = {}
  const code = own(given, 'code')
  const detail = own(given, 'detail')
  const message = own(given, 'message')
  const fieldErrors = own(given, 'fieldErrors')
  const challenge = own(given, 'challenge')
  const proofs = own(given, 'proofs')
  const secondFactor = own(given, 'secondFactor')
  const enrolment = own(given, 'enrolment')
  const emailExists = own(given, 'emailExists')
  const account = own(given, 'account')
  const platforms = own(given, 'platforms')
  const proof = own(given, 'proof')
  // The code is not checked against the catalogue of errors, whose sentences would then be in every page.
  if (typeof code === 'string') errors.code = code as ErrorCode
  if (typeof detail === 'string') errors.detail = detail
  if (typeof message === 'string') errors.message = message
  if (isFieldErrors(fieldErrors)) errors.fieldErrors = fieldErrors
  if (challenge !== undefined) errors.challenge = challenge
  if (proofs !== undefined) errors.proofs = proofs
  if (secondFactor !== undefined) errors.secondFactor = secondFactor
  if (enrolment !== undefined) errors.enrolment = enrolment
  if (typeof emailExists === 'boolean') errors.emailExists = emailExists
  if (own(given, 'authorized') === false) errors.authorized = false
  if (isAccount(account)) errors.account = account
  // Drops unknown platforms, which a newer service may send.
  if (Array.isArray(platforms)) errors.platforms = platforms.filter(isPlatform)
  if (typeof proof === 'string') errors.proof = proof
  return errors
}

function isAccount(value: unknown): value is ClaimedAccount {
  return typeof own(value, 'email') === 'string' && typeof own(value, 'hasPassword') === 'boolean'
}

function isFieldErrors(value: unknown): value is FieldErrors {
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).every(
    (list) => Array.isArray(list) && list.every((sentence) => typeof sentence === 'string'),
  )
}
