/** Brings the schema to this version, and tells whether it is there. */
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { StartError } from '../start-error.ts'
import { type Connection, connectToMigrate, type Db } from './connect.ts'
import { migrations as allMigrations } from './migrations/all.ts'

type Migrations = Record<string, Migration>

/**
 * Of copies that start at once one migrates, the others wait for it. All pending migrations or none.
 *
 * @param onWarning hears what a migration has to tell the operator
 * @returns the names of those that ran
 * @throws StartError when a newer version has migrated this database
 */
export async function migrate(
  connection: Connection,
  migrations: Migrations = allMigrations,
  onWarning: (message: string) => void = () => {},
): Promise<string[]> {
  const { db, close } = connectToMigrate(connection, onWarning)
  try {
    const { error, results } = await migrator(db, migrations).migrateToLatest()
    if (error) throw explain(error)
    return (results ?? []).map((result) => result.migrationName)
  } finally {
    await close()
  }
}

/** Whether every migration of this version has run: one light statement, since readiness asks all the time. */
export async function isMigrated(db: Db): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`
    .execute(db)
    .catch(nothingIfMissing)
  const run = new Set(rows.map(({ name }) => name))
  return Object.keys(allMigrations).every((name) => run.has(name))
}

/** An empty database has not even the table. */
function nothingIfMissing(error: { code?: string }): { rows: { name: string }[] } {
  if (error.code !== '42P01') throw error
  return { rows: [] }
}

function migrator(db: Db, migrations: Migrations): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => migrations } })
}

function explain(error: unknown): unknown {
  const unknown = /migration ([\w-]+) is missing$/.exec(String(error))?.[1]
  return unknown
    ? new StartError(
        `The database was migrated by another version of Foyer, to ${unknown}: start that one or a newer one.`,
      )
    : error
}
