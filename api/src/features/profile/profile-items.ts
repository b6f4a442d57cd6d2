/** Stores the entries of all profile sections. Only this folder writes the table profile_items. */
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import type { ItemValue } from '../../kernel/db/tables/profile-tables.ts'
import type { ProfileItem } from './profiles.ts'

type Data = Record<string, ItemValue>
type SectionOf = { userId: string; section: string }

const columns = ['id', 'section', 'position', 'data', 'createdAt', 'updatedAt'] as const

/** Lists the entries of a section in their order. */
export function listItems(db: Db, { userId, section }: SectionOf): Promise<ProfileItem[]> {
  return db
    .selectFrom('profileItems')
    .select(columns)
    .where('userId', '=', userId)
    .where('section', '=', section)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

export function findItem(
  db: Db,
  { userId, section, id }: SectionOf & { id: string },
): Promise<ProfileItem | undefined> {
  return db
    .selectFrom('profileItems')
    .select(columns)
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('section', '=', section)
    .executeTakeFirst()
}

/** Adds an entry. The caller must have locked the user's row, so that no other request uses the same position. */
export function addItem(
  trx: Db,
  { data, ...row }: SectionOf & { position: number; data: Data },
): Promise<ProfileItem> {
  return trx
    .insertInto('profileItems')
    .values({ ...row, data: JSON.stringify(data) })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export function replaceItem(
  trx: Db,
  { userId, id, data }: { userId: string; id: string; data: Data },
): Promise<ProfileItem> {
  return trx
    .updateTable('profileItems')
    .set({ data: JSON.stringify(data), updatedAt: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Returns false for an unknown entry. */
export async function removeItem(
  trx: Db,
  { userId, section, id }: SectionOf & { id: string },
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('profileItems')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('section', '=', section)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Numbers the entries of a section in the order of these ids. */
export async function orderItems(
  trx: Db,
  { userId, section }: SectionOf,
  ids: readonly string[],
): Promise<void> {
  await sql`
    update profile_items set position = given.position
    from unnest(${ids}::uuid[]) with ordinality as given (id, position)
    where profile_items.id = given.id and user_id = ${userId} and section = ${section}`.execute(trx)
}

/** Lists the ids of all entries of a user. */
export async function listItemIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('profileItems').select('id').where('userId', '=', userId).execute()
  return rows.map(({ id }) => id)
}

/** Counts for each entry in addition to its content: its id, times and field checks take as long as this much text. */
const frameBytes = 576

/** Returns the size of all entries of a user, which determines how long an answer takes. */
export async function countItemBytes(db: Db, userId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('profileItems')
    .select(sql<number>`coalesce(sum(octet_length(data::text) + ${frameBytes}::int), 0)::int`.as('bytes'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return bytes
}
