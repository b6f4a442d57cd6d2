/** Writes the messages to users about the deletion of their account, by email or else by SMS. */
import type { Deletion } from '../../identity/sessions/account-deletions.ts'
import { findTimeZone } from '../../identity/sessions/known-browsers.ts'
import { findUser } from '../../identity/users/find-user.ts'
import { greetingName } from '../../identity/users/user-names.ts'
import type { Config } from '../../kernel/config/config.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Metrics } from '../../kernel/metrics/metrics.ts'
import type { Outbox, QueuedMessage } from '../../messages/outbox.ts'
import { isWithinLimit, noticeRecipient } from '../accounts/notice-recipient.ts'

export type Notifying = {
  outbox: Outbox
  config: Pick<Config, 'smsCountries' | 'smsPerDay'>
  metrics: Pick<Metrics, 'alarms'>
}

type NoticeName = 'deletion-requested' | 'deletion-reminder' | 'deletion-cancelled' | 'account-deleted'

/** Returns null for a user whom no message can reach. `device` is that of the request; the jobs have none. */
export async function writeDeletionNotice(
  { outbox, config }: Notifying,
  db: Db,
  template: NoticeName,
  { userId, platform, dueAt }: Deletion,
  device: string | null = null,
): Promise<QueuedMessage | null> {
  const user = await findUser(db, { id: userId })
  const recipient = user && noticeRecipient({ config, outbox }, user)
  if (!recipient) return null
  const timeZone = await findTimeZone(db, { userId })
  const firstName = greetingName(user, recipient.channel)
  return { template, ...recipient, values: { firstName, platform, device, at: new Date(), dueAt, timeZone } }
}

/** Queues a notice, unless it is an SMS above the daily limit. The jobs have no log of a request to warn in. */
export async function queueDeletionNotice(
  { outbox, config, metrics }: Notifying,
  trx: Db,
  notice: QueuedMessage | null,
  warn: Parameters<typeof isWithinLimit>[2] = () => {},
): Promise<void> {
  if (notice && (await isWithinLimit({ db: trx, config, metrics }, notice, warn)))
    await outbox.queue(trx, notice)
}
