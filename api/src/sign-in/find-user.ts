/** Answers what the sign-in form may know about a user before any proof (docs/decisions/disclosure.md). */

import { errorSentence } from '@foyer/contract/errors'
import { platformRow, platformsOf } from '@foyer/contract/platforms'
import type { Given } from '@foyer/contract/routes/route'
import type { findUser, UserDetails } from '@foyer/contract/routes/sign-in'
import { notFoundInPlace } from '@foyer/contract/sentences'
import { identifierKey, isKnownIn, lookUpIdOf } from '../accounts/users/claimed-person.ts'
import { disclosureOf } from '../accounts/users/disclosure.ts'
import {
  type FoundUser,
  type LookedUpBy,
  type LookUpResult,
  lookUpUser,
} from '../accounts/users/look-up-users.ts'
import { fullName } from '../accounts/users/person-names.ts'
import { assumedPlace, type FormContact, requireContact } from '../accounts/users/require-contact.ts'
import { Failure } from '../failure.ts'
import type { Window } from '../limits/request-limits.ts'
import type { Browser, RequestContext } from '../request-context.ts'
import type { Services } from '../services.ts'

/** Limits how many different users a device may look up. */
export const identifiersPerDevice: Window = { max: 10, windowSeconds: 3_600 }

const identifiersName = 'users-fetch:identifiers'

type Lookup = Given<typeof findUser>['body']

export async function findUserDetails(
  services: Services,
  { userId, product, platform: requestedPlatform, countryCode }: Lookup,
  { requestContext, browser }: { requestContext: RequestContext; browser: Browser },
): Promise<UserDetails> {
  const contact = requireContact(userId, { field: 'userId', countryCode })
  const platform = requestedPlatform ?? platformsOf(product)[0]
  const isInProduct = platform !== undefined && platformRow(platform).product === product
  const disclosure = isInProduct ? disclosureOf(platform, services.config.enumerationMode) : 'none'

  const key = identifierKey({ contact, typed: userId })
  const { user, identifiers } = await lookUpUser(services.db, {
    contact,
    browserIds: browser.ids,
    lookedUpBy: lookedUpBy(services, key, requestContext),
    withContacts: services.config.enumerationMode === 'spec',
  })
  if (identifiers) requireFewIdentifiers(services, identifiers)
  const lookUpId = lookUpIdOf(services.keyring, { contactId: user?.contactId ?? null, key })
  const known = isKnownIn(user ?? undefined, product) ? user : null
  const isMember = platform !== undefined && known?.platforms.includes(platform)
  const place = assumedPlace(userId, countryCode)
  if (disclosure === 'none') throw unknownUser(place)
  if (known && isMember && (disclosure === 'full' || known.isInKnownBrowser))
    return namedDetails(services, known, contact)
  if (disclosure === 'full') throw unknownUser(place)
  return guardedDetails(lookUpId, contact)
}

/** A number that was read in an assumed country may belong to a user of another one. */
function unknownUser(place: string | null): Failure {
  if (place) return new Failure('number-not-found', { fields: { countryCode: notFoundInPlace(place) } })
  return new Failure('user-not-found', { fields: { userId: errorSentence('user-not-found') } })
}

/** Counts a device with the identifier that it looks up. */
function lookedUpBy({ keyring }: Services, key: string, { deviceId }: RequestContext): LookedUpBy | null {
  if (!deviceId) return null
  const device = deviceId.toString('base64url')
  const identifier = keyring.lastingMac('identifier', key).toString('base64url')
  return {
    deviceKey: `${identifiersName}:${device}`,
    identifierKey: `users-fetch:${device}:${identifier}`,
    windowSeconds: identifiersPerDevice.windowSeconds,
  }
}

/** Limits how many users a device looks up. One or two are enough to sign in. */
function requireFewIdentifiers(
  { config }: Services,
  { count, wait }: NonNullable<LookUpResult['identifiers']>,
): void {
  if (count <= identifiersPerDevice.max * config.limitsFactor) return
  throw new Failure('too-many-attempts', { waitSeconds: wait, limit: identifiersName })
}

function namedDetails({ config }: Services, user: FoundUser, contact: FormContact): UserDetails {
  const isUnrestricted = config.enumerationMode === 'spec'
  return {
    hasPassword: user.hasPassword,
    email: isUnrestricted ? user.email : contact.channel === 'email' ? contact.address : null,
    phoneNumber: isUnrestricted ? user.phoneNumber : readNumber(contact),
    uuid: user.id,
    fullName: fullName(user) || null,
    profile: { picture: user.pictureUrl },
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
