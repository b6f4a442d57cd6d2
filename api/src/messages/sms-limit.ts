/**
 * Limits text messages, which cost money: the configuration lists the countries that get messages, and a number of messages
 * a day for all users together. An alarm reports that the number of the day is used up.
 */
import { errorSentence } from '@foyer/contract/errors'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Config } from '../kernel/config/config.ts'
import type { Db } from '../kernel/db/connect.ts'
import { Failure } from '../kernel/failure.ts'
import { countAttempts } from '../kernel/limits/rate-limit.ts'
import { type ReachedLimit, reachedLimits } from '../kernel/limits/reached-limits.ts'
import type { Metrics } from '../kernel/metrics/metrics.ts'

const windowSeconds = 86_400
const sentKey = 'sms-budget:sent'

type Budget = { db: Db; config: Pick<Config, 'smsPerDay'>; metrics: Pick<Metrics, 'alarms'> }

type CountedSms = {
  isSent: boolean
  /** The form's field that shows the error. */
  field: string
  /** Replaces the sentence of the error. */
  sentence?: string
  warn(message: string, details: Record<string, number>): void
}

/** Returns whether the service sends messages to the country of this number in E.164. */
export function isTextable({ smsCountries }: Pick<Config, 'smsCountries'>, number: string): boolean {
  const country = parsePhoneNumberFromString(number)?.country
  return country !== undefined && smsCountries.includes(country)
}

export function smsUnavailable(
  field: string,
  { waitSeconds, sentence }: { waitSeconds?: number | undefined; sentence?: string | undefined } = {},
): Failure {
  return new Failure('sms-unavailable', {
    fields: { [field]: sentence ?? errorSentence('sms-unavailable') },
    ...(sentence && { detail: sentence }),
    ...(waitSeconds !== undefined && { waitSeconds }),
  })
}

/**
 * Counts a message; throws `sms-unavailable` once the daily number is used up. With `isSent: false` the function counts
 * nothing and throws the same error, so that unknown users get the same answer.
 */
export async function countSms(
  { db, config, metrics }: Budget,
  { isSent, field, sentence, warn }: CountedSms,
): Promise<void> {
  const sent = {
    key: sentKey,
    max: config.smsPerDay,
    windowSeconds,
    weight: isSent ? 1 : 0,
  } as const
  try {
    await countAttempts(db, [sent])
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const alarm = { key: 'sms-budget:alarm', max: Number.MAX_SAFE_INTEGER, windowSeconds }
    const { fresh } = await countAttempts(db, [alarm])
    if (fresh.length > 0) {
      metrics.alarms.inc({ alarm: 'sms-used-up' })
      warn('alarm: the text messages of a day are used up', { perDay: config.smsPerDay })
    }
    throw smsUnavailable(field, { waitSeconds: error.waitSeconds, sentence })
  }
}

/** Returns when text messages are sent again, if those of the day are used up. */
export async function findReachedSmsLimit(
  db: Db,
  { smsPerDay: max }: Pick<Config, 'smsPerDay'>,
): Promise<ReachedLimit | undefined> {
  const [reached] = await reachedLimits(db, [{ key: sentKey, max, windowSeconds }], 1)
  return reached
}
