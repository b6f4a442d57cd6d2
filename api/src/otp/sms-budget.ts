/** Text messages cost money: so many a day for the whole service, and an alarm when they are used up. */
import { errorSentence } from '@foyer/contract/errors'
import { Failure } from '../http/failure.ts'
import { countAttempts } from '../http/rate-limit.ts'
import type { Services } from '../services.ts'

const windowSeconds = 86_400

/** Throws `sms-unavailable` once they are used up, to everybody alike: where none is sent, none is counted. */
export async function spendSms(
  { db, config, metrics }: Pick<Services, 'db' | 'config' | 'metrics'>,
  isSent: boolean,
  warn: (message: string, details: Record<string, number>) => void,
): Promise<void> {
  const budget = {
    key: 'sms-budget:sent',
    max: config.smsPerDay,
    windowSeconds,
    weight: isSent ? 1 : 0,
  } as const
  try {
    await countAttempts(db, [budget])
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const alarm = { key: 'sms-budget:alarm', max: Number.MAX_SAFE_INTEGER, windowSeconds }
    const { fresh } = await countAttempts(db, [alarm])
    if (fresh.length > 0) {
      metrics.alarms.inc({ alarm: 'sms-used-up' })
      warn('alarm: the text messages of a day are used up', { perDay: config.smsPerDay })
    }
    throw new Failure('sms-unavailable', {
      fields: { userId: errorSentence('sms-unavailable') },
      ...(error.waitSeconds !== undefined && { waitSeconds: error.waitSeconds }),
    })
  }
}
