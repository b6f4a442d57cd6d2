/** Checks that Foyer supports the Postgres server. */
import { sql } from 'kysely'
import { StartError } from '../start-error.ts'
import type { Db } from './connect.ts'

const oldestMajor = 15

/** Throws a one-line StartError if the server is too old. */
export async function assertSupported(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in ('server_version', 'server_version_num')`.execute(db)
  const settings = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
  if (Number(settings.server_version_num) >= oldestMajor * 10_000) return
  throw new StartError(
    `DATABASE_URL: Postgres ${settings.server_version} is not supported: use Postgres ${oldestMajor} or later.`,
  )
}
