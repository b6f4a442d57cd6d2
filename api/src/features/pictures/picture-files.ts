/** Names the files of pictures, and deletes those that nobody uses. */
import type { Kysely } from 'kysely'
import { deletePictureRows, listUnusedPictures } from '../../identity/users/pictures.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Storage, StorageKey } from '../../kernel/storage/storage.ts'

export function pictureKey(id: string): StorageKey {
  return { area: 'pictures', id, ending: 'webp' }
}

/** Deletes the files first: a row without a file is tried again, a file without a row would stay for ever. */
export async function deletePictures(
  { db, storage }: { db: Kysely<Tables>; storage: Storage },
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) await storage.delete(pictureKey(id))
  await deletePictureRows(db, ids)
}

export async function deleteUnusedPictures(
  db: Kysely<Tables>,
  storage: Storage,
  limit: number,
): Promise<number> {
  const ids = await listUnusedPictures(db, limit)
  await deletePictures({ db, storage }, ids)
  return ids.length
}
