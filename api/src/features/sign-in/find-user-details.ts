/** Looks a user up for the sign-in form, and discloses what the form may know before any proof (docs/decisions/disclosure.md). */
import { errorSentence } from '@foyer/contract/errors'
import { platformRow, platformsOf } from '@foyer/contract/platforms'
import type { Given } from '@foyer/contract/routes/route'
import type { findUser, UserDetails } from '@foyer/contract/routes/sign-in'
import { notFoundInCountry } from '@foyer/contract/sentences'
import { lookUpIdOf } from '../../identity/sessions/identify-user.ts'
import { findKnownBrowser } from '../../identity/sessions/known-browsers.ts'
import { isActiveMemberOf } from '../../identity/users/account-status.ts'
import { disclosureOf } from '../../identity/users/disclosure.ts'
import { type FoundUser, findUserWith } from '../../identity/users/find-user.ts'
import { type EmailContact, type PhoneContact, requireContact } from '../../identity/users/identifier.ts'
import { fullName } from '../../identity/users/user-names.ts'
import { Failure } from '../../kernel/failure.ts'
import { countAttempts } from '../../kernel/limits/rate-limit.ts'
import type { Window } from '../../kernel/limits/request-limits.ts'
import type { Browser, RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'

/** Limits how many different users a device may look up. One or two are enough to sign in. */
const identifiersPerDevice: Window = { max: 10, windowSeconds: 3_600 }

type LookUp = Given<typeof findUser>['body']
type Contact = EmailContact | PhoneContact

export async function findUserDetails(
  services: Services,
  { userId, product, platform = platformsOf(product)[0], countryCode }: LookUp,
  { requestContext, browser }: { requestContext: RequestContext; browser: Browser },
): Promise<UserDetails> {
  const { db, keyring, config } = services
  const contact = requireContact(userId, { field: 'userId', countryCode })
  const [found] = await Promise.all([
    findUserWith(db, { identifier: contact }),
    countIdentifier(services, contact, requestContext),
  ])
  const knownBrowser = await findKnownBrowser(db, { browser, userId: found?.user.id ?? null })
  const lookUpId = lookUpIdOf(keyring, contact, found)

  if (platform === undefined || platformRow(platform).product !== product) throw unknownUser(contact)
  const disclosure = disclosureOf(platform, config.enumerationMode)
  if (disclosure === 'none') throw unknownUser(contact)
  const isDisclosed = disclosure === 'full' || knownBrowser !== null
  if (found && isActiveMemberOf(found.user, platform) && isDisclosed)
    return namedDetails(services, found, contact)
  if (disclosure === 'full') throw unknownUser(contact)
  return guardedDetails(lookUpId, contact)
}

/** Counts the different identifiers that a device looks up; throws `too-many-attempts`. */
async function countIdentifier(
  { db, keyring, config }: Services,
  { key }: Contact,
  { deviceId }: RequestContext,
): Promise<void> {
  if (!deviceId) return
  const device = deviceId.toString('base64url')
  const identifier = keyring.lastingMac('identifier', key).toString('base64url')
  const pair = {
    ...identifiersPerDevice,
    key: `users-fetch:${device}:${identifier}`,
    max: Number.MAX_SAFE_INTEGER,
  }
  const { fresh } = await countAttempts(db, [pair])
  if (fresh.length === 0) return
  const rule = { ...identifiersPerDevice, key: `users-fetch:identifiers:${device}` }
  await countAttempts(db, [rule], config.limitsFactor)
}

/** Names the assumed country of a phone number, because the number may belong to a user in another country. */
function unknownUser(contact: Contact): Failure {
  const country = contact.channel === 'sms' ? contact.assumedCountry : null
  if (country) return new Failure('number-not-found', { fields: { countryCode: notFoundInCountry(country) } })
  return new Failure('user-not-found', { fields: { userId: errorSentence('user-not-found') } })
}

function namedDetails(
  { config }: Services,
  { user, passwordHash }: FoundUser,
  contact: Contact,
): UserDetails {
  const isUnrestricted = config.enumerationMode === 'spec'
  return {
    hasPassword: passwordHash !== null,
    email: isUnrestricted ? user.email : contact.channel === 'email' ? contact.address : null,
    phoneNumber: isUnrestricted ? user.phoneNumber : numberOf(contact),
    uuid: user.id,
    fullName: fullName(user) || null,
    profile: { picture: user.pictureUrl },
  }
}

function numberOf(contact: Contact): string | null {
  return contact.channel === 'sms' ? contact.number : null
}

/** Discloses only how a typed phone number was read. */
function guardedDetails(uuid: string, contact: Contact): UserDetails {
  return {
    hasPassword: true,
    email: null,
    phoneNumber: numberOf(contact),
    uuid,
    fullName: null,
    profile: { picture: null },
  }
}
