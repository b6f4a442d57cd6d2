/** Changes the password of a user who knows the current one, and ends every other session. */
import { errorSentence } from '@foyer/contract/errors'
import { roles } from '@foyer/contract/platform-names'
import type { Given } from '@foyer/contract/routes/route'
import type { changePassword } from '@foyer/contract/routes/settings'
import { expireLinks } from '../accounts/one-time-tokens/one-time-tokens.ts'
import { endChallenges } from '../accounts/one-time-tokens/otp-challenges.ts'
import { spendSms } from '../accounts/one-time-tokens/text-messages.ts'
import { replacePassword } from '../accounts/passwords/credentials.ts'
import { checkOwnPassword } from '../accounts/passwords/own-password.ts'
import { isSamePassword } from '../accounts/passwords/password-hashing.ts'
import {
  type NoticeRecipient,
  passwordNoticeRecipient,
  queuePasswordNotice,
} from '../accounts/passwords/password-notice.ts'
import { refuseWeakPassword } from '../accounts/passwords/password-rules.ts'
import type { Caller } from '../accounts/sessions/access-tokens.ts'
import { endAllSessions } from '../accounts/sessions/end-session.ts'
import { findTimeZone, rememberBrowser, rememberOnlyBrowser } from '../accounts/sessions/known-browsers.ts'
import { findPerson, lockContacts, type Person } from '../accounts/users/users.ts'
import { recordEvent } from '../audit.ts'
import type { Db } from '../db/connect.ts'
import { Failure } from '../failure.ts'
import { countAttempts } from '../limits/rate-limit.ts'
import type { Window } from '../limits/request-limits.ts'
import type { Browser, RequestContext } from '../request-context.ts'
import type { Services } from '../services.ts'

/** Limits password changes by a user who knows the current one. Resets do not count. */
export const passwordChangesPerUser: Window = { max: 5, windowSeconds: 86_400 }

type Passwords = Given<typeof changePassword>['body']
type ChangeRequest = { caller: Caller; requestContext: RequestContext; browser: Browser }
type Warn = (message: string, details: Record<string, number>) => void

export async function changeOwnPassword(
  services: Services,
  { currentPassword, password1 }: Passwords,
  { caller, requestContext, browser, warn }: ChangeRequest & { warn: Warn },
): Promise<undefined> {
  const { db, config, hasher, accessTokens } = services
  const person = await findPerson(db, { id: caller.userId })
  if (!person) throw new Failure('session-ended')

  const was = await checkOwnPassword(services, currentPassword, { caller, requestContext, browser })
  if (was === null) throw refusal('password-wrong', 'currentPassword')
  if (isSamePassword(password1, currentPassword)) throw refusal('password-same', 'password1')
  await refuseWeakPassword(password1, {
    names: [person.firstName, person.lastName],
    emails: [person.email],
    brands: [config.provider, roles[caller.platform]],
  })
  const hash = await hasher.hash(password1)
  await countChange(services, person.id)
  const recipient = await recipientOf(services, person, warn)
  const replacement = { person, was, hash, recipient, caller, requestContext, browser }
  const ended = await db.transaction().execute((trx) => replaceAll(services, trx, replacement))
  for (const id of ended) accessTokens.forget(id)
  return undefined
}

/**
 * Limits changes. Each one expires reset links and notifies the user, so that an attacker with a stolen password could
 * otherwise block the recovery of the account.
 */
async function countChange({ db, keyring, config }: Services, userId: string): Promise<void> {
  const key = `password-changes:${keyring.lastingMac('password changes', userId).toString('base64url')}`
  await countAttempts(db, [{ key, ...passwordChangesPerUser }], config.limitsFactor)
}

/** Returns the recipient of the notice, or null for a user without an email once the daily SMS limit is used up. */
async function recipientOf(services: Services, person: Person, warn: Warn): Promise<NoticeRecipient | null> {
  const recipient = passwordNoticeRecipient(services, person)
  if (recipient?.channel !== 'sms') return recipient
  try {
    await spendSms(services, { isSent: true, field: 'password1', warn })
    return recipient
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}

type Replacement = ChangeRequest & {
  person: Person
  was: string
  hash: string
  recipient: NoticeRecipient | null
}

/**
 * Rows are locked in the order of a sign-in: the code, the user, the password, the browsers. A concurrent sign-in with
 * the old password either is ended here or finds the new one. Other known browsers are deleted, because an attacker may
 * have used one: their next sign-in sends a notice.
 */
async function replaceAll(
  { outbox }: Services,
  trx: Db,
  { person, was, hash, recipient, caller, requestContext, browser }: Replacement,
): Promise<string[]> {
  const { userId, sessionId, platform } = caller
  // The owner of an unproven address may not be the caller: codes and links to it stay valid.
  const isProven = person.emailProvenance !== 'self_unverified'
  if (isProven) await endChallenges(trx, userId)
  await lockContacts(trx, userId)
  if (!(await replacePassword(trx, { userId, was, hash }))) throw refusal('password-wrong', 'currentPassword')
  const { deviceLabel: device, timeZone: browserZone } = requestContext
  const browserId = await rememberBrowser(trx, browser, userId)
  await rememberOnlyBrowser(trx, { browserId, userId, timeZone: browserZone })
  const ended = await endAllSessions(trx, outbox, { userId, reason: 'password-changed', keptId: sessionId })
  if (isProven) await expireLinks(trx, userId)
  const timeZone = await findTimeZone(trx, { userId })
  await queuePasswordNotice(outbox, trx, recipient, { person, platform, device, timeZone })
  const details = { endedSessions: ended.length }
  await recordEvent(trx, { event: 'password-changed', requestContext, userId, sessionId, platform, details })
  return ended
}

function refusal(code: 'password-wrong' | 'password-same', fieldName: keyof Passwords): Failure {
  return new Failure(code, { fields: { [fieldName]: errorSentence(code) } })
}
