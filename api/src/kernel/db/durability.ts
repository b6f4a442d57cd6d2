/** Checks that a power failure cannot lose writes that the database has acknowledged. */
import { sql } from 'kysely'
import { StartError } from '../start-error.ts'
import type { Db } from './connect.ts'

/** The accepted values of each setting. `local` is missing: it acknowledges writes that a standby may lack. */
const durable: Record<string, readonly string[]> = {
  fsync: ['on'],
  full_page_writes: ['on'],
  synchronous_commit: ['on', 'remote_write', 'remote_apply'],
}

/** Throws a one-line StartError if a power failure could lose acknowledged writes. */
export async function assertDurable(db: Db): Promise<void> {
  const names = sql.join(Object.keys(durable).map((name) => sql.val(name)))
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in (${names}) order by name`.execute(db)
  const faults = rows.filter(({ name, setting }) => !durable[name]?.includes(setting))
  if (faults.length === 0) return
  const list = faults.map(({ name, setting }) => `${name} is ${setting}`).join(', ')
  throw new StartError(`DATABASE_URL: this database may lose what it has acknowledged: ${list}.`)
}

/** A FROM item that lets its transaction commit without waiting for the disk. */
export const withoutWaiting = sql<object>`(select set_config('synchronous_commit', 'off', true))`.as('lazily')
