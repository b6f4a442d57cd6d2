/** Finds the stored files that are evidences of the entries of a profile (kernel/storage/owned-files.ts writes them). */
import type { Db } from '../../kernel/db/connect.ts'

export type StoredEvidence = { id: string; ending: 'webp' | 'pdf'; size: number; createdAt: Date }
type Entry = { userId: string; section: string; itemId: string }

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
