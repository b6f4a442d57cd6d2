/** A migrated, empty database of its own for a test file. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { connect, type Database } from './connect.ts'

export const templateName = 'test_template'

export type TestDatabase = Database & {
  /** For a process of its own, as DATABASE_URL. */
  url: string
  /** Another pool on the same database, as another copy of the service has it. */
  openAnother(): Database
}

/** Needs the run's Postgres: `node --test --test-global-setup=api/src/db/test-setup.ts`. */
export async function createTestDatabase({ poolSize = 10 } = {}): Promise<TestDatabase> {
  const connection = JSON.parse(process.env.TEST_DATABASE ?? 'null')
  if (!connection) throw new Error('Run tests with --test-global-setup=api/src/db/test-setup.ts')
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  await client.query(`create database ${database} template ${templateName}`)
  await client.end()
  const open = () => connect({ ...connection, database }, () => {}, poolSize)
  const { user, host, port } = connection
  const url = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
  return { ...open(), openAnother: open, url }
}
