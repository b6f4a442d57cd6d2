/**
 * Counts the wrong codes of all users together, because an attacker who sprays codes over many users reaches no limit of
 * a single one. Above the threshold every verification needs a captcha until the window ends, and the log says so once.
 */
import type { Db } from '../../kernel/db/connect.ts'
import { countAttempts, type Rule } from '../../kernel/limits/rate-limit.ts'
import type { Metrics } from '../../kernel/metrics/metrics.ts'

/** Thresholds of wrong codes of all users. Above either, each verification needs a captcha and an alarm is raised. */
const otpBreaker = { wrong: 200, wrongShare: 0.3, shareFrom: 100, windowSeconds: 600 } as const

const { windowSeconds } = otpBreaker
const unlimited = { max: Number.MAX_SAFE_INTEGER, windowSeconds }
const attemptsKey = 'otp-codes:tries'
const wrongKey = 'otp-codes:wrong'
const alarmKey = 'otp-codes:alarm'

/** Demands a captcha for each verification while the alarm is raised. */
export const breakerRules: readonly Rule[] = [{ ...unlimited, key: alarmKey, weight: 0, freeCount: 0 }]

/** Counts each attempt. Reading the wrong ones with weight 0 makes both windows begin together. */
export const tryRules: readonly Rule[] = [
  { ...unlimited, key: attemptsKey },
  { ...unlimited, key: wrongKey, weight: 0 },
]

type Circumstances = {
  /** The counts at this attempt, by key. */
  counts: ReadonlyMap<string, number>
  factor: number
  warn(message: string, details: Record<string, number>): void
}

export async function countWrongCode(
  { db, metrics }: { db: Db; metrics: Metrics },
  { counts, factor, warn }: Circumstances,
): Promise<void> {
  const counted = await countAttempts(db, [{ ...unlimited, key: wrongKey }])
  const wrongCount = counted.counts.get(wrongKey) ?? 0
  const tryCount = counts.get(attemptsKey) ?? 0
  const isHighCount = wrongCount > otpBreaker.wrong * factor
  const isLargeShare =
    tryCount > otpBreaker.shareFrom * factor && wrongCount > tryCount * otpBreaker.wrongShare
  if (!isHighCount && !isLargeShare) return
  const { fresh } = await countAttempts(db, [{ ...unlimited, key: alarmKey }])
  if (fresh.length === 0) return
  metrics.alarms.inc({ alarm: 'wrong-codes' })
  warn('alarm: many wrong one-time codes, captcha challenges from now on', {
    wrongCount,
    tryCount,
    windowSeconds,
  })
}
