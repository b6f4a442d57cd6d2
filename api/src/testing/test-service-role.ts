/** Creates the role and the database of the service like the Postgres image in compose.yaml. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { connect } from '../kernel/db/connect.ts'
import { patientBounds } from './test-database.ts'

type Connection = { host: string; port: number; user: string; database: string }

const script = join(import.meta.dirname, '../../../scripts/create-database.sh')

/** Runs the script's SQL with another role name, because the embedded server's superuser is called foyer. */
export async function createServiceRole(superuser: Connection): Promise<Connection> {
  const [, text = ''] = /<<'SQL'\n([\s\S]+)\nSQL\n/.exec(readFileSync(script, 'utf8')) ?? []
  const statements = text
    .replace(/^\\set .+$/m, '')
    .replace(":'password'", "'unused on this socket'")
    .replace(/\bfoyer\b/g, 'foyer_service')
    .split(';')
    .filter((statement) => statement.trim())
  assert.equal(statements.length, 3)
  const { db, close } = connect(superuser, () => {}, undefined, patientBounds)
  for (const statement of statements) await sql.raw(statement).execute(db)
  const { rows } = await sql`
    select from pg_roles where rolname = 'foyer_service' and not rolsuper and not rolcreatedb
      and not rolcreaterole and not rolreplication and not rolbypassrls`.execute(db)
  assert.equal(rows.length, 1, 'the role has no privileges')
  await close()
  return { ...superuser, user: 'foyer_service', database: 'foyer_service' }
}
