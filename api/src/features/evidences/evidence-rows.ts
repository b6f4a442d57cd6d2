/**
 * Keeps which stored file is an evidence of which entry of a profile. Owner of the table evidences. A row without an entry
 * stands for a file that nobody uses, which a job deletes.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'

export type StoredEvidence = { id: string; ending: 'webp' | 'pdf'; size: number; createdAt: Date }
type Entry = { userId: string; section: string; itemId: string }

/** A file without an entry is deleted after this time: until then it may be about to get one. */
const unusedSeconds = 86_400

const columns = ['id', 'ending', 'size', 'createdAt'] as const

export async function hasEntry(db: Db, { userId, section, itemId }: Entry): Promise<boolean> {
  const row = await db
    .selectFrom('profileItems')
    .select('id')
    .where('id', '=', itemId)
    .where('userId', '=', userId)
    .where('section', '=', section)
    .executeTakeFirst()
  return row !== undefined
}

/** Adds the row of a file that is about to be stored; returns its id. */
export async function addEvidence(
  db: Db,
  given: { userId: string; ending: 'webp' | 'pdf'; size: number },
): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('evidences')
    .values({ id, itemId: null, ...given })
    .execute()
  return id
}

/** Makes a stored file an evidence. Callers hold the user's row. */
export async function giveEvidence(trx: Db, id: string, itemId: string): Promise<StoredEvidence> {
  return trx
    .updateTable('evidences')
    .set({ itemId })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Counts the evidences of an entry and the files of its user, with those that a job is about to delete. */
export async function countEvidences(
  db: Db,
  { userId, itemId }: Entry,
): Promise<{ ofEntry: number; ofUser: number }> {
  const counts = await db
    .selectFrom('evidences')
    .select((query) => [
      query.fn.countAll<string>().filterWhere('itemId', '=', itemId).as('ofEntry'),
      query.fn.countAll<string>().as('ofUser'),
    ])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return { ofEntry: Number(counts.ofEntry), ofUser: Number(counts.ofUser) }
}

/** Lists the evidences of an entry, oldest first. */
export function listEvidences(db: Db, { userId, itemId }: Entry): Promise<StoredEvidence[]> {
  return db
    .selectFrom('evidences')
    .select(columns)
    .where('itemId', '=', itemId)
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

export function findEvidence(
  db: Db,
  { userId, section, itemId, id }: Entry & { id: string },
): Promise<StoredEvidence | undefined> {
  return db
    .selectFrom('evidences')
    .innerJoin('profileItems', 'profileItems.id', 'evidences.itemId')
    .select(['evidences.id', 'ending', 'size', 'evidences.createdAt'])
    .where('evidences.id', '=', id)
    .where('evidences.userId', '=', userId)
    .where('itemId', '=', itemId)
    .where('profileItems.userId', '=', userId)
    .where('section', '=', section)
    .executeTakeFirst()
}

/** Takes an evidence from its entry; its file is deleted after that. */
export async function takeEvidence(db: Db, id: string): Promise<void> {
  await db.updateTable('evidences').set({ itemId: null }).where('id', '=', id).execute()
}

type EvidenceFile = Pick<StoredEvidence, 'id' | 'ending'>

/** Lists all evidences of a user, for the export and before the deletion. */
export function listEvidencesOf(
  db: Db,
  userId: string,
): Promise<(StoredEvidence & { itemId: string | null })[]> {
  return db
    .selectFrom('evidences')
    .select([...columns, 'itemId'])
    .where('userId', '=', userId)
    .execute()
}

/** Lists up to `limit` files that have had no entry for a day. */
export function listUnusedEvidences(db: Db, limit: number): Promise<EvidenceFile[]> {
  return db
    .selectFrom('evidences')
    .select(['id', 'ending'])
    .where('itemId', 'is', null)
    .where('createdAt', '<', sql<Date>`now() - make_interval(secs => ${unusedSeconds})`)
    .orderBy('createdAt')
    .limit(limit)
    .execute()
}

/** Deletes rows whose files are deleted. */
export async function deleteEvidenceRows(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('evidences').where('id', 'in', ids).execute()
}
