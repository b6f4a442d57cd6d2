/** Chooses the link for a user and the contact that gets it. */
import type { Channel } from '@foyer/contract/contact'
import type { Platform, Product } from '@foyer/contract/platforms'
import type { Link, NewLink } from '../../identity/tokens/password-links.ts'
import { type UserContact, usableContact } from '../../identity/users/contacts.ts'
import type { User } from '../../identity/users/find-user.ts'
import { chooseMembership } from '../../identity/users/memberships.ts'
import { greetingName } from '../../identity/users/user-names.ts'
import type { Config } from '../../kernel/config/config.ts'
import { isTextable } from '../../messages/sms-limit.ts'

export type LinkRecipient = { link: NewLink; to: string; firstName: string }

type SmsCountries = Pick<Config, 'smsCountries'>

/**
 * Returns the link for a contact in a form. Returns null for an unknown or disabled user, and for a user without a membership
 * or without such a contact. A user who is no member of the form's platform gets a link to a platform of the account.
 */
export function recipientByContact(
  config: SmsCountries,
  user: User | undefined,
  request: { channel: Channel; product: Product; platform: Platform | undefined; isKnownBrowser: boolean },
): LinkRecipient | null {
  const { channel, product, platform, isKnownBrowser } = request
  const contact = usableContact(user, { channel }, isKnownBrowser)
  if (!user || !contact || !isReachable(config, contact)) return null
  const held = user.platforms
  const chosen =
    chooseMembership(held, { product, platform }) ??
    chooseMembership(held, { product, platform: undefined }) ??
    chooseMembership(held, { product: null, platform: undefined })
  if (!chosen) return null
  const { id: contactId, to } = contact
  const link = { purpose: 'reset', userId: user.id, contactId, platform: chosen, joins: null } as const
  return { link, to, firstName: greetingName(user, channel) }
}

/**
 * Returns another link of the same kind to the contact of this one. An invitation adds no membership once the user has
 * used any link, so that a removed user cannot return by an old mail. It then resets the password, if the user has one.
 */
export function recipientOfLink(
  config: SmsCountries,
  user: User | undefined,
  previous: { link: Link; hasPassword: boolean; isKnownBrowser: boolean },
): LinkRecipient | null {
  const { link, hasPassword, isKnownBrowser } = previous
  const contact = usableContact(user, { id: link.contactId }, isKnownBrowser)
  if (!user || !contact || !isReachable(config, contact)) return null
  const { joins, platform, contactId } = link
  const isMember = joins !== null || user.platforms.includes(platform)
  const chosen = isMember
    ? platform
    : chooseMembership(user.platforms, { product: null, platform: undefined })
  if (!chosen) return null
  const purpose = joins || !hasPassword ? link.purpose : 'reset'
  const next = { purpose, userId: user.id, platform: chosen, joins, contactId }
  return { link: next, to: contact.to, firstName: greetingName(user, contact.channel) }
}

function isReachable(config: SmsCountries, { channel, to }: UserContact): boolean {
  return channel === 'email' || isTextable(config, to)
}
