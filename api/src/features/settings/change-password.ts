/**
 * Changes the password of a user who knows the current one, or sets the first one of a user who types a code, and ends
 * every other session.
 */

import { errorSentence } from '@foyer/contract/errors'
import type { Given, Result } from '@foyer/contract/routes/route'
import type { changePassword, getOwnPassword } from '@foyer/contract/routes/settings'
import { required } from '@foyer/contract/sentences'
import { hasPassword, replacePassword, storePassword } from '../../identity/credentials/credentials.ts'
import { isSamePassword } from '../../identity/credentials/password-hashing.ts'
import { refuseWeakPassword } from '../../identity/credentials/password-rules.ts'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { checkOwnPassword } from '../../identity/sessions/attempt-password.ts'
import { moveToBrowserSession } from '../../identity/sessions/browser-sessions.ts'
import { endAllSessions } from '../../identity/sessions/end-session.ts'
import {
  findTimeZone,
  forgetSecondFactor,
  rememberBrowser,
  rememberOnlyBrowser,
} from '../../identity/sessions/known-browsers.ts'
import { type Challenge, endChallenges, lockChallenges } from '../../identity/tokens/otp-challenges.ts'
import { expireLinks } from '../../identity/tokens/password-links.ts'
import { usableContact } from '../../identity/users/contacts.ts'
import { findUser, type User } from '../../identity/users/find-user.ts'
import { maySetPasswordByCode } from '../../identity/users/platforms-by-otp.ts'
import { lockContacts } from '../../identity/users/users.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import { countAttempts } from '../../kernel/limits/rate-limit.ts'
import type { Window } from '../../kernel/limits/request-limits.ts'
import type { Browser, RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'
import { type AlreadyUsed, alreadyUsed, attemptOwnCode } from '../accounts/attempt-code.ts'
import { codeContactOf } from '../accounts/code-contact.ts'
import { consumeOwnCode } from '../accounts/consume-code.ts'
import { proveFirstContact } from '../accounts/first-contact-proof.ts'
import { isWithinLimit, type NoticeRecipient, noticeRecipient } from '../accounts/notice-recipient.ts'
import { queuePasswordNotice } from '../accounts/password-notice.ts'

/** Limits password changes by a user who knows the current one. Resets do not count. */
const passwordChangesPerUser: Window = { max: 5, windowSeconds: 86_400 }

type Body = Given<typeof changePassword>['body']
type Warn = (message: string, details: Record<string, number>) => void
type ChangeRequest = {
  caller: Caller
  requestContext: RequestContext
  browser: Browser
  counted: readonly string[]
  warn: Warn
}

export async function changeOwnPassword(
  services: Services,
  { currentPassword, token = '', otp: code = '', password1 }: Body,
  request: ChangeRequest,
): Promise<undefined> {
  const { db, accessTokens } = services
  const { caller } = request
  const user = await findUser(db, { id: caller.userId })
  if (!user) throw new Failure('session-ended')
  const isSet = await hasPassword(db, user.id)
  if (currentPassword === undefined && isSet)
    throw new Failure('invalid-request', { fields: { currentPassword: required } })
  if (currentPassword !== undefined && !isSet) throw refusal('password-not-set', 'currentPassword')
  const ended =
    currentPassword === undefined
      ? await setFirst(services, user, { token, code, password1 }, request)
      : await replace(services, user, { currentPassword, password1 }, request)
  for (const id of ended) accessTokens.forget(id)
  return undefined
}

/** Returns whether the user has a password, and the contact that gets the code for a first one. */
export async function readOwnPassword(
  { db, config, outbox }: Services,
  { userId }: Caller,
): Promise<Result<typeof getOwnPassword>> {
  const user = await findUser(db, { id: userId })
  if (!user) throw new Failure('session-ended')
  if (await hasPassword(db, userId)) return { hasPassword: true, codeContact: null }
  if (!maySetPasswordByCode(config, user)) return { hasPassword: false, codeContact: null }
  return { hasPassword: false, codeContact: codeContactOf({ config, outbox }, user)?.to ?? null }
}

/** Returns the sessions that ended. */
async function replace(
  services: Services,
  user: User,
  { currentPassword, password1 }: { currentPassword: string; password1: string },
  request: ChangeRequest,
): Promise<string[]> {
  const was = await checkOwnPassword(services, currentPassword, request)
  if (was === null) throw refusal('password-wrong', 'currentPassword')
  if (isSamePassword(password1, currentPassword)) throw refusal('password-same', 'password1')
  const hash = await hashOf(services, user, password1, request.caller)
  await countChange(services, user.id)
  const recipient = await recipientOf(services, user, request.warn)
  return services.db.transaction().execute(async (trx) => {
    const { userId } = request.caller
    // An unproven address may belong to another person, whose codes and links stay valid.
    const isProven = user.emailProvenance !== 'self_unverified'
    if (isProven) await endChallenges(trx, userId)
    await lockContacts(trx, userId)
    if (!(await replacePassword(trx, { userId, was, hash })))
      throw refusal('password-wrong', 'currentPassword')
    return endEverythingElse(services, trx, { user, isProven, recipient, event: 'password-changed' }, request)
  })
}

/** Sets a first password; a refused password leaves the code valid. Returns the sessions that ended. */
async function setFirst(
  services: Services,
  user: User,
  { token, code, password1 }: { token: string; code: string; password1: string },
  request: ChangeRequest,
): Promise<string[]> {
  const hash = await hashOf(services, user, password1, request.caller)
  const attempted = { purpose: 'set_password', token, code } as const
  const { ended } = await attemptOwnCode(services, request, attempted, (challenge) =>
    storeFirst(services, challenge, hash, request),
  )
  return ended
}

/** Rows are locked in the order of a sign-in: the codes, the user, the password, the browsers. */
async function storeFirst(
  services: Services,
  challenge: Challenge,
  hash: string,
  request: ChangeRequest,
): Promise<{ kind: 'opened'; ended: string[] } | AlreadyUsed | null> {
  const { db, config, outbox } = services
  const { caller, requestContext, browser, warn } = request
  const { userId } = caller
  const user = await findUser(db, { id: userId })
  if (!user) return null
  await countChange(services, userId)
  const recipient = await recipientOf(services, user, warn)
  return db.transaction().execute(async (trx) => {
    await lockChallenges(trx, userId)
    const found = await consumeOwnCode(trx, challenge, caller)
    const contact = usableContact(found, { id: challenge.contactId }, true)
    if (!found || !contact || !maySetPasswordByCode(config, found) || (await hasPassword(trx, userId)))
      return alreadyUsed
    const proof = { user: found, contact, browser, isOwnSession: true, requestContext } as const
    const proven = await proveFirstContact(trx, outbox, proof)
    await endChallenges(trx, userId)
    await storePassword(trx, { userId, hash, provenance: 'verified' })
    const set = { user: proven.user, isProven: true, recipient, event: 'password-created' } as const
    return { kind: 'opened', ended: await endEverythingElse(services, trx, set, request) }
  })
}

async function hashOf(
  { config, hasher }: Services,
  { firstName, lastName, email }: User,
  password: string,
  { platform }: Caller,
): Promise<string> {
  await refuseWeakPassword(password, {
    names: [firstName, lastName],
    emails: [email],
    provider: config.provider,
    platform,
  })
  return hasher.hash(password)
}

/**
 * Limits changes. Each change expires reset links, so an attacker with a stolen password could otherwise keep the owner from
 * recovering the account.
 */
async function countChange({ db, keyring, config }: Services, userId: string): Promise<void> {
  const key = `password-changes:${keyring.lastingMac('password changes', userId).toString('base64url')}`
  await countAttempts(db, [{ key, ...passwordChangesPerUser }], config.limitsFactor)
}

/** Returns the recipient of the notice, or null for a user without an email once the daily SMS limit is used up. */
async function recipientOf(services: Services, user: User, warn: Warn): Promise<NoticeRecipient | null> {
  const recipient = noticeRecipient(services, user)
  return recipient && (await isWithinLimit(services, recipient, warn)) ? recipient : null
}

type NewPassword = {
  user: User
  isProven: boolean
  recipient: NoticeRecipient | null
  event: 'password-changed' | 'password-created'
}

/**
 * Ends all other sessions and notifies the user. The session of a concurrent sign-in with the old password either ends here
 * or is never opened. Deletes other known browsers, because an attacker may have used one: a sign-in there then sends a notice.
 */
async function endEverythingElse(
  { outbox }: Services,
  trx: Db,
  { user, isProven, recipient, event }: NewPassword,
  { caller, requestContext, browser }: ChangeRequest,
): Promise<string[]> {
  const { userId, sessionId, platform } = caller
  const { deviceLabel: device, timeZone: browserZone } = requestContext
  const browserId = await rememberBrowser(trx, browser, userId)
  await rememberOnlyBrowser(trx, { browserId, userId, timeZone: browserZone })
  await forgetSecondFactor(trx, { userId })
  // A copy of the cookie must not continue from the session that stays.
  await moveToBrowserSession(trx, browser, sessionId)
  const ended = await endAllSessions(trx, outbox, {
    userId,
    reason: 'password-changed',
    keptIds: [sessionId],
  })
  if (isProven) await expireLinks(trx, userId)
  const timeZone = await findTimeZone(trx, { userId })
  const isFirst = event === 'password-created'
  await queuePasswordNotice(outbox, trx, recipient, { user, isFirst, platform, device, timeZone })
  const details = { endedSessions: ended.length }
  await recordEvent(trx, { event, requestContext, userId, sessionId, platform, details })
  return ended
}

function refusal(
  code: 'password-wrong' | 'password-not-set' | 'password-same',
  fieldName: keyof Body,
): Failure {
  return new Failure(code, { fields: { [fieldName]: errorSentence(code) } })
}
