/** Deletes stored files together with the rows that own them. */
import type { Kysely } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Tables } from '../db/tables.ts'
import type { Storage, StorageKey } from './storage.ts'

type Resources = { db: Kysely<Tables>; storage: Storage }

type Owner<File extends { id: string }> = {
  keyOf(file: File): StorageKey
  /** Deletes rows by their ids. */
  deleteRows(db: Db, ids: readonly string[]): Promise<void>
  /** Lists up to `limit` files that nobody uses any more, the oldest first. */
  listUnused(db: Db, limit: number): Promise<readonly File[]>
}

export type OwnedFiles<File extends { id: string }> = {
  keyOf(file: File): StorageKey
  delete(resources: Resources, files: readonly File[]): Promise<void>
  /** Returns how many files were unused. */
  deleteUnused(resources: Resources, limit: number): Promise<number>
}

/** Describes the files of one table. */
export function ownedFiles<File extends { id: string }>({
  keyOf,
  deleteRows,
  listUnused,
}: Owner<File>): OwnedFiles<File> {
  /** Deletes the files first: a row without a file is tried again, a file without a row would stay for ever. */
  async function deleteFiles({ db, storage }: Resources, files: readonly File[]): Promise<void> {
    if (files.length === 0) return
    for (const file of files) await storage.delete(keyOf(file))
    await deleteRows(
      db,
      files.map(({ id }) => id),
    )
  }
  return {
    keyOf,
    delete: deleteFiles,
    async deleteUnused(resources, limit) {
      const files = await listUnused(resources.db, limit)
      await deleteFiles(resources, files)
      return files.length
    },
  }
}
