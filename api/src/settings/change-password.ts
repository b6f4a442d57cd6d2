/** Another password for who knows the one there is; every other session of the person ends. */
import { errorSentence } from '@foyer/contract/errors'
import { platformRow } from '@foyer/contract/platforms'
import type { Given } from '@foyer/contract/route'
import type { changePassword } from '@foyer/contract/settings'
import type { Caller } from '../accounts/access-tokens.ts'
import { recordEvent } from '../accounts/audit.ts'
import { endAllSessions } from '../accounts/end-session.ts'
import { guessLadderOf, lookAtGuess, takeRecordedGuess } from '../accounts/guess-ladder.ts'
import { rememberOnly } from '../accounts/known-devices.ts'
import { mayTell } from '../accounts/notices.ts'
import { endChallenges } from '../accounts/otp-challenges.ts'
import { isSamePassword } from '../accounts/password-hashing.ts'
import { refuseWeakPassword } from '../accounts/password-rules.ts'
import { checkPassword, replacePassword } from '../accounts/passwords.ts'
import { expireLinks } from '../accounts/secrets.ts'
import { findPerson, lockContacts, type Person } from '../accounts/users.ts'
import type { Db } from '../db/connect.ts'
import type { Browser } from '../http/browser-cookie.ts'
import { Failure } from '../http/failure.ts'
import { forgiveGuesses } from '../http/rate-limit.ts'
import type { From } from '../http/serve.ts'
import type { Services } from '../services.ts'

type Passwords = Given<typeof changePassword>['body']
type Who = { caller: Caller; from: From; browser: Browser }

/** A platform, which has a session of its own, changes nobody's password. */
export async function changeOwnPassword(
  services: Services,
  { currentPassword, password1 }: Passwords,
  { caller, from, browser }: Who,
): Promise<undefined> {
  const { db, config, hasher, accessTokens } = services
  if (!caller.isOwn) throw new Failure('no-access')
  const person = await findPerson(db, { id: caller.userId })
  if (!person) throw new Failure('session-ended')

  const was = await proveCurrent(services, currentPassword, { caller, from, browser })
  if (isSamePassword(password1, currentPassword)) throw refusal('password-same', 'password1')
  await refuseWeakPassword(password1, {
    names: [person.firstName, person.lastName],
    emails: [person.email],
    brands: [config.provider, platformRow(caller.platform).role],
  })
  const hash = await hasher.hash(password1)
  const isTold = await mayTell(services, { userId: person.id, template: 'password-changed' })
  const ended = await db
    .transaction()
    .execute((trx) => replaceAll(services, trx, { person, was, hash, caller, from, browser, isTold }))
  for (const id of ended) accessTokens.forget(id)
  return undefined
}

/** Answers the hash that is stored. A wrong one, and somebody who has none, climb the ladder of the sign-in. */
async function proveCurrent(
  services: Services,
  password: string,
  { caller, from, browser }: Who,
): Promise<string> {
  const { db, hasher } = services
  const { userId, sessionId, platform } = caller
  const who = { from, userId, sessionId, platform }
  const ladder = await guessLadderOf(services, { subject: userId, userId, browserId: browser.id })
  await takeRecordedGuess(db, ladder, who)
  const hash = await lookAtGuess(db, ladder, () => checkPassword(db, hasher, { userId, password }))
  if (hash === null) {
    await recordEvent(db, { event: 'password-refused', ...who })
    throw refusal('password-wrong', 'currentPassword')
  }
  await forgiveGuesses(db, ladder.key, [])
  return hash
}

type Replacement = Who & { person: Person; was: string; hash: string; isTold: boolean }

/**
 * The rows are taken in the order in which a sign-in takes them: the code, the person, the password, the browsers. A
 * sign-in with the old password either is ended here or finds the new one. Whoever knew the old one may be known in
 * their browser: they are strangers again, whose next sign-in the person is told of.
 */
async function replaceAll(
  { outbox }: Services,
  trx: Db,
  { person, was, hash, caller, from, browser, isTold }: Replacement,
): Promise<string[]> {
  const { userId, sessionId, platform } = caller
  await endChallenges(trx, userId)
  await lockContacts(trx, userId)
  if (!(await replacePassword(trx, { userId, was, hash }))) throw refusal('password-wrong', 'currentPassword')
  await rememberOnly(trx, { browserId: browser.remember(), userId })
  const ended = await endAllSessions(trx, { userId, reason: 'password-changed', keptId: sessionId })
  await expireLinks(trx, userId)
  if (person.email && isTold) {
    await outbox.queue(trx, {
      template: 'password-changed',
      medium: 'email',
      to: person.email,
      values: { firstName: person.firstName, platform, device: from.deviceLabel, at: new Date() },
    })
  }
  const details = { endedSessions: ended.length }
  await recordEvent(trx, { event: 'password-changed', from, userId, sessionId, platform, details })
  return ended
}

function refusal(code: 'password-wrong' | 'password-same', fieldName: keyof Passwords): Failure {
  return new Failure(code, { fields: { [fieldName]: errorSentence(code) } })
}
