/** Builds the refusals of social sign-ins, with the data that the next step in the browser needs. */

import { type Platform, type Product, platformRow } from '@foyer/contract/platforms'
import { hasPassword } from '../../identity/credentials/credentials.ts'
import { isActiveMemberOf } from '../../identity/users/account-status.ts'
import { disclosureOf } from '../../identity/users/disclosure.ts'
import { type Recorded, recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import { countAttempts } from '../../kernel/limits/rate-limit.ts'
import type { Window } from '../../kernel/limits/request-limits.ts'
import type { Services } from '../../services.ts'
import type { SameEmail } from './account-of-identity.ts'
import type { SocialIdentity } from './identity.ts'

/** Limits how many addresses with an account one identity may find by typing them. */
const typedEmailsPerIdentity: Window = { max: 5, windowSeconds: 86_400 }

export function refuseOtherProduct({
  platform,
  accountType,
}: {
  platform: Platform
  accountType: Product
}): void {
  if (accountType === platformRow(platform).product) return
  throw new Failure('invalid-request', { fields: { accountType: 'Not the product of this platform' } })
}

/** Refuses an identity if no member of the platform has the identity or its email. */
export function unknownAccount(): Failure {
  return new Failure('social-account-unknown', { more: { emailExists: false } })
}

/** Refuses an identity of a disabled account. */
export async function refusedAccount(db: Db, recorded: Omit<Recorded, 'event'>): Promise<Failure> {
  await recordEvent(db, { event: 'social-refused', ...recorded })
  return new Failure('social-refused', { more: { authorized: false } })
}

type LimitServices = Pick<Services, 'db' | 'keyring' | 'config'>

/**
 * Refuses a typed email once the identity has found the allowed number of accounts. Call it before the result of a look-up has
 * any effect: a refusal only of emails with an account would disclose them.
 */
export function refuseTypedEmail(services: LimitServices, identity: SocialIdentity): Promise<unknown> {
  return countFound(services, identity, 0)
}

function countFound(
  { db, keyring, config }: LimitServices,
  { provider, subject }: SocialIdentity,
  weight: 0 | 1 = 1,
): Promise<unknown> {
  const mac = keyring.lastingMac('social emails', `${provider} ${subject}`).toString('base64url')
  const rule = { key: `social-emails:${mac}`, ...typedEmailsPerIdentity, weight }
  return countAttempts(db, [rule], config.limitsFactor)
}

/**
 * Requires a proof of the account with this email. Where a look-up discloses members, the answer says whether the account
 * of a member has a password. For any other account, also a disabled one, it says that there is a password.
 */
export async function linkNeeded(
  services: LimitServices,
  identity: SocialIdentity,
  { user, email }: SameEmail,
  { platform, isKnownBrowser }: { platform: Platform; isKnownBrowser: boolean },
): Promise<Failure> {
  const { db, config } = services
  if (email.isTyped) await countFound(services, identity)
  const hasOne = await hasPassword(db, user.id)
  const isDisclosed = isKnownBrowser || disclosureOf(platform, config.enumerationMode) === 'full'
  const isMemberDisclosed = isDisclosed && isActiveMemberOf(user, platform)
  const account = { email: email.contact.address, hasPassword: isMemberDisclosed ? hasOne : true }
  return new Failure('social-link-needed', { more: { emailExists: true, account } })
}
