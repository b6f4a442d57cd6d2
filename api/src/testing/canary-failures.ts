/** Lets the database fail while the canary test calls routes. */
import { sql } from 'kysely'
import type { Services } from '../services.ts'

const tablesAway = [
  'sessions',
  'memberships',
  'otp_challenges',
  'messages',
  'signup_tracking',
  'analytics_events',
  'error_reports',
  'help_requests',
  'notifications',
  'profile_items',
]

/** Runs the work while tables are missing. */
export async function withoutTables({ db }: Services, work: () => Promise<void>): Promise<void> {
  for (const name of tablesAway)
    await sql`alter table ${sql.table(name)} rename to ${sql.table(`${name}_away`)}`.execute(db)
  await work()
  for (const name of tablesAway)
    await sql`alter table ${sql.table(`${name}_away`)} rename to ${sql.table(name)}`.execute(db)
}

/** Runs the work while the database has no free connection. */
export async function withoutConnections({ db, config }: Services, work: () => Promise<void>): Promise<void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const held = Array.from({ length: config.databasePoolSize }, () =>
    db.connection().execute(async (connection) => {
      await sql`select 1`.execute(connection)
      await released
    }),
  )
  await work().finally(release)
  await Promise.all(held)
}
