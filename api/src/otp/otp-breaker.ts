/**
 * Wrong codes of everybody together: somebody who sprays codes over many people is stopped by no limit of a person.
 * Above the mark every verification costs a puzzle until the window ends, and the log says so once.
 */
import { countAttempts, type Rule } from '../limits/rate-limit.ts'
import type { Services } from '../services.ts'

/** Wrong codes of everybody together: above either, each verification costs a puzzle and an alarm is raised. */
export const otpBreaker = { wrong: 200, wrongShare: 0.3, shareFrom: 100, windowSeconds: 600 } as const

const { windowSeconds } = otpBreaker
const unlimited = { max: Number.MAX_SAFE_INTEGER, windowSeconds }
const tries = 'otp-codes:tries'
const wrong = 'otp-codes:wrong'
const alarm = 'otp-codes:alarm'

/** What a request to verify looks at before anything else: whether the alarm was raised. */
export const breakerRules: readonly Rule[] = [{ ...unlimited, key: alarm, weight: 0, freeCount: 0 }]

/** What is counted with each try; the wrong ones are only looked at, so that both windows begin together. */
export const tryRules: readonly Rule[] = [
  { ...unlimited, key: tries },
  { ...unlimited, key: wrong, weight: 0 },
]

type Circumstances = {
  /** The counts at this try, by key. */
  counts: ReadonlyMap<string, number>
  factor: number
  warn(message: string, details: Record<string, number>): void
}

export async function countWrongCode(
  { db, metrics }: Pick<Services, 'db' | 'metrics'>,
  { counts, factor, warn }: Circumstances,
): Promise<void> {
  const counted = await countAttempts(db, [{ ...unlimited, key: wrong }])
  const wrongCount = counted.counts.get(wrong) ?? 0
  const tryCount = counts.get(tries) ?? 0
  const isMuch = wrongCount > otpBreaker.wrong * factor
  const isLargeShare =
    tryCount > otpBreaker.shareFrom * factor && wrongCount > tryCount * otpBreaker.wrongShare
  if (!isMuch && !isLargeShare) return
  const { fresh } = await countAttempts(db, [{ ...unlimited, key: alarm }])
  if (fresh.length === 0) return
  metrics.alarms.inc({ alarm: 'wrong-codes' })
  warn('alarm: many wrong one-time codes, captcha challenges from now on', {
    wrongCount,
    tryCount,
    windowSeconds,
  })
}
