/** Whether the database keeps what it has acknowledged, whatever happens to its machine. */
import { sql } from 'kysely'
import { StartError } from '../start-error.ts'
import type { Db } from './connect.ts'

/** What each setting may be; `local` would acknowledge what a standby that takes over does not have. */
const durable: Record<string, readonly string[]> = {
  fsync: ['on'],
  full_page_writes: ['on'],
  synchronous_commit: ['on', 'remote_write', 'remote_apply'],
}

/** Throws StartError, one line, when a power cut could take back an answer that was given. */
export async function assertDurable(db: Db): Promise<void> {
  const names = sql.join(Object.keys(durable).map((name) => sql.val(name)))
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in (${names}) order by name`.execute(db)
  const faults = rows.filter(({ name, setting }) => !durable[name]?.includes(setting))
  if (faults.length === 0) return
  const said = faults.map(({ name, setting }) => `${name} is ${setting}`).join(', ')
  throw new StartError(`DATABASE_URL: this database may lose what it has acknowledged: ${said}.`)
}
