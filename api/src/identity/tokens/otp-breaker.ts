/**
 * Counts the wrong codes of all users together, because an attacker who tries a few codes of each of many users reaches no
 * limit of one user. Above a threshold every verification needs a captcha until the window ends, and the log has one alarm.
 */
import type { Db } from '../../kernel/db/connect.ts'
import { countAttempts, type Rule } from '../../kernel/limits/rate-limit.ts'
import type { Metrics } from '../../kernel/metrics/metrics.ts'

/** Thresholds of wrong codes of all users: their number, and their share once there are `shareFrom` attempts. */
const otpBreaker = { wrong: 200, wrongShare: 0.3, shareFrom: 100, windowSeconds: 600 } as const

const { windowSeconds } = otpBreaker
const unlimited = { max: Number.MAX_SAFE_INTEGER, windowSeconds }
const attemptsKey = 'otp-codes:tries'
const wrongKey = 'otp-codes:wrong'
const alarmKey = 'otp-codes:alarm'

/** Rules that require a captcha for each verification during an alarm. */
export const breakerRules: readonly Rule[] = [{ ...unlimited, key: alarmKey, weight: 0, freeCount: 0 }]

/** Rules that count each attempt. The weight 0 counts no wrong code, but makes both windows begin at the same moment. */
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
