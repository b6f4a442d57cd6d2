/**
 * Inserts the profile of a user who has none, with all entries, in two statements. Only development seeds profiles this
 * way.
 */
import type { Db } from '../../kernel/db/connect.ts'
import type { ItemValue } from '../../kernel/db/tables/profile-tables.ts'
import type { ProfileHead } from './profiles.ts'

export type NewItem = { section: string; position: number; data: Record<string, ItemValue> }

export async function insertProfile(
  trx: Db,
  {
    userId,
    username,
    head,
    items,
  }: { userId: string; username: string; head: ProfileHead; items: NewItem[] },
): Promise<void> {
  await trx
    .insertInto('profiles')
    .values({ userId, username, ...head })
    .execute()
  const rows = items.map(({ data, ...item }) => ({ userId, ...item, data: JSON.stringify(data) }))
  if (rows.length > 0) await trx.insertInto('profileItems').values(rows).execute()
}
