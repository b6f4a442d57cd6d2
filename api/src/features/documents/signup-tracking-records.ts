/** Keeps signup tracking records, which are written once. Owner of the table signup_tracking. */
import type { Db } from '../../kernel/db/connect.ts'

export async function findRecord(db: Db, key: Buffer): Promise<Buffer | undefined> {
  const row = await db.selectFrom('signupTracking').select('data').where('key', '=', key).executeTakeFirst()
  return row?.data
}

/** Returns false where a record exists, which stays as it is. */
export async function insertRecord(
  db: Db,
  record: { key: Buffer; userId: string; data: Buffer },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('signupTracking')
    .values(record)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function findRecordsOf(db: Db, userId: string): Promise<Buffer[]> {
  const rows = await db.selectFrom('signupTracking').select('data').where('userId', '=', userId).execute()
  return rows.map(({ data }) => data)
}

export async function deleteRecordsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('signupTracking').where('userId', '=', userId).execute()
}
