/** Asks for the second step of a sign-in whose first proof was right (docs/decisions/second-factor.md). */
import type { SecondFactorWays } from '@foyer/contract/errors'
import type { Platform } from '@foyer/contract/platforms'
import type { Session } from '@foyer/contract/routes/sign-in'
import { firstProofSeconds } from '@foyer/contract/shared-values'
import { queueSignIn } from '../../analytics/analytics.ts'
import { blankFailure, type Failure, networkFailure, type Success } from '../../api/failure.ts'
import { fits, orNull, type Shape } from '../../api/shape.ts'
import { own } from '../../api/storage/browser-storage.ts'
import { expiringRecord } from '../../api/storage/expiring-record.ts'
import { secondStepKey } from '../../api/storage/storage-keys.ts'
import { rememberPerson } from '../../session/last-person.ts'
import { noteSignIn } from '../../session/signed-in-here.ts'
import { storeAuth } from '../../session/stored-auth.ts'
import type { SecondStepQuestion } from './second-step-question.ts'

/** What the first proof was, for a step that the tab finds again after a reload. */
type FirstProof = { identifier: string; method: 'password' | 'otp' }

type KeptStep = FirstProof & Pick<Failure, 'errors'>

/** A phone may discard the tab while the user looks at the app with the code. */
const records = expiringRecord<KeptStep>(
  'sessionStorage',
  secondStepKey,
  {
    identifier: 'string',
    method: (value) => value === 'password' || value === 'otp',
    errors: { code: 'string' },
  },
  firstProofSeconds * 1000,
)

const waysShape: Shape = {
  token: 'string',
  user: 'string',
  totp: 'boolean',
  recoveryCode: 'boolean',
  passkey: 'boolean',
  rememberDays: orNull('number'),
}

/**
 * Returns the answer to a sign-in. If the service refuses it only because the second step is missing, asks the user for it
 * and returns the answer to the second step; the refusal itself if the user cancels. With `first`, a reload of the page asks
 * again.
 */
export async function withSecondStep(
  platform: Platform,
  answer: Success<Session> | Failure,
  signal?: AbortSignal,
  first?: FirstProof,
): Promise<Success<Session> | Failure> {
  if (answer.isSuccessful) {
    noteSignIn(answer.data)
    return answer
  }
  const asks = signal?.aborted ? null : asksIn(answer)
  if (!asks) return answer
  if (first) records.write({ ...first, errors: answer.errors }, platform)
  const result = await ask({ platform, refusal: answer, asks }, signal)
  records.clear(platform)
  if (result.isSuccessful) noteSignIn(result.data)
  return result
}

/** Resolves with the refusal if the caller no longer wants the answer. */
async function ask(
  question: Omit<SecondStepQuestion, 'answer'>,
  signal: AbortSignal | undefined,
): Promise<Success<Session> | Failure> {
  const module = await import('./show-second-step.tsx').catch(() => null)
  if (!module) return networkFailure()
  if (signal?.aborted) return question.refusal
  const { promise, resolve } = Promise.withResolvers<Success<Session> | Failure>()
  const close = module.showSecondStep({ ...question, answer: resolve })
  signal?.addEventListener('abort', () => resolve(question.refusal), { once: true })
  return promise.finally(close)
}

/** Asks again for the second step that a reload interrupted. Returns whether the user is signed in. */
export async function resumeSecondStep(platform: Platform, signal: AbortSignal): Promise<boolean> {
  const kept = records.read(platform)
  if (!kept) return false
  const { identifier, method, errors } = kept
  const shown = { identifier, method }
  const answer = await withSecondStep(platform, { ...blankFailure, errors }, signal, shown)
  if (!answer.isSuccessful || signal.aborted) return false
  storeAuth(answer.data)
  rememberPerson(answer.data, shown)
  queueSignIn(answer.data, method)
  return true
}

function asksIn({ errors: { code, secondFactor, enrolment } }: Failure): SecondStepQuestion['asks'] | null {
  if (code === 'second-factor-needed' && fits(secondFactor, waysShape))
    return { ways: secondFactor as SecondFactorWays }
  const token = own(enrolment, 'token')
  return code === 'enrolment-needed' && typeof token === 'string' ? { enrolment: token } : null
}
