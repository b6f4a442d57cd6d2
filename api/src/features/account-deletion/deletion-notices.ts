/** Writes the messages to users about the deletion of their account, by email or else by SMS. */
import type { Deletion } from '../../identity/sessions/account-deletions.ts'
import { findTimeZone } from '../../identity/sessions/known-browsers.ts'
import { findUser } from '../../identity/users/find-user.ts'
import { greetingName } from '../../identity/users/user-names.ts'
import type { Config } from '../../kernel/config/config.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Metrics } from '../../kernel/metrics/metrics.ts'
import type { Outbox, QueuedMessage } from '../../messages/outbox.ts'
import { countSms } from '../../messages/sms-limit.ts'
import { passwordNoticeRecipient } from '../accounts/password-notice.ts'

export type Notifying = {
  outbox: Outbox
  config: Pick<Config, 'smsCountries' | 'smsPerDay'>
  metrics: Pick<Metrics, 'alarms'>
}

type NoticeName = 'deletion-requested' | 'deletion-reminder' | 'deletion-cancelled' | 'account-deleted'

/** The browser of the request. The jobs have none, and no log of a request to warn in. */
type Request = { device: string | null; warn: Parameters<typeof countSms>[1]['warn'] }
const noRequest: Request = { device: null, warn: () => {} }

/** Writes a notice for the caller to queue. Returns null for a user whom no message can reach. */
export async function writeDeletionNotice(
  { outbox, config, metrics }: Notifying,
  db: Db,
  template: NoticeName,
  { userId, platform, dueAt }: Deletion,
  { device, warn } = noRequest,
): Promise<QueuedMessage | null> {
  const user = await findUser(db, { id: userId })
  const recipient = user && passwordNoticeRecipient({ config, outbox }, user)
  if (!recipient) return null
  if (recipient.channel === 'sms' && !(await isTextCounted({ db, config, metrics }, warn))) return null
  const timeZone = await findTimeZone(db, { userId })
  const firstName = greetingName(user, recipient.channel)
  return { template, ...recipient, values: { firstName, platform, device, at: new Date(), dueAt, timeZone } }
}

/** Counts a text message; false if none may be sent any more today. */
function isTextCounted(budget: Parameters<typeof countSms>[0], warn: Request['warn']): Promise<boolean> {
  return countSms(budget, { isSent: true, field: 'phone', warn }).then(
    () => true,
    (error) => {
      if (error instanceof Failure) return false
      throw error
    },
  )
}
