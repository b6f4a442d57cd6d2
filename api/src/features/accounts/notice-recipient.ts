/** Chooses where a notice about the account goes. */
import type { Channel } from '@foyer/contract/contact'
import { mayBelongToAnother } from '../../identity/users/contacts.ts'
import type { User } from '../../identity/users/find-user.ts'
import type { Config } from '../../kernel/config/config.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Outbox } from '../../messages/outbox.ts'
import { countSms, isTextable } from '../../messages/sms-limit.ts'

export type NoticeRecipient = { channel: Channel; to: string }

/**
 * Chooses the email, or else the phone number if the service can send SMS to it; null for neither. An unproven email beside a
 * proven number may be another person's, so it gets no notice.
 */
export function noticeRecipient(
  { config, outbox }: { config: Pick<Config, 'smsCountries'>; outbox: Pick<Outbox, 'canSend'> },
  user: User,
  { isMailed = true } = {},
): NoticeRecipient | null {
  const { email, phoneNumber } = user
  if (email && isMailed && !mayBelongToAnother(user, 'email')) return { channel: 'email', to: email }
  const isTexted = phoneNumber && outbox.canSend('sms') && isTextable(config, phoneNumber)
  return isTexted ? { channel: 'sms', to: phoneNumber } : null
}

/** Counts a notice by SMS; returns false for one above the daily limit. Emails have no limit. */
export async function isWithinLimit(
  services: Parameters<typeof countSms>[0],
  { channel }: Pick<NoticeRecipient, 'channel'>,
  warn: Parameters<typeof countSms>[1]['warn'],
): Promise<boolean> {
  if (channel !== 'sms') return true
  try {
    await countSms(services, { isSent: true, field: 'phone', warn })
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}
