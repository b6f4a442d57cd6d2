/** Chooses the link that a user is sent and the contact it goes to. */
import type { Channel } from '@foyer/contract/contact'
import type { Platform, Product } from '@foyer/contract/platforms'
import type { Grant, Link } from '../../identity/tokens/link-tokens.ts'
import { isTextable } from '../../identity/tokens/text-messages.ts'
import type { User } from '../../identity/users/find-user.ts'
import { chooseMembership } from '../../identity/users/memberships.ts'
import { greetingName } from '../../identity/users/user-names.ts'
import type { Config } from '../../kernel/config/config.ts'
import { mayBelongToAnother } from '../accounts/first-contact-proof.ts'

export type LinkRecipient = { grant: Grant; to: string; firstName: string }

type SmsCountries = Pick<Config, 'smsCountries'>

/**
 * Returns null if a link cannot be sent: to an unknown or disabled user, to one without a membership, or to one without
 * such a contact. A user who is no member of the form's platform gets a link to their own.
 */
export function recipientByContact(
  config: SmsCountries,
  user: User | undefined,
  request: { channel: Channel; product: Product; platform: Platform | undefined; isKnownBrowser: boolean },
): LinkRecipient | null {
  const { channel, product, platform, isKnownBrowser } = request
  const contact = contactOf(config, user, { channel, isKnownBrowser })
  if (!user || !contact) return null
  const held = user.platforms
  const chosen =
    chooseMembership(held, { product, platform }) ??
    chooseMembership(held, { product, platform: undefined }) ??
    chooseMembership(held, { product: null, platform: undefined })
  if (!chosen) return null
  const grant = { purpose: 'reset', userId: user.id, platform: chosen, joins: null } as const
  return {
    grant: { ...grant, contactId: contact.id },
    to: contact.to,
    firstName: greetingName(user, channel),
  }
}

/**
 * Grants another link of the same kind to the contact of this one. An invitation loses its membership once the user uses
 * any link, so that a removed user cannot return through an old mail. It then resets the password, if there is one.
 */
export function recipientOfLink(
  config: SmsCountries,
  user: User | undefined,
  previous: { link: Link; hasPassword: boolean; isKnownBrowser: boolean },
): LinkRecipient | null {
  const { link, hasPassword, isKnownBrowser } = previous
  const channel = link.contactId === user?.emailId ? 'email' : 'sms'
  const contact = contactOf(config, user, { channel, isKnownBrowser })
  if (!user || contact?.id !== link.contactId) return null
  const { joins, platform, contactId } = link
  const isMember = joins !== null || user.platforms.includes(platform)
  const chosen = isMember
    ? platform
    : chooseMembership(user.platforms, { product: null, platform: undefined })
  if (!chosen) return null
  const purpose = joins || !hasPassword ? link.purpose : 'reset'
  const grant = { purpose, userId: user.id, platform: chosen, joins, contactId }
  return { grant, to: contact.to, firstName: greetingName(user, channel) }
}

function contactOf(
  config: SmsCountries,
  user: User | undefined,
  { channel, isKnownBrowser }: { channel: Channel; isKnownBrowser: boolean },
): { id: string; to: string } | null {
  if (!user || user.isDisabled || (!isKnownBrowser && mayBelongToAnother(user, channel))) return null
  const { email, emailId, phoneNumber, phoneId } = user
  if (channel === 'email') return email && emailId ? { id: emailId, to: email } : null
  return phoneNumber && phoneId && isTextable(config, phoneNumber) ? { id: phoneId, to: phoneNumber } : null
}
