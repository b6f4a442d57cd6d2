/** Opens an account: writes user, password, membership, session and rows of the feature in one transaction. */

import { errorSentence } from '@foyer/contract/errors'
import { noEmail } from '@foyer/contract/fields'
import type { Platform } from '@foyer/contract/platforms'
import type { Session } from '@foyer/contract/routes/sign-in'
import type { UtmParams } from '@foyer/contract/routes/sign-up'
import { storePassword } from '../../identity/credentials/credentials.ts'
import { refuseWeakPassword } from '../../identity/credentials/password-rules.ts'
import { issueSession } from '../../identity/sessions/issue-tokens.ts'
import { rememberBrowser } from '../../identity/sessions/known-browsers.ts'
import type { OpenSession } from '../../identity/sessions/session-row.ts'
import { startSession } from '../../identity/sessions/start-session.ts'
import { isActiveMemberOf } from '../../identity/users/account-status.ts'
import { disclosureOf } from '../../identity/users/disclosure.ts'
import { newEmailFault } from '../../identity/users/email-rules.ts'
import { findUser, type User } from '../../identity/users/find-user.ts'
import { readEmail } from '../../identity/users/identifier.ts'
import { addMembership, chooseMembership } from '../../identity/users/memberships.ts'
import { greetingName } from '../../identity/users/user-names.ts'
import { createUser, isAddressTaken } from '../../identity/users/users.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Config } from '../../kernel/config/config.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Circumstances } from '../../kernel/http/handler.ts'
import { returnAttempts } from '../../kernel/limits/rate-limit.ts'
import { countNotice } from '../../messages/notice-limit.ts'
import type { Services } from '../../services.ts'
import { storeSignUp } from './sign-ups.ts'

type Application = {
  firstName: string
  lastName: string | null
  email: string
  password1: string
  platform: Platform
  source: string
  utmParams: UtmParams
}

/** Writes the rows of the feature in the transaction of the sign-up. */
type Addition = (trx: Db, userId: string) => Promise<void>

export async function openAccount(
  services: Services,
  application: Application,
  request: Circumstances,
  add: Addition = async () => {},
): Promise<Session> {
  const { db, hasher, config } = services
  const { email, password1, platform } = application
  const fault = newEmailFault(email)
  const contact = readEmail(email)
  if (fault || !contact) throw new Failure('invalid-request', { fields: { email: fault ?? noEmail } })
  await refuseGuessable(services, application, request)

  // Hashed for a known address too, which must cost the same, and before the transaction, which holds locks.
  const hash = await hasher.hash(password1)
  const account = { ...application, email: contact.address, hash }
  try {
    const { session, user } = await db
      .transaction()
      .execute((trx) => writeAccount(services, trx, account, request, add))
    return await issueSession(services, session, user)
  } catch (error) {
    if (!isAddressTaken(error)) throw error
    const { requestContext } = request
    const details = { reason: 'email-taken' }
    await recordEvent(db, { event: 'sign-up-refused', requestContext, platform, details })
    const owner = await findUser(db, { identifier: contact })
    await notifyOwner(services, owner, platform)
    throw emailTaken(isMemberDisclosed(config, owner, platform) ? null : contact.address)
  }
}

/** `joining` is the address of an account that can get the platform, once the user has proven the account. */
export function emailTaken(joining: string | null = null): Failure {
  return new Failure('email-taken', {
    fields: { email: errorSentence('email-taken') },
    ...(joining && { more: { account: { email: joining, hasPassword: true } } }),
  })
}

/**
 * Returns whether the answer may disclose that the owner has access to the platform, as a look-up of the owner does. Every
 * other account gets the same answer: a disabled one, one of other platforms and, where look-ups are guarded, a member's.
 */
function isMemberDisclosed(
  { enumerationMode }: Pick<Config, 'enumerationMode'>,
  owner: User | undefined,
  platform: Platform,
): boolean {
  if (!owner || !isActiveMemberOf(owner, platform)) return false
  return disclosureOf(platform, enumerationMode) === 'full'
}

const attemptTemplate = 'sign-up-attempted'
/** A message that is a day late is of no use. */
const attemptExpirySeconds = 86_400

/**
 * Notifies the owner of an address of a sign-up attempt with it: at most once a day, and not the owner of a disabled
 * account, who cannot sign in.
 */
async function notifyOwner(
  services: Services,
  owner: User | undefined,
  signUpPlatform: Platform,
): Promise<void> {
  const { db, outbox } = services
  if (!owner?.email || owner.isDisabled) return
  if (!(await countNotice(services, { userId: owner.id, template: attemptTemplate }))) return
  const own = chooseMembership(owner.platforms, { product: null, platform: undefined })
  const values = {
    firstName: greetingName(owner, 'email'),
    platform: own ?? signUpPlatform,
    isMember: own !== null,
  }
  const mail = { template: attemptTemplate, channel: 'email', to: owner.email, values } as const
  await outbox.queue(db, { ...mail, expiresInSeconds: attemptExpirySeconds })
}

/**
 * Refuses a password that is common, or made of the names and addresses in this sign-up. The refused request does not count
 * as an attempt, so that the user can choose another password.
 */
export async function refuseGuessable(
  { config, db }: Services,
  { password1, firstName, lastName, email, platform }: Omit<Application, 'source' | 'utmParams'>,
  { counted }: Pick<Circumstances, 'counted'>,
): Promise<void> {
  const { provider } = config
  const owner = { names: [firstName, lastName], emails: [email], provider, platform }
  await refuseWeakPassword(password1, owner).catch(async (error) => {
    await returnAttempts(db, counted)
    throw error
  })
}

/** Writes the account, its address first: all but one of concurrent sign-ups with an address fail there. */
async function writeAccount(
  services: Services,
  trx: Db,
  { firstName, lastName, email, hash, platform, source, utmParams }: Application & { hash: string },
  { requestContext, browser, noteMade }: Circumstances,
  add: Addition,
): Promise<{ session: OpenSession; user: User }> {
  const provenance = 'self_unverified'
  const userId = await createUser(trx, {
    firstName,
    lastName: lastName || null,
    email: { address: email },
    provenance,
  })
  await storePassword(trx, { userId, hash, provenance })
  await addMembership(trx, { userId, platform, provenance: 'sign_up' })
  await storeSignUp(trx, { userId, platform, source, utmParams })
  await add(trx, userId)
  const user = await findUser(trx, { id: userId })
  if (!user) throw new Error('The user who was just created is missing')
  const browserId = await rememberBrowser(trx, browser, userId)
  const start = { user, platform, amr: ['pwd'], requestContext, browser, browserId, mayNotify: false }
  const opening = await startSession(trx, services, start)
  if (opening.kind === 'refused') throw opening.error
  const { session } = opening
  await recordEvent(trx, { event: 'signed-up', requestContext, userId, sessionId: session.id, platform })
  await noteMade(trx, session.id)
  return { session, user }
}
