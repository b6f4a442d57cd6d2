/** Notifies a user that their password was set or changed, in case an attacker did it. */
import type { Platform } from '@foyer/contract/platforms'
import type { User } from '../../identity/users/find-user.ts'
import { greetingName } from '../../identity/users/user-names.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Outbox } from '../../messages/outbox.ts'
import type { NoticeRecipient } from './notice-recipient.ts'

export async function queuePasswordNotice(
  outbox: Pick<Outbox, 'queue'>,
  trx: Db,
  recipient: NoticeRecipient | null,
  {
    user,
    isFirst = false,
    ...occurrence
  }: {
    user: User
    /** The account had no password before. */
    isFirst?: boolean
    platform: Platform
    device: string | null
    timeZone: string | null
  },
): Promise<void> {
  if (!recipient) return
  const values = { firstName: greetingName(user, recipient.channel), ...occurrence, at: new Date() }
  const template = isFirst ? 'password-set' : 'password-changed'
  await outbox.queue(trx, { template, ...recipient, values })
}
