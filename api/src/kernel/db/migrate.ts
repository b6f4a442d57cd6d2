/** Migrates the schema to this version, and checks whether it is migrated. */
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { StartError } from '../start-error.ts'
import { type Connection, connectToMigrate, type Db } from './connect.ts'
import { migrations as allMigrations } from './migrations/all.ts'

type Migrations = Record<string, Migration>

/**
 * Runs all pending migrations, or none if one fails. If several copies start at once, one migrates and the others wait.
 *
 * @param onWarning receives each warning that a migration raises for the operator
 * @returns the names of the migrations that ran
 * @throws StartError if a newer version has migrated this database
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

/**
 * Returns whether every migration of this version has run. Runs one cheap query, because readiness checks call it
 * often.
 */
export async function isMigrated(db: Db): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`
    .execute(db)
    .catch(nothingIfMissing)
  const run = new Set(rows.map(({ name }) => name))
  return Object.keys(allMigrations).every((name) => run.has(name))
}

/** Returns no rows for an empty database, which has no migrations table yet. */
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
