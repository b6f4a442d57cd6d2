/** Deletes expired rows in small batches that wait for no lock and block no other query. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './connect.ts'
import type { Tables } from './tables.ts'

type Batch = {
  /** A table whose rows the calling module owns. */
  from: keyof Tables
  /** Selects the expired rows. Use `now()`, because Postgres uses no index for `clock_timestamp()`. */
  isExpired: RawBuilder<boolean>
  /** The order of an index, so that the query needs no sort. */
  orderBy: RawBuilder<unknown>
  limit: number
}

/** Deletes up to `limit` rows and returns how many. Skips rows that another transaction has locked. */
export async function deleteBatch(db: Db, { from, isExpired, orderBy, limit }: Batch): Promise<number> {
  const table = sql.table(from)
  const { numAffectedRows } = await sql`
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${isExpired} order by ${orderBy} limit ${limit} for update skip locked))`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
