/**
 * Keeps the files of submissions. Owner of the table skill_attachments. A row without a submission stands for a file that
 * nobody can read, which a job deletes.
 */
import { randomUUID } from 'node:crypto'
import { type Attachment, attachmentsMax, type attachmentTypes } from '@foyer/contract/profile/submissions'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'

/** A file without a submission is deleted after this time: until then it may be about to get one. */
const unusedSeconds = 86_400

export type AttachmentFile = {
  id: string
  fileName: string
  type: (typeof attachmentTypes)[number]
  ending: 'webp' | 'pdf'
}

/** Adds the row of a file that is about to be stored; returns its id. */
export async function insertAttachment(
  db: Db,
  file: Omit<AttachmentFile, 'id'> & { bytes: number },
): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('skillAttachments')
    .values({ id, submissionId: null, ...file })
    .execute()
  return id
}

/** Gives a stored file to a submission, which the caller has locked; returns false where it has as many as it may. */
export async function giveAttachment(
  trx: Db,
  { id, submissionId }: { id: string; submissionId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('skillAttachments')
    .set({ submissionId })
    .where('id', '=', id)
    .where(
      sql<boolean>`(select count(*) from skill_attachments where submission_id = ${submissionId}) < ${attachmentsMax}`,
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Returns a file that belongs to a submission of this user. */
export async function findOwnAttachment(
  db: Db,
  { id, userId }: { id: string; userId: string },
): Promise<AttachmentFile | undefined> {
  const row = await db
    .selectFrom('skillAttachments')
    .innerJoin('skillSubmissions', 'skillSubmissions.id', 'skillAttachments.submissionId')
    .select(['skillAttachments.id', 'fileName', 'type', 'ending'])
    .where('skillAttachments.id', '=', id)
    .where('skillSubmissions.userId', '=', userId)
    .executeTakeFirst()
  return row as AttachmentFile | undefined
}

export async function findAttachment(db: Db, id: string): Promise<Attachment | undefined> {
  const row = await db
    .selectFrom('skillAttachments')
    .select(['id', 'fileName', 'type', 'bytes', 'createdAt'])
    .where('id', '=', id)
    .where('submissionId', 'is not', null)
    .executeTakeFirst()
  return row && { ...row, type: row.type as Attachment['type'], createdAt: row.createdAt.toISOString() }
}

type Stored = Pick<AttachmentFile, 'id' | 'ending'>

/** Lists the files of a user, to delete them with the user. */
export async function listAttachmentFiles(db: Db, userId: string): Promise<Stored[]> {
  const rows = await db
    .selectFrom('skillAttachments')
    .innerJoin('skillSubmissions', 'skillSubmissions.id', 'skillAttachments.submissionId')
    .select(['skillAttachments.id', 'ending'])
    .where('skillSubmissions.userId', '=', userId)
    .execute()
  return rows as Stored[]
}

/** Lists up to `limit` files that have belonged to no submission for a day. */
export async function listUnusedAttachments(db: Db, limit: number): Promise<Stored[]> {
  const rows = await db
    .selectFrom('skillAttachments')
    .select(['id', 'ending'])
    .where('submissionId', 'is', null)
    .where('createdAt', '<', sql<Date>`now() - make_interval(secs => ${unusedSeconds})`)
    .orderBy('createdAt')
    .limit(limit)
    .execute()
  return rows as Stored[]
}

/** Deletes rows whose files are deleted. */
export async function deleteAttachmentRows(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('skillAttachments').where('id', 'in', ids).execute()
}
