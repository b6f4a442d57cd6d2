/** Limits text messages, which cost money: by country, and by a number a day, with an alarm once it is used up. */
import { errorSentence } from '@foyer/contract/errors'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/connect.ts'
import { Failure } from '../../failure.ts'
import { type Counter, countAttempts, decide, type Rule } from '../../limits/rate-limit.ts'
import type { Metrics } from '../../monitoring/metrics.ts'
import { countryOf } from '../users/identifier.ts'

const windowSeconds = 86_400

type SmsRule = Rule & { weight: 0 | 1 }
type Budget = { db: Db; config: Pick<Config, 'smsPerDay'>; metrics: Pick<Metrics, 'alarms'> }

type Spending = {
  isSent: boolean
  /** The form's field that shows the error. */
  field: string
  warn(message: string, details: Record<string, number>): void
}

/** Returns whether the service sends messages to the country of this number. */
export function isTextable({ smsCountries }: Pick<Config, 'smsCountries'>, number: string): boolean {
  const country = countryOf(number)
  return country !== null && smsCountries.includes(country)
}

export function smsUnavailable(field: string, waitSeconds?: number): Failure {
  return new Failure('sms-unavailable', {
    fields: { [field]: errorSentence('sms-unavailable') },
    ...(waitSeconds !== undefined && { waitSeconds }),
  })
}

/** Returns the rule that counts a message; `isSent` is false where none would be sent. */
export function smsRule({ smsPerDay }: Pick<Config, 'smsPerDay'>, isSent: boolean): SmsRule {
  return { key: 'sms-budget:sent', max: smsPerDay, windowSeconds, weight: isSent ? 1 : 0 }
}

/** Counts a message; throws `sms-unavailable` once the daily number is used up, also where none would be sent. */
export async function spendSms(budget: Budget, { isSent, ...refused }: Spending): Promise<void> {
  await refuseAbove(budget, refused, () => countAttempts(budget.db, [smsRule(budget.config, isSent)]))
}

/** Throws the same for a message that was counted with its turn. */
export async function assertSmsLeft(
  budget: Budget,
  { rule, counter, ...refused }: Omit<Spending, 'isSent'> & { rule: SmsRule; counter: Counter },
): Promise<void> {
  await refuseAbove(budget, refused, async () => decide([rule], [counter], 1))
}

async function refuseAbove(
  { db, config, metrics }: Budget,
  { field, warn }: Omit<Spending, 'isSent'>,
  count: () => Promise<unknown>,
): Promise<void> {
  try {
    await count()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const alarm = { key: 'sms-budget:alarm', max: Number.MAX_SAFE_INTEGER, windowSeconds }
    const { fresh } = await countAttempts(db, [alarm])
    if (fresh.length > 0) {
      metrics.alarms.inc({ alarm: 'sms-used-up' })
      warn('alarm: the text messages of a day are used up', { perDay: config.smsPerDay })
    }
    throw smsUnavailable(field, error.waitSeconds)
  }
}
