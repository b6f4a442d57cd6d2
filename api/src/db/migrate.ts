import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Db } from './connect.ts'
import { migrations } from './migrations/all.ts'

/** Brings the schema to this version; throws when the database was made by a newer one. */
export async function migrate(db: Db): Promise<void> {
  const { error } = await migrator(db).migrateToLatest()
  if (error) throw error
}

/** Whether every migration of this version has run: one light statement, since readiness asks all the time. */
export async function isMigrated(db: Db): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const run = new Set(rows.map(({ name }) => name))
  return Object.keys(migrations).every((name) => run.has(name))
}

function migrator(db: Db): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => migrations } })
}
