/** Starts one Postgres per test run, without durability, and a migrated template that every test file clones. */
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { connect } from '../db/connect.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { loadReference } from '../reference/load-reference.ts'
import { templateName } from './test-database.ts'

let embedded: EmbeddedDatabase | undefined

export async function globalSetup(): Promise<void> {
  const folder = fileURLToPath(new URL('../../../.data/test-postgres', import.meta.url))
  embedded = await startEmbeddedDatabase(folder, { durable: false })
  const { connection } = embedded
  await recreateTemplate(connection)
  const template = { ...connection, database: templateName }
  await migrate(template)
  const { db, close } = connect(template, () => {}, 1)
  await loadReference(db)
  await close()
  process.env.TEST_DATABASE = JSON.stringify(connection)
}

export async function globalTeardown(): Promise<void> {
  await embedded?.stop()
}

/** Drops the databases of earlier runs now, because dropping them during tests would slow the clones. */
async function recreateTemplate(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  const { rows } = await client.query("select datname from pg_database where datname like 'test\\_%'")
  for (const { datname } of rows) await client.query(`drop database "${datname}" with (force)`)
  await client.query(`create database ${templateName}`)
  await client.end()
}
