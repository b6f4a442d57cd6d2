/** Deletes a user, every row that names them, their pictures and evidences. */
import type { Kysely } from 'kysely'
import { evidenceFiles } from '../../features/evidences/evidence-files.ts'
import { listEvidencesOf } from '../../features/evidences/evidence-rows.ts'
import { deleteHelpRequests } from '../../features/help/help-requests.ts'
import { deleteNotifications } from '../../features/notifications/notifications.queries.ts'
import { pictureFiles } from '../../features/pictures/picture-files.ts'
import { listItemIds } from '../../features/profile/profile-items.ts'
import { deleteLeftLogos, listLogosOfFounder } from '../../features/schools/logo-files.ts'
import { deleteFoundedSchools, forgetContactPerson } from '../../features/schools/school-rows.ts'
import { attachmentFiles } from '../../features/skill-portfolio/attachment-files.ts'
import { listAttachmentFiles } from '../../features/skill-portfolio/attachment-rows.ts'
import { deletePassword } from '../../identity/credentials/credentials.ts'
import { endAllSessions } from '../../identity/sessions/end-session.ts'
import { forgetKnownBrowsers, listBrowserIds } from '../../identity/sessions/known-browsers.ts'
import { listAllSessions } from '../../identity/sessions/sessions.ts'
import { clearUserLockouts } from '../../identity/sessions/user-lockouts.ts'
import { deleteChallenges } from '../../identity/tokens/otp-challenges.ts'
import { findUser } from '../../identity/users/find-user.ts'
import { spellingsOf } from '../../identity/users/identifier.ts'
import { removeIdentities } from '../../identity/users/identities.ts'
import { listPictures } from '../../identity/users/pictures.ts'
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
import { deleteMessagesTo, unlinkMessagesTo } from '../../messages/messages.ts'
import { recipientMacs } from '../../messages/payload.ts'

type Resources = { db: Kysely<Tables>; keyring: Keyring; outbox: LogoutQueue; storage: Storage }

/** PostgreSQL codes for a deadlock and a lock timeout. The database has rolled everything back. */
const conflicts = ['40P01', '55P03']
const mostTries = 5

/** Returns the sessions that ended. Tries again after a conflict: a running request may lock the same rows in another order. */
export async function deleteUser(resources: Resources, userId: string): Promise<string[]> {
  const { db } = resources
  const browsers = await listBrowserIds(db, userId)
  const contactIds = await listContactIds(db, userId)
  const pictures = await listPictures(db, userId)
  const logos = await listLogosOfFounder(db, userId)
  const attachments = await listAttachmentFiles(db, userId)
  const evidences = await listEvidencesOf(db, userId)
  for (let tries = 1; ; tries += 1) {
    try {
      const { ended, sessions } = await db.transaction().execute((trx) => deleteRows(trx, resources, userId))
      await forgetTraces(resources, userId, { browsers, contactIds })
      await forgetSessionCounters(db, sessions)
      await pictureFiles.delete(resources, pictures)
      await deleteLeftLogos(resources, logos)
      await attachmentFiles.delete(resources, attachments)
      await evidenceFiles.delete(resources, evidences)
      return ended
    } catch (error) {
      const { code = '' } = error as { code?: string }
      if (tries === mostTries || !conflicts.includes(code)) throw error
    }
  }
}

/** Locks rows in the order of a sign-in, which avoids most deadlocks: codes, password, identities, browsers, then the user. */
async function deleteRows(
  trx: Db,
  { keyring, outbox }: Resources,
  userId: string,
): Promise<{ ended: string[]; sessions: string[] }> {
  await deleteChallenges(trx, userId)
  await deletePassword(trx, userId)
  await removeIdentities(trx, userId)
  await forgetKnownBrowsers(trx, userId)
  await lockUser(trx, userId)
  // Another operator has already deleted the user.
  if (!(await findUser(trx, { id: userId }))) return { ended: [], sessions: [] }
  const { contacts } = await findUserRecord(trx, userId)
  const values = contacts.map(({ value }) => value)
  for (const value of values.flatMap(spellingsOf)) await deleteMessagesTo(trx, recipientMacs(keyring, value))
  const requests = await deleteHelpRequests(trx, keyring, { userId, emails: values })
  const notifications = await deleteNotifications(trx, userId)
  const ended = await endAllSessions(trx, outbox, { userId, reason: 'disabled' })
  await unlinkMessagesTo(trx, recipientMacs(keyring, userId))
  const sessions = (await listAllSessions(trx, userId)).map(({ id }) => id)
  const items = await listItemIds(trx, userId)
  // A sign-up is recorded under the session that it opened; help requests, notifications and entries under their own ids.
  await forgetMade(trx, [userId, ...sessions, ...requests, ...notifications, ...items])
  await deleteFoundedSchools(trx, userId)
  await forgetContactPerson(trx, { userId, contacts: values })
  await deleteUserRow(trx, userId)
  await forgetSubject(trx, userId)
  await recordEvent(trx, { event: 'user-deleted', details: { endedSessions: ended.length } })
  return { ended, sessions }
}

/**
 * Deletes data that no foreign key ties to the user: the lockout, which is changed outside transactions, and events
 * that a running request wrote after the deletion. Calling it again is harmless.
 */
export async function forgetTraces(
  { db, keyring }: Pick<Resources, 'db' | 'keyring'>,
  userId: string,
  forgotten: Parameters<typeof clearUserLockouts>[3] = {},
): Promise<void> {
  await clearUserLockouts(db, keyring, userId, forgotten)
  await forgetSubject(db, userId)
}
