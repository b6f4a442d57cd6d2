/** Names the files of logos, and deletes those that no school shows. Owner of the table school_logos. */
import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Storage, StorageKey } from '../../kernel/storage/storage.ts'

type Resources = { db: Kysely<Tables>; storage: Storage }

/** A file without a school is deleted after this time: until then it may be about to get one. */
const unusedSeconds = 86_400

export function logoKey(id: string): StorageKey {
  return { area: 'logos', id, ending: 'webp' }
}

/** Adds the row of a file that is about to be stored; returns its id. */
export async function addLogo(db: Db): Promise<string> {
  const id = randomUUID()
  await db.insertInto('schoolLogos').values({ id, schoolId: null }).execute()
  return id
}

/** Gives a school this logo, or none; returns the ids of those that it no longer shows. */
export async function showLogo(trx: Db, schoolId: string, id: string | null): Promise<string[]> {
  const before = await trx
    .updateTable('schoolLogos')
    .set({ schoolId: null })
    .where('schoolId', '=', schoolId)
    .returning('id')
    .execute()
  if (id !== null) await trx.updateTable('schoolLogos').set({ schoolId }).where('id', '=', id).execute()
  return before.map((row) => row.id)
}

/** Deletes the files first: a row without a file is tried again, a file without a row would stay for ever. */
export async function deleteLogos({ db, storage }: Resources, ids: readonly string[]): Promise<void> {
  for (const id of ids) await storage.delete(logoKey(id))
  if (ids.length > 0) await db.deleteFrom('schoolLogos').where('id', 'in', ids).execute()
}

export async function listLogosOfFounder(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('schoolLogos')
    .innerJoin('schools', 'schools.id', 'schoolLogos.schoolId')
    .select('schoolLogos.id')
    .where('founderId', '=', userId)
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes those of these logos whose schools are deleted. */
export async function deleteLeftLogos(resources: Resources, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const left = await resources.db
    .selectFrom('schoolLogos')
    .select('id')
    .where('id', 'in', ids)
    .where('schoolId', 'is', null)
    .execute()
  await deleteLogos(
    resources,
    left.map(({ id }) => id),
  )
}

/** Deletes up to `limit` logos that no school has shown for a day. */
export async function deleteUnusedLogos(
  db: Kysely<Tables>,
  storage: Storage,
  limit: number,
): Promise<number> {
  const rows = await db
    .selectFrom('schoolLogos')
    .select('id')
    .where('schoolId', 'is', null)
    .where('createdAt', '<', sql<Date>`now() - make_interval(secs => ${unusedSeconds})`)
    .orderBy('createdAt')
    .limit(limit)
    .execute()
  const ids = rows.map(({ id }) => id)
  await deleteLogos({ db, storage }, ids)
  return ids.length
}
