/** Finds the contacts that a one-time code is sent to, and decides what the answer reveals if it cannot be sent. */
import type { Channel } from '@foyer/contract/contact'
import { errorSentence } from '@foyer/contract/errors'
import { type Platform, type Product, platformRow } from '@foyer/contract/platforms'
import type { OtpPurpose } from '../../identity/tokens/otp-challenges.ts'
import { maySetPasswordByCode, platformsByOtp } from '../../identity/tokens/platforms-by-otp.ts'
import { isTextable } from '../../identity/tokens/text-messages.ts'
import { disclosureOf } from '../../identity/users/disclosure.ts'
import type { User } from '../../identity/users/find-user.ts'
import { chooseMembership } from '../../identity/users/memberships.ts'
import { greetingName } from '../../identity/users/user-names.ts'
import type { Config } from '../../kernel/config/config.ts'
import { Failure } from '../../kernel/failure.ts'
import { mayBelongToAnother } from '../accounts/first-contact-proof.ts'

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
  /** The platform that the message is about: the user's first one of the product, else of any. */
  platform: Platform
  email: string | null
  sms: string | null
  /** The contact that the code proves. If the code goes to two contacts, both are already proven. */
  contactId: string
}

/**
 * Returns null for a user who is unknown, disabled, without a platform that a code opens, or without such a contact. A user
 * of another product gets a code too: its owner then learns which platforms the account has.
 */
export function recipientsOf(
  config: Config,
  user: User | undefined,
  request: CodeRequest,
): Recipients | null {
  if (!user || user.isDisabled) return null
  if (request.purpose === 'set_password' && !maySetPasswordByCode(config, user)) return null
  const { id: userId, emailId, phoneId } = user
  // An SMS contains no greeting.
  const firstName = greetingName(user, 'email')
  const allowed = platformsByOtp(config, user)
  const platform =
    chooseMembership(allowed, { product: request.product, platform: undefined }) ??
    chooseMembership(allowed, { product: null, platform: undefined })
  if (!platform) return null
  if (!request.isKnownBrowser && mayBelongToAnother(user, request.channel)) return null
  if (request.channel === 'email') {
    if (!emailId) return null
    return { userId, firstName, platform, email: user.email, sms: null, contactId: emailId }
  }
  if (!phoneId || !user.phoneNumber) return null
  const isSupported = isTextable(config, user.phoneNumber)
  const sms = isSupported && request.canText ? user.phoneNumber : null
  const email = request.isBoth && areBothProven(user) ? user.email : null
  const contactId = email ? emailId : phoneId
  if (contactId && (sms || email)) return { userId, firstName, platform, email, sms, contactId }
  if (!isSupported && mayRevealCountry(config, user, allowed, request)) {
    throw new Failure('sms-country', { fields: { userId: errorSentence('sms-country') } })
  }
  return null
}

/**
 * Returns the recipient of a code that proves an account, to add a platform, a school or a social account to it. The account needs no
 * membership, since it gets one; the code goes to the email that the claim named, never to another contact of its owner.
 */
export function ownerOf(
  user: User | undefined,
  { subject, isKnownBrowser, platform }: { subject: string; isKnownBrowser: boolean; platform: Platform },
): Recipients | null {
  // The user's own id is the subject of the primary contact alone.
  if (!user?.email || !user.emailId || user.isDisabled || subject !== user.id) return null
  if (!isKnownBrowser && mayBelongToAnother(user, 'email')) return null
  const firstName = greetingName(user, 'email')
  const { id: userId, email, emailId: contactId } = user
  return { userId, firstName, platform, email, sms: null, contactId }
}

/** Checks that both contacts are proven. A code for an unproven number goes to it alone, so that it proves it. */
function areBothProven({ emailProvenance, phoneProvenance }: User): boolean {
  return emailProvenance === 'verified' && phoneProvenance !== 'self_unverified'
}

/** Allows the error only if it reveals nothing new: the form discloses the account, and the number identifies it. */
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
