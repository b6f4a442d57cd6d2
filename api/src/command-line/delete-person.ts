/** Removes a person and everything that names them. */
import type { Kysely } from 'kysely'
import { deleteChallenges } from '../accounts/one-time-tokens/otp-challenges.ts'
import { deletePassword } from '../accounts/passwords/credentials.ts'
import { endAllSessions } from '../accounts/sessions/end-session.ts'
import { browsersOf, forgetDevices } from '../accounts/sessions/known-browsers.ts'
import { listAllSessions } from '../accounts/sessions/sessions.ts'
import { clearGuesses } from '../accounts/users/lockout.ts'
import {
  deletePersonRow,
  findPerson,
  findRecord,
  listContactIds,
  lockPerson,
} from '../accounts/users/users.ts'
import { forgetSubject, recordEvent } from '../audit.ts'
import type { Db } from '../db/connect.ts'
import type { Tables } from '../db/tables.ts'
import type { Keyring } from '../keyring.ts'
import { forgetMade } from '../limits/idempotency.ts'
import { forgetSessionCounters } from '../limits/rate-limit.ts'
import { deleteMessagesTo } from '../outbox/messages.ts'
import { recipientMacs } from '../outbox/payload.ts'

type Given = { db: Kysely<Tables>; keyring: Keyring }

/** A deadlock, and a wait for a lock that took too long: the database undid everything. */
const conflicts = ['40P01', '55P03']
const mostTries = 5

/** Returns the sessions that ended. A request under way may hold the same rows in another order, so it tries again. */
export async function deletePerson({ db, keyring }: Given, userId: string): Promise<string[]> {
  const browsers = await browsersOf(db, userId)
  const contactIds = await listContactIds(db, userId)
  for (let tries = 1; ; tries += 1) {
    try {
      const { ended, sessions } = await db.transaction().execute((trx) => deleteRows(trx, keyring, userId))
      await forgetTraces({ db, keyring }, userId, { browsers, contactIds })
      await forgetSessionCounters(db, sessions)
      return ended
    } catch (error) {
      const { code = '' } = error as { code?: string }
      if (tries === mostTries || !conflicts.includes(code)) throw error
    }
  }
}

/** Rows are taken in the order of a sign-in: codes, password, browsers, then the person. */
async function deleteRows(
  trx: Db,
  keyring: Keyring,
  userId: string,
): Promise<{ ended: string[]; sessions: string[] }> {
  await deleteChallenges(trx, userId)
  await deletePassword(trx, userId)
  await forgetDevices(trx, userId)
  await lockPerson(trx, userId)
  // Another operator was faster.
  if (!(await findPerson(trx, { id: userId }))) return { ended: [], sessions: [] }
  const { contacts } = await findRecord(trx, userId)
  for (const { value } of contacts) await deleteMessagesTo(trx, recipientMacs(keyring, value))
  const ended = await endAllSessions(trx, { userId, reason: 'disabled' })
  const sessions = (await listAllSessions(trx, userId)).map(({ id }) => id)
  // A sign-up is noted by the session that it opened.
  await forgetMade(trx, [userId, ...sessions])
  await deletePersonRow(trx, userId)
  await forgetSubject(trx, userId)
  await recordEvent(trx, { event: 'user-deleted', details: { endedSessions: ended.length } })
  return { ended, sessions }
}

/**
 * Forgets what is kept without a reference to the person: the lockout, which no transaction holds, and events that a
 * request under way wrote after the deletion. Harmless where nothing is left.
 */
export async function forgetTraces(
  { db, keyring }: Given,
  userId: string,
  forgotten: Parameters<typeof clearGuesses>[3] = {},
): Promise<void> {
  await clearGuesses(db, keyring, userId, forgotten)
  await forgetSubject(db, userId)
}
