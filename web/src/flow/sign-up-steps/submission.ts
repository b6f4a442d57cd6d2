/** Sends a sign-up with a captcha solved in advance, and under a key with which a repetition creates nothing new. */
import type { Captcha } from '@foyer/contract/routes/captcha'
import { signUpFailed } from '@foyer/contract/sentences'
import { captchaAhead } from '../../api/captcha/captcha-ahead.ts'
import type { Failure, Success } from '../../api/failure.ts'
import { keptKey } from '../../api/idempotency-key.ts'

export type SubmitOptions = { signal: AbortSignal; idempotencyKey: string }

const ahead = captchaAhead('sign_up')

const key = keptKey()

/** Starts to solve a captcha challenge while the user is still typing. */
export function prepareCaptcha(): void {
  ahead.begin()
}

/** Makes the next submission a new one, even if its content is the same. */
export const forgetSubmission: () => void = key.forget

/** `ask` calls the service. Returns null once `signal` is aborted. */
export async function submit<B extends object, T>(
  request: B,
  ask: (body: B & { captcha?: Captcha }, options: SubmitOptions) => Promise<Success<T> | Failure>,
  signal: AbortSignal,
): Promise<Success<T> | Failure | null> {
  const captcha = await ahead.take()
  if (signal.aborted) return null
  const answer = await submitOnce(
    request,
    (body, options) => ask({ ...body, ...(captcha && { captcha }) }, options),
    signal,
  )
  if (answer && !answer.isSuccessful) prepareCaptcha()
  return answer
}

/** The same without a captcha solved in advance. */
export async function submitOnce<B extends object, T>(
  request: B,
  ask: (body: B, options: SubmitOptions) => Promise<Success<T> | Failure>,
  signal: AbortSignal,
): Promise<Success<T> | Failure | null> {
  const answer = await ask(request, { signal, idempotencyKey: key.of(request) })
  if (signal.aborted) return null
  key.settle(answer)
  return answer.isSuccessful ? answer : withSentence(answer)
}

/** A 500 that a proxy wrote names no error. */
function withSentence(failure: Failure): Failure {
  if (!failure.is500 || failure.errors.code) return failure
  return { ...failure, errors: { ...failure.errors, message: signUpFailed } }
}
