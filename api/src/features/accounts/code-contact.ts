/** Chooses the contact that gets the code of a signed-in user. */
import type { Channel } from '@foyer/contract/contact'
import type { User } from '../../identity/users/find-user.ts'
import type { Config } from '../../kernel/config/config.ts'
import type { Outbox } from '../../messages/outbox.ts'
import { isTextable } from '../../messages/sms-limit.ts'

type Sending = { config: Pick<Config, 'smsCountries'>; outbox: Pick<Outbox, 'canSend'> }

/** Returns the primary email, or else the primary phone number if the service can send SMS to it; null for neither. */
export function codeContactOf(
  { config, outbox }: Sending,
  { email, emailProvenance, phoneNumber, phoneProvenance }: User,
): { channel: Channel; to: string } | null {
  const isTexted = phoneNumber && outbox.canSend('sms') && isTextable(config, phoneNumber)
  const phone = isTexted ? ({ channel: 'sms', to: phoneNumber } as const) : null
  // The owner of an unproven address may be another user, who must not get the code.
  const isPhoneSafer = emailProvenance !== 'verified' && phoneProvenance === 'verified'
  return email && !isPhoneSafer ? { channel: 'email', to: email } : phone
}
