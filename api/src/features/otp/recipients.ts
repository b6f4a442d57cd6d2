/** Chooses the contacts that get a one-time code, and decides what the answer reveals if no code can be sent. */
import type { Channel } from '@foyer/contract/contact'
import { errorSentence } from '@foyer/contract/errors'
import { type Platform, type Product, platformRow } from '@foyer/contract/platforms'
import type { OtpPurpose } from '../../identity/tokens/otp-challenges.ts'
import { usableContact } from '../../identity/users/contacts.ts'
import { disclosureOf } from '../../identity/users/disclosure.ts'
import type { User } from '../../identity/users/find-user.ts'
import { chooseMembership } from '../../identity/users/memberships.ts'
import { maySetPasswordByCode, platformsByOtp } from '../../identity/users/platforms-by-otp.ts'
import { greetingName } from '../../identity/users/user-names.ts'
import type { Config } from '../../kernel/config/config.ts'
import { Failure } from '../../kernel/failure.ts'
import { isTextable } from '../../messages/sms-limit.ts'

type CodeRequest = {
  purpose: OtpPurpose
  channel: Channel
  isBoth: boolean
  product: Product | null
  /** The user has signed in with the requesting browser before. */
  isKnownBrowser: boolean
  /** An SMS sender is configured. */
  canText: boolean
}

export type Recipients = {
  userId: string
  firstName: string
  /** The platform that the message is about: the user's first platform of the product, or else of any product. */
  platform: Platform
  email: string | null
  sms: string | null
  /** The contact that the code proves. If the code goes to two contacts, both are already proven. */
  contactId: string
}

/**
 * Returns null for a user who is unknown, disabled, without a platform that a code opens, or without a contact of the
 * channel. A user of another product gets a code too, and learns by the code which platforms the account has.
 */
export function recipientsOf(
  config: Config,
  user: User | undefined,
  request: CodeRequest,
): Recipients | null {
  const { channel, isKnownBrowser } = request
  const contact = usableContact(user, { channel }, isKnownBrowser)
  if (!user || !contact) return null
  if (request.purpose === 'set_password' && !maySetPasswordByCode(config, user)) return null
  const { id: userId, email: ownEmail, emailId } = user
  // An SMS contains no greeting.
  const firstName = greetingName(user, 'email')
  const allowed = platformsByOtp(config, user)
  const platform =
    chooseMembership(allowed, { product: request.product, platform: undefined }) ??
    chooseMembership(allowed, { product: null, platform: undefined })
  if (!platform) return null
  const { id, to } = contact
  if (channel === 'email') return { userId, firstName, platform, email: to, sms: null, contactId: id }
  const isSupported = isTextable(config, to)
  const sms = isSupported && request.canText ? to : null
  const email = request.isBoth && areBothProven(user) ? ownEmail : null
  const contactId = email ? emailId : id
  if (contactId && (sms || email)) return { userId, firstName, platform, email, sms, contactId }
  if (!isSupported && mayRevealCountry(config, user, allowed, request)) {
    throw new Failure('sms-country', { fields: { userId: errorSentence('sms-country') } })
  }
  return null
}

/**
 * Returns the recipient of a code that proves an account, to which a platform, a school or a social account is then added. The
 * account needs no membership. The code goes to the email in the form only, not to another contact of the user.
 */
export function ownerOf(
  user: User | undefined,
  { subject, isKnownBrowser, platform }: { subject: string; isKnownBrowser: boolean; platform: Platform },
): Recipients | null {
  const contact = usableContact(user, { channel: 'email' }, isKnownBrowser)
  // The user's own id is the subject of the primary contact only.
  if (!user || !contact || subject !== user.id) return null
  const firstName = greetingName(user, 'email')
  return { userId: user.id, firstName, platform, email: contact.to, sms: null, contactId: contact.id }
}

/** Checks that both contacts are proven. A code to an unproven number goes to that number only, so that it proves the number. */
function areBothProven({ emailProvenance, phoneProvenance }: User): boolean {
  return emailProvenance === 'verified' && phoneProvenance !== 'self_unverified'
}

/** Allows the error if it reveals nothing new: the number identifies the account, and look-ups disclose the account. */
function mayRevealCountry(
  { enumerationMode }: Config,
  user: User,
  allowed: readonly Platform[],
  { product }: CodeRequest,
): boolean {
  const isIdentifier = enumerationMode === 'spec' || user.email === null
  return (
    isIdentifier &&
    allowed.some(
      (platform) =>
        (product === null || platformRow(platform).product === product) &&
        disclosureOf(platform, enumerationMode) === 'full',
    )
  )
}
