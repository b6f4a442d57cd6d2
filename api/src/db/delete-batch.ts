/** Housekeeping's way to remove rows: a bounded number at a time, in nobody's way. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './connect.ts'
import type { Tables } from './tables.ts'

type Batch = {
  /** The table of whoever asks. */
  from: keyof Tables
  /** Which rows are over, by `now()`: no index is searched for `clock_timestamp()`. */
  isOver: RawBuilder<boolean>
  /** What an index has them in the order of. */
  inOrderOf: RawBuilder<unknown>
  limit: number
}

/** Removes up to `limit` rows and says how many; those that somebody holds are left for the next time. */
export async function deleteBatch(db: Db, { from, isOver, inOrderOf, limit }: Batch): Promise<number> {
  const table = sql.table(from)
  const { numAffectedRows } = await sql`
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${isOver} order by ${inOrderOf} limit ${limit} for update skip locked))`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
