/**
 * Starts one Postgres per test run, in memory and without durability, and a migrated template that every test file clones. With
 * `TEST_POSTGRES`, the run uses the server that the PG variables name (scripts/test-on-postgres.ts).
 */
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../../embedded-postgres/src/embedded.ts'
import { loadReference } from '../features/reference/load-reference.ts'
import { connect } from '../kernel/db/connect.ts'
import { migrate } from '../kernel/db/migrate.ts'
import { patientBounds, type TestConnection, templateName } from './test-database.ts'

let embedded: EmbeddedDatabase | undefined

export async function globalSetup(): Promise<void> {
  const connection = process.env.TEST_POSTGRES ? connectionOfEnvironment() : await startServer()
  await recreateTemplate(connection)
  const template = { ...connection, database: templateName }
  await migrate(template)
  const { db, close } = connect(template, () => {}, 1, patientBounds)
  await loadReference(db)
  await close()
  process.env.TEST_DATABASE = JSON.stringify(connection)
}

async function startServer(): Promise<TestConnection> {
  const folder = fileURLToPath(new URL('../../../.data/test-database', import.meta.url))
  // A file system without a journal takes half a second of CPU to create 500 files after 500 were removed.
  embedded = await startEmbeddedDatabase(folder, { durable: false, inMemory: true })
  return embedded.connection
}

function connectionOfEnvironment(): TestConnection {
  const { PGHOST: host = '', PGPORT: port, PGUSER: user = 'postgres' } = process.env
  return { host, port: Number(port), user, database: 'postgres' }
}

export async function globalTeardown(): Promise<void> {
  await embedded?.stop()
}

/** Creates the template; also drops databases that a killed run left. */
async function recreateTemplate(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  const { rows } = await client.query("select datname from pg_database where datname like 'test\\_%'")
  for (const { datname } of rows) await client.query(`drop database "${datname}" with (force)`)
  await client.query(`create database ${templateName}`)
  await client.end()
}
