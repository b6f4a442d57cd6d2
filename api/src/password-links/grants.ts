/** Who is sent which link, and where to. */
import type { Channel } from '@foyer/contract/contact'
import type { Platform, Product } from '@foyer/contract/platforms'
import type { Grant, Link } from '../accounts/one-time-tokens/password-links.ts'
import { isTextable } from '../accounts/one-time-tokens/text-messages.ts'
import { isKnownIn } from '../accounts/users/claimed-person.ts'
import { isBesideProven } from '../accounts/users/first-contact-proof.ts'
import { chooseMembership } from '../accounts/users/memberships.ts'
import { greetingName } from '../accounts/users/person-names.ts'
import type { Person } from '../accounts/users/users.ts'
import type { Config } from '../config/config.ts'

export type Addressee = { grant: Grant; to: string; firstName: string }

type SmsCountries = Pick<Config, 'smsCountries'>

/**
 * null for everybody a link cannot be sent to: unknown, disabled, not of this product, without such an address. Whoever
 * is of the product, but not of the form's platform, is sent to the one they are of.
 */
export function grantByContact(
  config: SmsCountries,
  person: Person | undefined,
  asked: { channel: Channel; product: Product; platform: Platform | undefined; isKnownBrowser: boolean },
): Addressee | null {
  const { channel, product, platform, isKnownBrowser } = asked
  const contact = contactOf(config, person, { channel, isKnownBrowser })
  if (!isKnownIn(person, product) || !contact) return null
  const held = person.platforms
  const chosen =
    chooseMembership(held, { product, platform }) ?? chooseMembership(held, { product, platform: undefined })
  if (!chosen) return null
  const grant = { purpose: 'reset', userId: person.id, platform: chosen, joins: null } as const
  return {
    grant: { ...grant, contactId: contact.id },
    to: contact.to,
    firstName: greetingName(person, channel),
  }
}

/**
 * Another link of the same kind to where this one went. What gave a membership has that taken from it once any link of
 * its person is used, so that nobody who was put out comes back by an old mail; then it resets, for who has a password.
 */
export function grantAgain(
  config: SmsCountries,
  person: Person | undefined,
  shown: { link: Link; hasPassword: boolean; isKnownBrowser: boolean },
): Addressee | null {
  const { link, hasPassword, isKnownBrowser } = shown
  const channel = link.contactId === person?.emailId ? 'email' : 'sms'
  const contact = contactOf(config, person, { channel, isKnownBrowser })
  if (!person || contact?.id !== link.contactId) return null
  const { joins, platform, contactId } = link
  const isHere = joins !== null || person.platforms.includes(platform)
  const chosen = isHere
    ? platform
    : chooseMembership(person.platforms, { product: null, platform: undefined })
  if (!chosen) return null
  const purpose = joins || !hasPassword ? link.purpose : 'reset'
  const grant = { purpose, userId: person.id, platform: chosen, joins, contactId }
  return { grant, to: contact.to, firstName: greetingName(person, channel) }
}

function contactOf(
  config: SmsCountries,
  person: Person | undefined,
  { channel, isKnownBrowser }: { channel: Channel; isKnownBrowser: boolean },
): { id: string; to: string } | null {
  if (!person || person.isDisabled || (!isKnownBrowser && isBesideProven(person, channel))) return null
  const { email, emailId, phoneNumber, phoneId } = person
  if (channel === 'email') return email && emailId ? { id: emailId, to: email } : null
  return phoneNumber && phoneId && isTextable(config, phoneNumber) ? { id: phoneId, to: phoneNumber } : null
}
