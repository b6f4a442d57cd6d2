/** Deletes a user: every row that names them, and their files (user-data.ts). */
import type { Kysely } from 'kysely'
import { listBrowserIds } from '../../identity/sessions/known-browsers.ts'
import { clearSecondFactorLockouts, clearUserLockouts } from '../../identity/sessions/user-lockouts.ts'
import { findUser } from '../../identity/users/find-user.ts'
import { findUserRecord } from '../../identity/users/user-record.ts'
import { deleteUserRow, listContactIds, lockUser } from '../../identity/users/users.ts'
import { forgetSubject, recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { forgetMade } from '../../kernel/limits/idempotency.ts'
import { forgetSessionCounters } from '../../kernel/limits/rate-limit.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import type { LogoutQueue } from '../../messages/back-channel/logout-queue.ts'
import type { Deletion } from './kind-of-data.ts'
import { lockedBeforeUser, lockedByUser, userData } from './user-data.ts'

type Outcome = Deletion['outcome']
type Resources = { db: Kysely<Tables>; keyring: Keyring; outbox: LogoutQueue; storage: Storage }

/** PostgreSQL codes for a deadlock and a lock timeout, after which the database has rolled the transaction back. */
const conflicts = ['40P01', '55P03']
const mostTries = 5

/** A deletion that the user asked for long before. */
type Planned = {
  /** Asked while the user is locked. If the deletion is not wanted any more, nothing is deleted. */
  isStillWanted(trx: Db): Promise<boolean>
  /** Called in the transaction, after the user is gone. */
  afterwards(trx: Db): Promise<void>
}

class NotWanted extends Error {}

/** Returns the sessions that ended. Tries again after a conflict with a request that locked the same rows in another order. */
export async function deleteUser(resources: Resources, userId: string, planned?: Planned): Promise<string[]> {
  const { db } = resources
  const browsers = await listBrowserIds(db, userId)
  const contactIds = await listContactIds(db, userId)
  const deleteFiles: (() => Promise<void>)[] = []
  for (const { files } of Object.values(userData)) if (files) deleteFiles.push(await files(resources, userId))
  for (let tries = 1; ; tries += 1) {
    try {
      const { endedSessions, sessions } = await db
        .transaction()
        .execute((trx) => deleteRows(trx, resources, userId, planned))
      await forgetTraces(resources, userId, { browsers, contactIds })
      await forgetSessionCounters(db, sessions)
      for (const deleteThem of deleteFiles) await deleteThem()
      return endedSessions
    } catch (error) {
      if (error instanceof NotWanted) return []
      const { code = '' } = error as { code?: string }
      if (tries === mostTries || !conflicts.includes(code)) throw error
    }
  }
}

async function deleteRows(
  trx: Db,
  { keyring, outbox }: Resources,
  userId: string,
  planned?: Planned,
): Promise<Outcome> {
  const outcome: Outcome = { endedSessions: [], sessions: [], made: [] }
  const deletion = { trx, keyring, outbox, userId, outcome }
  for (const { atDeletion } of Object.values(lockedBeforeUser))
    if (typeof atDeletion === 'function') await atDeletion({ ...deletion, contacts: [] })
  await lockUser(trx, userId)
  // Rolls back what was deleted before the user was locked.
  if (planned && !(await planned.isStillWanted(trx))) throw new NotWanted()
  // Another operator has already deleted the user.
  if (!(await findUser(trx, { id: userId }))) return outcome
  const contacts = (await findUserRecord(trx, userId)).contacts.map(({ value }) => value)
  for (const { atDeletion } of Object.values(lockedByUser))
    if (typeof atDeletion === 'function') await atDeletion({ ...deletion, contacts })
  // A sign-up is recorded under the session that it opened.
  await forgetMade(trx, [userId, ...outcome.sessions, ...outcome.made])
  await deleteUserRow(trx, userId)
  await forgetSubject(trx, userId)
  const details = { endedSessions: outcome.endedSessions.length }
  await recordEvent(trx, { event: 'user-deleted', details })
  await planned?.afterwards(trx)
  return outcome
}

/**
 * Deletes data without a foreign key to the user: the lockout, which changes outside transactions, and audit events that a
 * concurrent request wrote after the deletion. Safe to call again.
 */
export async function forgetTraces(
  { db, keyring }: Pick<Resources, 'db' | 'keyring'>,
  userId: string,
  forgotten: Parameters<typeof clearUserLockouts>[3] = {},
): Promise<void> {
  await clearUserLockouts(db, keyring, userId, forgotten)
  await clearSecondFactorLockouts(db, keyring, userId, forgotten)
  await forgetSubject(db, userId)
}
