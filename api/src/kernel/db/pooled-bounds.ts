/** Checks the time limits of connections behind a pooler, which the service cannot set itself. */
import { sql } from 'kysely'
import { StartError } from '../start-error.ts'
import { boundsOf, type Db } from './connect.ts'

/** Throws a one-line StartError with the statement to run if the server does not limit the waits of the service's role. */
export async function assertBounded(db: Db): Promise<void> {
  const { statementMs, lockMs, idleInTransactionMs } = boundsOf(db)
  const limits: Record<string, number> = {
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  }
  const { rows } = await sql<{ name: string; setting: string; role: string }>`
    select name, setting, current_user as role from pg_settings
    where name in (${sql.join(Object.keys(limits))}) order by name`.execute(db)
  const missing = rows.filter(({ name, setting }) => Number(setting) !== limits[name])
  if (missing.length === 0) return
  const statements = missing.map(({ name, role }) => `alter role "${role}" set ${name} = ${limits[name]}`)
  throw new StartError(
    `DATABASE_URL: the pooler's connections have other time limits: run ${statements.join('; ')}; and RECONNECT in the pooler.`,
  )
}
