/** Names the files of submissions, and deletes those that nobody can read. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Storage, StorageKey } from '../../kernel/storage/storage.ts'
import { type AttachmentFile, deleteAttachmentRows, listUnusedAttachments } from './attachment-rows.ts'

type Stored = Pick<AttachmentFile, 'id' | 'ending'>

export function keyOf({ id, ending }: Stored): StorageKey {
  return { area: 'attachments', id, ending }
}

/** Deletes the files first: a row without a file is tried again, a file without a row would stay for ever. */
export async function deleteAttachmentFiles(
  { db, storage }: { db: Kysely<Tables>; storage: Storage },
  files: readonly Stored[],
): Promise<void> {
  for (const file of files) await storage.delete(keyOf(file))
  await deleteAttachmentRows(
    db,
    files.map(({ id }) => id),
  )
}

export async function deleteUnusedAttachments(
  db: Kysely<Tables>,
  storage: Storage,
  limit: number,
): Promise<number> {
  const files = await listUnusedAttachments(db, limit)
  await deleteAttachmentFiles({ db, storage }, files)
  return files.length
}
