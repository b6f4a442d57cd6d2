/** Defines the shape of every failed call (product 8). */
import type { ErrorCode, FailureBody, FieldErrors } from '@foyer/contract/errors'
import { sentences, unexpected } from '@foyer/contract/sentences'
import { own } from './storage/browser-storage.ts'

export type Failure = {
  isSuccessful: false
  is500: boolean
  /** True if no complete answer arrived: offline, connection lost or timeout. */
  isNetworkFailure: boolean
  statusCode: number | null
  retryAfterSeconds: number | null
  errors: {
    code?: ErrorCode
    detail?: string
    message?: string
    fieldErrors?: FieldErrors
    /** The captcha challenge to solve before the next request. */
    challenge?: unknown
    /** The proofs that a call asks for, which only session/step-up.ts reads. */
    proofs?: unknown
    /** The ways to finish a sign-in, which only flow/second-step/with-second-step.ts reads; so is `enrolment`. */
    secondFactor?: unknown
    enrolment?: unknown
  } & Pick<FailureBody['errors'], 'emailExists' | 'authorized' | 'account' | 'platforms' | 'proof'>
}

/** `version` is the ETag of an answer with a version. */
export type Success<T> = { isSuccessful: true; data: T; version?: string }

export const blankFailure: Failure = {
  isSuccessful: false,
  is500: false,
  isNetworkFailure: false,
  statusCode: null,
  retryAfterSeconds: null,
  errors: {},
}

/** Returns the sentence for the user; empty if the fields show sentences of their own, or if there is no sentence. */
export function sentenceOf(failure: Failure): string {
  if (failure.isNetworkFailure) return navigator.onLine === false ? sentences.offline : sentences.noAnswer
  return failure.errors.detail ?? failure.errors.message ?? ''
}

/** Returns the text of a notice about a failure; null for a 404 with an empty body, which shows no text (product 8). */
export function noticeOf(failure: Failure): string | null {
  const isSilent = failure.statusCode === 404 && Object.keys(failure.errors).length === 0
  return isSilent ? null : sentenceOf(failure) || unexpected
}

/** Returns the first sentence for the field with this contract name. */
export function fieldSentence(failure: Failure, field: string): string | null {
  const found = own(failure.errors.fieldErrors, field) as string[] | undefined
  return found?.[0] ?? null
}

export function networkFailure(): Failure {
  return { ...blankFailure, isNetworkFailure: true }
}
