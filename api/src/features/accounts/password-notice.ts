/** Notifies a user that their password was set or changed, in case an attacker did it. */
import type { Channel } from '@foyer/contract/contact'
import type { Platform } from '@foyer/contract/platforms'
import type { User } from '../../identity/users/find-user.ts'
import { greetingName } from '../../identity/users/user-names.ts'
import type { Config } from '../../kernel/config/config.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Outbox } from '../../messages/outbox.ts'
import { isTextable } from '../../messages/sms-limit.ts'

export type NoticeRecipient = { channel: Channel; to: string }

/** Chooses the email, or else the phone number if the service can send SMS to it; null for neither. */
export function passwordNoticeRecipient(
  { config, outbox }: { config: Pick<Config, 'smsCountries'>; outbox: Pick<Outbox, 'canSend'> },
  { email, phoneNumber }: Pick<User, 'email' | 'phoneNumber'>,
  { isMailed = true } = {},
): NoticeRecipient | null {
  if (email && isMailed) return { channel: 'email', to: email }
  const isTexted = phoneNumber && outbox.canSend('sms') && isTextable(config, phoneNumber)
  return isTexted ? { channel: 'sms', to: phoneNumber } : null
}

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
