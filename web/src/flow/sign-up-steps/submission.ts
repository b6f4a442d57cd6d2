/** Sends a sign-up with a captcha solved in advance and an idempotency key, so that a repeated request creates nothing new. */
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

/** Makes the next submission a new request, even if its content is the same. */
export const forgetSubmission: () => void = key.forget

/** Sends the request with a captcha. `ask` calls the service. Returns null once `signal` is aborted. */
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

/** Sends the request without a captcha solved in advance. */
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

/** Adds a sentence to a 500 without an error code, which a proxy may have written. */
function withSentence(failure: Failure): Failure {
  if (!failure.is500 || failure.errors.code) return failure
  return { ...failure, errors: { ...failure.errors, message: signUpFailed } }
}
