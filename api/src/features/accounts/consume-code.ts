/** Uses up right one-time codes. Of any number of concurrent requests with a code exactly one uses the code up. */
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { findOpenSession } from '../../identity/sessions/sessions.ts'
import { type Challenge, consumeChallenge } from '../../identity/tokens/otp-challenges.ts'
import { type UserContact, usableContact } from '../../identity/users/contacts.ts'
import { findUser, type User } from '../../identity/users/find-user.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import { type AlreadyUsed, alreadyUsed } from './attempt-code.ts'

type Consumed = { kind: 'consumed'; user: User; contact: UserContact }

/**
 * Uses a code up for a sign-in, and returns its user and the contact that the code was sent to. Returns null for a user who
 * may not use the code. Call it first in the transaction that opens the session, and do not throw if it returns null: a
 * rollback would leave the code valid.
 */
export async function consumeCode(
  trx: Db,
  challenge: Challenge,
  isKnownBrowser: boolean,
): Promise<Consumed | AlreadyUsed | null> {
  const user = await consume(trx, challenge)
  if (!user) return alreadyUsed
  const contact = usableContact(user, { id: challenge.contactId }, isKnownBrowser)
  return contact && { kind: 'consumed', user, contact }
}

/**
 * Uses a code up in the session of its user, and returns the user; undefined if another request was faster. Throws
 * `session-ended` if the session ended meanwhile: a proof of the contact by another person ends it.
 */
export async function consumeOwnCode(
  trx: Db,
  challenge: Challenge,
  { sessionId }: Caller,
): Promise<User | undefined> {
  const user = await consume(trx, challenge)
  if (user && !(await findOpenSession(trx, sessionId))) throw new Failure('session-ended')
  return user
}

/** Locks the code and then the user, in the order of every transaction. */
async function consume(trx: Db, { id, userId }: Challenge): Promise<User | undefined> {
  if (!userId || !(await consumeChallenge(trx, id))) return undefined
  return findUser(trx, { id: userId })
}
