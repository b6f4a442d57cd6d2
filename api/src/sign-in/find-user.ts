/** Answers what the sign-in form may know about a user before any proof (docs/decisions/look-up-privacy.md). */

import { errorSentence } from '@foyer/contract/errors'
import { platformRow, platformsOf } from '@foyer/contract/platforms'
import type { Given } from '@foyer/contract/routes/route'
import type { findUser, UserDetails } from '@foyer/contract/routes/sign-in'
import { notFoundInPlace } from '@foyer/contract/sentences'
import { hasPassword } from '../accounts/passwords/credentials.ts'
import { findKnownBrowser } from '../accounts/sessions/known-browsers.ts'
import { findClaimedPerson, identifierKey, isKnownIn } from '../accounts/users/claimed-person.ts'
import { disclosureOf } from '../accounts/users/disclosure.ts'
import { fullName } from '../accounts/users/person-names.ts'
import { assumedPlace, type FormContact, requireContact } from '../accounts/users/require-contact.ts'
import { type Person, unknownUserId } from '../accounts/users/users.ts'
import { Failure } from '../failure.ts'
import { countAttempts } from '../limits/rate-limit.ts'
import type { Window } from '../limits/request-limits.ts'
import type { Browser, RequestContext } from '../request-context.ts'
import type { Services } from '../services.ts'

/** Limits how many different users a device may look up. */
export const identifiersPerDevice: Window = { max: 10, windowSeconds: 3_600 }

type Lookup = Given<typeof findUser>['body']

export async function findUserDetails(
  services: Services,
  { userId, product, platform: requestedPlatform, countryCode }: Lookup,
  { requestContext, browser }: { requestContext: RequestContext; browser: Browser },
): Promise<UserDetails> {
  const contact = requireContact(userId, { field: 'userId', countryCode })
  await countIdentifier(services, identifierKey({ contact, typed: userId }), requestContext)
  const platform = requestedPlatform ?? platformsOf(product)[0]
  const isInProduct = platform !== undefined && platformRow(platform).product === product
  const disclosure = isInProduct ? disclosureOf(platform, services.config.enumerationMode) : 'none'

  const { person, lookUpId } = await findClaimedPerson(services, { contact, typed: userId })
  const known = isKnownIn(person, product) ? person : null
  const isMember = platform !== undefined && known?.platforms.includes(platform)
  const isKnownBrowser = await isKnownTo(services, known?.id ?? unknownUserId, browser)
  const place = assumedPlace(userId, countryCode)
  if (disclosure === 'none') throw unknownUser(place)
  if (known && isMember && (disclosure === 'full' || isKnownBrowser))
    return namedDetails(services, known, contact)
  if (disclosure === 'full') throw unknownUser(place)
  return guardedDetails(lookUpId, contact)
}

/** A number that was read in an assumed country may belong to a user of another one. */
function unknownUser(place: string | null): Failure {
  if (place) return new Failure('number-not-found', { fields: { countryCode: notFoundInPlace(place) } })
  return new Failure('user-not-found', { fields: { userId: errorSentence('user-not-found') } })
}

/** Limits how many users a device looks up. One or two are enough to sign in. */
async function countIdentifier(
  { db, keyring, config }: Services,
  key: string,
  requestContext: RequestContext,
): Promise<void> {
  if (!requestContext.deviceId) return
  const device = requestContext.deviceId.toString('base64url')
  const identifier = keyring.lastingMac('identifier', key).toString('base64url')
  const { windowSeconds } = identifiersPerDevice
  const seen = { key: `users-fetch:${device}:${identifier}`, max: Number.MAX_SAFE_INTEGER, windowSeconds }
  const { fresh } = await countAttempts(db, [seen])
  if (fresh.length === 0) return
  const counter = { key: `users-fetch:identifiers:${device}`, ...identifiersPerDevice }
  await countAttempts(db, [counter], config.limitsFactor)
}

async function isKnownTo({ db }: Services, userId: string, browser: Browser): Promise<boolean> {
  return (await findKnownBrowser(db, { browser, userId })) !== null
}

async function namedDetails(
  { db, config }: Services,
  person: Person,
  contact: FormContact,
): Promise<UserDetails> {
  const isUnrestricted = config.enumerationMode === 'spec'
  return {
    hasPassword: await hasPassword(db, person.id),
    email: isUnrestricted ? person.email : contact.channel === 'email' ? contact.address : null,
    phoneNumber: isUnrestricted ? person.phoneNumber : readNumber(contact),
    uuid: person.id,
    fullName: fullName(person) || null,
    profile: { picture: person.pictureUrl },
  }
}

function readNumber(contact: FormContact): string | null {
  return contact.channel === 'sms' ? contact.number : null
}

/** Tells nothing but how a typed phone number was read. */
function guardedDetails(uuid: string, contact: FormContact): UserDetails {
  return {
    hasPassword: true,
    email: null,
    phoneNumber: readNumber(contact),
    uuid,
    fullName: null,
    profile: { picture: null },
  }
}
