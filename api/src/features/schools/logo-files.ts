/** The files of logos. Owner of the table school_logos. */
import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { ownedFiles } from '../../kernel/storage/owned-files.ts'
import type { Storage } from '../../kernel/storage/storage.ts'

/** A file without a school is deleted after this time: until then it may be about to get one. */
const unusedSeconds = 86_400

type Logo = { id: string }

export const logoFiles = ownedFiles<Logo>({
  keyOf: ({ id }) => ({ area: 'logos', id, ending: 'webp' }),
  async deleteRows(db, ids) {
    await db.deleteFrom('schoolLogos').where('id', 'in', ids).execute()
  },
  listUnused: (db, limit) =>
    db
      .selectFrom('schoolLogos')
      .select('id')
      .where('schoolId', 'is', null)
      .where('createdAt', '<', sql<Date>`now() - make_interval(secs => ${unusedSeconds})`)
      .orderBy('createdAt')
      .limit(limit)
      .execute(),
})

/** Adds the row of a file that is about to be stored; returns its id. */
export async function addLogo(db: Db): Promise<string> {
  const id = randomUUID()
  await db.insertInto('schoolLogos').values({ id, schoolId: null }).execute()
  return id
}

/** Gives a school this logo, or none; returns the ids of those that it no longer shows. */
export async function showLogo(trx: Db, schoolId: string, id: string | null): Promise<Logo[]> {
  const before = await trx
    .updateTable('schoolLogos')
    .set({ schoolId: null })
    .where('schoolId', '=', schoolId)
    .returning('id')
    .execute()
  if (id !== null) await trx.updateTable('schoolLogos').set({ schoolId }).where('id', '=', id).execute()
  return before
}

export function listLogosOfFounder(db: Db, userId: string): Promise<Logo[]> {
  return db
    .selectFrom('schoolLogos')
    .innerJoin('schools', 'schools.id', 'schoolLogos.schoolId')
    .select('schoolLogos.id')
    .where('founderId', '=', userId)
    .execute()
}

/** Deletes those of these logos whose schools are deleted. */
export async function deleteLeftLogos(
  resources: { db: Kysely<Tables>; storage: Storage },
  logos: readonly Logo[],
): Promise<void> {
  if (logos.length === 0) return
  const left = await resources.db
    .selectFrom('schoolLogos')
    .select('id')
    .where(
      'id',
      'in',
      logos.map(({ id }) => id),
    )
    .where('schoolId', 'is', null)
    .execute()
  await logoFiles.delete(resources, left)
}
