/**
 * Stores, gives, replaces and deletes files of users. Owner of the tables pictures, school_logos, evidences and
 * skill_attachments. A row without an owner represents a file that nobody uses, which a job deletes.
 */
import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Tables } from '../db/tables.ts'
import { type FileAnswer, privateFile, publicFile } from '../http/answers/file-answer.ts'
import { type FileEnding, isFileId, type Storage, type StorageArea, type StorageKey } from './storage.ts'

type Resources = { db: Kysely<Tables>; storage: Storage }

/** `ending` is `webp` for tables of pictures only. */
export type OwnedFile = { id: string; ending?: FileEnding | undefined }

/** A file without an owner is deleted after this time: until then it may be about to get one. */
const unusedSeconds = 86_400

type Kind = {
  area: StorageArea
  table: 'pictures' | 'schoolLogos' | 'evidences' | 'skillAttachments'
  /** The column with the id of what has the file. */
  owner: 'userId' | 'schoolId' | 'itemId' | 'submissionId'
}

/** The columns that all these tables have. */
type Files = Record<Kind['table'], OwnedFile & { createdAt: Date } & Record<Kind['owner'], string | null>>
const filesIn = (db: Db) => db as unknown as Kysely<Files>

/** `Columns` are the further columns of the table, filled when a file is stored. */
function ownedFiles<Columns extends object>({ area, table, owner }: Kind) {
  const ownedBy = (id: string | null) => ({ [owner]: id }) as Partial<Files[Kind['table']]>
  const keyOf = ({ id, ending = 'webp' }: OwnedFile): StorageKey => ({ area, id, ending })

  /** Deletes the files first: a row without a file is tried again, a file without a row would stay for ever. */
  async function deleteAll({ db, storage }: Resources, files: readonly OwnedFile[]): Promise<void> {
    if (files.length === 0) return
    for (const file of files) await storage.delete(keyOf(file))
    await filesIn(db)
      .deleteFrom(table)
      .where(
        'id',
        'in',
        files.map(({ id }) => id),
      )
      .execute()
  }

  /** Deletes those of these files that have no owner. */
  async function deleteUnowned(resources: Resources, files: readonly OwnedFile[]): Promise<void> {
    if (files.length === 0) return
    const ids = files.map(({ id }) => id)
    const unowned = await filesIn(resources.db)
      .selectFrom(table)
      .selectAll()
      .where('id', 'in', ids)
      .where(owner, 'is', null)
      .execute()
    await deleteAll(resources, unowned)
  }

  /** Takes all files from their owner and returns them. */
  function takeFrom(trx: Db, ownerId: string): Promise<OwnedFile[]> {
    return filesIn(trx)
      .updateTable(table)
      .set(ownedBy(null))
      .where(owner, '=', ownerId)
      .returningAll()
      .execute()
  }

  async function give(trx: Db, id: string, ownerId: string | null): Promise<void> {
    await filesIn(trx).updateTable(table).set(ownedBy(ownerId)).where('id', '=', id).execute()
  }

  return {
    keyOf,
    give,
    /** Takes one file from its owner. */
    release: (db: Db, id: string) => give(db, id, null),
    takeFrom,
    deleteUnowned,

    /**
     * Stores a file and runs `use`, which gives it to its owner. After any error, and where `use` gave it to nobody,
     * nothing of the file is kept. The row is written first: a crash leaves a row without an owner, for the job.
     */
    async store<T>(
      resources: Resources,
      { ending, bytes }: { ending: FileEnding; bytes: Buffer },
      columns: Columns,
      use: (id: string) => Promise<T>,
    ): Promise<T> {
      const id = randomUUID()
      const file = { id, ending }
      const row = { id, ...ownedBy(null), ...columns }
      await filesIn(resources.db)
        .insertInto(table)
        .values(row as never)
        .execute()
      try {
        await resources.storage.put(keyOf(file), bytes)
        return await use(id)
      } finally {
        // A failed deletion leaves a row, for the job.
        await deleteUnowned(resources, [file]).catch(() => {})
      }
    },

    /** Returns a file that anyone gets who has its random id; null for any other text. */
    async getPublic({ storage }: Pick<Resources, 'storage'>, id: string): Promise<FileAnswer | null> {
      const stored = isFileId(id) ? await storage.get(keyOf({ id })) : null
      return stored && publicFile(stored, id)
    },

    /** Returns a file as a download for its owner; null for an unknown one. */
    async getPrivate(
      { storage }: Pick<Resources, 'storage'>,
      file: OwnedFile | undefined,
      fileName: string,
    ): Promise<FileAnswer | null> {
      const stored = file ? await storage.get(keyOf(file)) : null
      return stored && privateFile(stored, fileName)
    },

    /** Gives an owner this file instead of those before, or none; returns those before, for `deleteUnowned`. */
    async replace(trx: Db, ownerId: string, id: string | null): Promise<OwnedFile[]> {
      const before = await takeFrom(trx, ownerId)
      if (id !== null) await give(trx, id, ownerId)
      return before
    },

    /** Deletes up to `limit` files that have had no owner for a day, the oldest first; returns how many. */
    async deleteUnused(resources: Resources, limit: number): Promise<number> {
      const files = await filesIn(resources.db)
        .selectFrom(table)
        .selectAll()
        .where(owner, 'is', null)
        .where('createdAt', '<', sql<Date>`now() - make_interval(secs => ${unusedSeconds})`)
        .orderBy('createdAt')
        .limit(limit)
        .execute()
      await deleteAll(resources, files)
      return files.length
    },
  }
}

export const pictureFiles = ownedFiles<Record<never, never>>({
  area: 'pictures',
  table: 'pictures',
  owner: 'userId',
})
export const logoFiles = ownedFiles<Record<never, never>>({
  area: 'logos',
  table: 'schoolLogos',
  owner: 'schoolId',
})
export const evidenceFiles = ownedFiles<{ userId: string; ending: FileEnding; size: number }>({
  area: 'evidences',
  table: 'evidences',
  owner: 'itemId',
})
export const attachmentFiles = ownedFiles<{
  fileName: string
  type: string
  ending: FileEnding
  bytes: number
}>({ area: 'attachments', table: 'skillAttachments', owner: 'submissionId' })
