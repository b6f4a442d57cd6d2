/** Creates a database for each test file, migrated or empty. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { connect, type Database, type DatabaseBounds } from '../kernel/db/connect.ts'

export const templateName = 'test_template'

export type TestConnection = { host: string; port: number; user: string; database: string }

export type TestDatabase = Database & {
  /** The DATABASE_URL for a separate process. */
  url: string
  /** Opens another pool on the same database, like another copy of the service. */
  openAnother(): Database
}

/** The time limits of tests, long because a busy machine is slow without a fault. Tests of the limits set their own. */
export const patientBounds: Partial<DatabaseBounds> = {
  connectMs: 30_000,
  lockMs: 30_000,
  statementMs: 30_000,
  answerMs: 30_000,
  changesMs: 30_000,
  earlierRequestsMs: 30_000,
}

export type TestDatabaseOptions = {
  poolSize?: number
  /** Overrides some of the service's own time limits; without it, tests use the long ones. */
  bounds?: Partial<DatabaseBounds>
  /** Returns another connection to the same server, such as a proxy that injects faults. */
  reach?(server: TestConnection): Promise<TestConnection>
}

/** Creates a migrated database. Requires `node --test --test-global-setup=api/src/testing/test-setup.ts`. */
export async function createTestDatabase({
  poolSize,
  bounds = patientBounds,
  reach = async (server) => server,
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = await createDatabase(templateName)
  const connection = await reach(server)
  const open = () => connect(connection, () => {}, poolSize, bounds)
  const { user, host, port, database } = connection
  const url = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
  const first = open()
  return {
    ...first,
    url,
    openAnother: open,
    async close() {
      await first.close()
      await dropDatabase(server)
    },
  }
}

/** Creates a database without migrations. */
export function createEmptyDatabase(): Promise<TestConnection> {
  return createDatabase('template0')
}

async function createDatabase(template: string): Promise<TestConnection> {
  const connection = JSON.parse(process.env.TEST_DATABASE || 'null')
  if (!connection) throw new Error('Run tests with --test-global-setup=api/src/testing/test-setup.ts')
  const database = `test_${randomUUID().replaceAll('-', '')}`
  // Copying the files takes half the time of logging their pages.
  await administer(connection, `create database ${database} template ${template} strategy file_copy`)
  return { ...connection, database }
}

/** Drops a database at once: its files have hardly reached the disk, so this is ten times as fast as later. */
function dropDatabase({ database, ...connection }: TestConnection): Promise<void> {
  return administer(connection, `drop database ${database} with (force)`)
}

async function administer(connection: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
