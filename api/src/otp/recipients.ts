/** Whom a one-time code is written to, and what may be said where it cannot be. */
import type { Channel } from '@foyer/contract/contact'
import { errorSentence } from '@foyer/contract/errors'
import { type Platform, type Product, platformRow } from '@foyer/contract/platforms'
import { isTextable } from '../accounts/one-time-tokens/text-messages.ts'
import { isKnownIn } from '../accounts/users/claimed-person.ts'
import { disclosureOf } from '../accounts/users/disclosure.ts'
import { mayBelongToAnother } from '../accounts/users/first-contact-proof.ts'
import { chooseMembership } from '../accounts/users/memberships.ts'
import { greetingName } from '../accounts/users/person-names.ts'
import type { Person } from '../accounts/users/users.ts'
import type { Config } from '../config/config.ts'
import { Failure } from '../failure.ts'

export type Wish = {
  channel: Channel
  isBoth: boolean
  product: Product | null
  /** The person has signed in before in the browser that asks. */
  isKnownBrowser: boolean
  /** Text messages have a way out of the house. */
  canText: boolean
}

export type Recipients = {
  userId: string
  firstName: string
  email: string | null
  sms: string | null
  /** The address or number that the code proves. Where it goes to two, one was proven long ago, and no more is. */
  contactId: string
}

/** Where a code lets this person in: staff may be asked for more than one. */
export function platformsByOtp({ staffOtp }: Pick<Config, 'staffOtp'>, { platforms }: Person): Platform[] {
  return platforms.filter((platform) => staffOtp === 'on' || platformRow(platform).sessionClass !== 'staff')
}

/** null for everybody a code cannot be sent to: unknown, disabled, not of this product, without such an address. */
export function recipientsOf(config: Config, person: Person | undefined, wish: Wish): Recipients | null {
  if (!isKnownIn(person, wish.product)) return null
  const { id: userId, emailId, phoneId } = person
  // A text message greets nobody.
  const firstName = greetingName(person, 'email')
  const held = platformsByOtp(config, person)
  if (!chooseMembership(held, { product: wish.product, platform: undefined })) return null
  if (!wish.isKnownBrowser && mayBelongToAnother(person, wish.channel)) return null
  if (wish.channel === 'email') {
    if (!emailId) return null
    return { userId, firstName, email: person.email, sms: null, contactId: emailId }
  }
  if (!phoneId || !person.phoneNumber) return null
  const isWrittenTo = isTextable(config, person.phoneNumber)
  const sms = isWrittenTo && wish.canText ? person.phoneNumber : null
  const email = wish.isBoth && areBothProven(person) ? person.email : null
  const contactId = email ? emailId : phoneId
  if (contactId && (sms || email)) return { userId, firstName, email, sms, contactId }
  if (!isWrittenTo && isTold(config, person, held, wish)) {
    throw new Failure('sms-country', { fields: { userId: errorSentence('sms-country') } })
  }
  return null
}

/** A number that nobody has proven is written to alone, so that the code proves it. */
function areBothProven({ emailProvenance, phoneProvenance }: Person): boolean {
  return emailProvenance === 'verified' && phoneProvenance !== 'self_unverified'
}

/** Only where it is nothing new: their form tells strangers of them, and the number is all they have to be looked up by. */
function isTold(
  { enumerationMode }: Config,
  person: Person,
  held: readonly Platform[],
  { product }: Wish,
): boolean {
  const isShown = enumerationMode === 'spec' || person.email === null
  return (
    isShown &&
    held.some((platform) => {
      const row = platformRow(platform)
      return (
        (product === null || row.product === product) &&
        disclosureOf(row.disclosure, enumerationMode) === 'full'
      )
    })
  )
}
