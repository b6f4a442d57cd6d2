/** Names the files of evidences, and deletes those that nobody uses. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Storage, StorageKey } from '../../kernel/storage/storage.ts'
import { deleteEvidenceRows, listUnusedEvidences, type StoredEvidence } from './evidence-rows.ts'

type EvidenceFile = Pick<StoredEvidence, 'id' | 'ending'>

export function evidenceKey({ id, ending }: EvidenceFile): StorageKey {
  return { area: 'evidences', id, ending }
}

/** Deletes the files first: a row without a file is tried again, a file without a row would stay for ever. */
export async function deleteEvidences(
  { db, storage }: { db: Kysely<Tables>; storage: Storage },
  files: readonly EvidenceFile[],
): Promise<void> {
  for (const file of files) await storage.delete(evidenceKey(file))
  await deleteEvidenceRows(
    db,
    files.map(({ id }) => id),
  )
}

export async function deleteUnusedEvidences(
  db: Kysely<Tables>,
  storage: Storage,
  limit: number,
): Promise<number> {
  const files = await listUnusedEvidences(db, limit)
  await deleteEvidences({ db, storage }, files)
  return files.length
}
