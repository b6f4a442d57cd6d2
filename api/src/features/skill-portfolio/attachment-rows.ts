/** Finds the stored files of submissions (kernel/storage/owned-files.ts writes them). */
import type { Attachment, attachmentTypes } from '@foyer/contract/profile/submissions'
import type { Db } from '../../kernel/db/connect.ts'

export type AttachmentFile = {
  id: string
  fileName: string
  type: (typeof attachmentTypes)[number]
  ending: 'webp' | 'pdf'
}

export async function countAttachments(db: Db, submissionId: string): Promise<number> {
  const { count } = await db
    .selectFrom('skillAttachments')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('submissionId', '=', submissionId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns a file of a submission of this user. */
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
