/** What the sign-in form may learn of a person before they prove themselves. */
import { errorSentence } from '@foyer/contract/errors'
import { type Platform, type Product, platformRow, platformsOf } from '@foyer/contract/platforms'
import type { Given } from '@foyer/contract/route'
import type { findUser, UserDetails } from '@foyer/contract/sign-in'
import { type Contact, readContact } from '../accounts/contact-keys.ts'
import { membershipsOf } from '../accounts/memberships.ts'
import { hasPassword } from '../accounts/passwords.ts'
import { uuidFrom } from '../accounts/synthetic-uuid.ts'
import { findPerson, fullName, nobody, type Person } from '../accounts/users.ts'
import { Failure } from '../http/failure.ts'
import type { Services } from '../services.ts'

type Lookup = Given<typeof findUser>['body']

/**
 * Learners: name, picture and the contact that was typed. Everybody else: that a password exists, for known and unknown
 * alike. Somebody without a membership in the product is unknown there, and so is everybody where the form never asks.
 */
export async function findUserDetails(
  services: Services,
  { userId, product, countryCode }: Lookup,
): Promise<UserDetails> {
  const contact = readContact(userId, countryCode)
  if (contact?.medium === 'national-phone') {
    throw new Failure('country-code-needed', {
      fields: { countryCode: errorSentence('country-code-needed') },
    })
  }
  const lookups = lookupsOf(product)
  const found = await findMember(services, contact, product)
  if (lookups.has('closed')) throw unknownUser()
  if (found?.platforms.some((platform) => platformRow(platform).lookup === 'named')) {
    return named(services, found.person, contact)
  }
  if (found) return guarded(found.person.id)
  if (lookups.has('named')) throw unknownUser()
  return guarded(uuidFrom(services.vault, contactKey(contact, userId)))
}

function unknownUser(): Failure {
  return new Failure('user-not-found', { fields: { userId: errorSentence('user-not-found') } })
}

/** The same two statements for known and unknown people. */
async function findMember(
  { db }: Services,
  contact: Contact | null,
  product: Product,
): Promise<{ person: Person; platforms: Platform[] } | null> {
  const person = await findPerson(db, { contact })
  const held = await membershipsOf(db, person?.id ?? nobody)
  const platforms = platformsOf(product).filter((platform) => held.includes(platform))
  return person && !person.isDisabled && platforms.length > 0 ? { person, platforms } : null
}

async function named({ db }: Services, person: Person, contact: Contact | null): Promise<UserDetails> {
  return {
    hasPassword: await hasPassword(db, person.id),
    email: contact?.medium === 'email' ? contact.address : null,
    phoneNumber: contact?.medium === 'phone' ? contact.number : null,
    uuid: person.id,
    fullName: fullName(person),
    profile: { picture: person.pictureUrl },
  }
}

function guarded(uuid: string): UserDetails {
  return {
    hasPassword: true,
    email: null,
    phoneNumber: null,
    uuid,
    fullName: null,
    profile: { picture: null },
  }
}

function lookupsOf(product: Product): Set<string> {
  return new Set(platformsOf(product).map((platform) => platformRow(platform).lookup))
}

function contactKey(contact: Contact | null, typed: string): string {
  if (contact?.medium === 'email') return contact.key
  return contact?.medium === 'phone' ? contact.number : typed.toLowerCase()
}
