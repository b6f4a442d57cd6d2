/** What the sign-in form may learn of a person before they prove themselves (docs/decisions/look-up-privacy.md). */
import { errorSentence } from '@foyer/contract/errors'
import { identifiersPerDevice } from '@foyer/contract/limits'
import { type Platform, type Product, platformRow, platformsOf } from '@foyer/contract/platforms'
import type { Given } from '@foyer/contract/route'
import type { findUser, UserDetails } from '@foyer/contract/sign-in'
import { type Contact, readContact } from '../accounts/contact-keys.ts'
import { findKnownBrowser } from '../accounts/known-devices.ts'
import { opennessOf } from '../accounts/openness.ts'
import { hasPassword } from '../accounts/passwords.ts'
import { uuidFrom } from '../accounts/synthetic-uuid.ts'
import { findPerson, fullName, nobody, type Person } from '../accounts/users.ts'
import type { Browser, From } from '../from.ts'
import { Failure } from '../http/failure.ts'
import { countAttempts } from '../http/rate-limit.ts'
import type { Services } from '../services.ts'

type Lookup = Given<typeof findUser>['body']

export async function findUserDetails(
  services: Services,
  { userId, product, platform: asked, countryCode }: Lookup,
  { from, browser }: { from: From; browser: Browser },
): Promise<UserDetails> {
  const contact = readContact(userId, countryCode)
  if (contact?.medium === 'national-phone') {
    throw new Failure('country-code-needed', {
      fields: { countryCode: errorSentence('country-code-needed') },
    })
  }
  const key = contactKey(contact, userId)
  await countIdentifier(services, key, from)
  const platform = asked ?? platformsOf(product)[0]
  const row = platform && platformRow(platform)
  const isHere = row?.product === product
  const openness = isHere ? opennessOf(row.lookup, services.config.enumerationMode) : 'closed'

  const found = await findMember(services, contact, product, platform)
  const isGreeted = await isKnownHere(services, found?.person.id ?? nobody, browser)
  if (openness === 'closed') throw unknownUser()
  if (found?.isMember && (openness === 'named' || isGreeted)) return named(services, found.person, contact)
  if (openness === 'named') throw unknownUser()
  return guarded(found?.person.id ?? uuidFrom(services.vault, key))
}

function unknownUser(): Failure {
  return new Failure('user-not-found', { fields: { userId: errorSentence('user-not-found') } })
}

/** Whoever asks for one person after another is collecting, not signing in. */
async function countIdentifier({ db, vault, config }: Services, key: string, from: From): Promise<void> {
  if (!from.deviceId) return
  const device = from.deviceId.toString('base64url')
  const identifier = vault.lastingMac('identifier', key).toString('base64url')
  const { windowSeconds } = identifiersPerDevice
  const seen = { key: `users-fetch:${device}:${identifier}`, max: Number.MAX_SAFE_INTEGER, windowSeconds }
  const { fresh } = await countAttempts(db, [seen])
  if (fresh.length === 0) return
  const counter = { key: `users-fetch:identifiers:${device}`, ...identifiersPerDevice }
  await countAttempts(db, [counter], config.limitsFactor)
}

type Found = {
  person: Person
  /** Whether they sign in at this platform, not only somewhere in its product. */
  isMember: boolean
}

/** The same statement for known and unknown people. Who has no membership in the product is unknown there. */
async function findMember(
  { db }: Services,
  contact: Contact | null,
  product: Product,
  platform: Platform | undefined,
): Promise<Found | null> {
  const person = await findPerson(db, { contact })
  const isInProduct = platformsOf(product).some((other) => person?.platforms.includes(other))
  if (!person || person.isDisabled || !isInProduct) return null
  return { person, isMember: platform !== undefined && person.platforms.includes(platform) }
}

async function isKnownHere({ db }: Services, userId: string, browser: Browser): Promise<boolean> {
  return (await findKnownBrowser(db, { browser, userId })) !== null
}

async function named(
  { db, config }: Services,
  person: Person,
  contact: Contact | null,
): Promise<UserDetails> {
  const isEverything = config.enumerationMode === 'spec'
  const typed = {
    email: contact?.medium === 'email' ? contact.address : null,
    phoneNumber: contact?.medium === 'phone' ? contact.number : null,
  }
  return {
    hasPassword: await hasPassword(db, person.id),
    email: isEverything ? person.email : typed.email,
    phoneNumber: isEverything ? person.phoneNumber : typed.phoneNumber,
    uuid: person.id,
    fullName: fullName(person) || null,
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

function contactKey(contact: Contact | null, typed: string): string {
  if (contact?.medium === 'email') return contact.key
  return contact?.medium === 'phone' ? contact.number : typed.toLowerCase()
}
