/** A migrated, empty database of its own for a test file. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { type Connection, connect, type Database, type DatabaseBounds } from './connect.ts'

export const templateName = 'test_template'

type Server = Exclude<Connection, { connectionString: string }>

export type TestDatabaseOptions = {
  poolSize?: number
  bounds?: Partial<DatabaseBounds>
  /** Another way to the same server, for example through a proxy that makes trouble. */
  reach?(server: Server): Promise<Server>
}

/** Needs the run's Postgres: `node --test --test-global-setup=api/src/db/test-setup.ts`. */
export async function createTestDatabase({
  poolSize,
  bounds,
  reach = async (server) => server,
}: TestDatabaseOptions = {}): Promise<Database> {
  const connection = JSON.parse(process.env.TEST_DATABASE ?? 'null')
  if (!connection) throw new Error('Run tests with --test-global-setup=api/src/db/test-setup.ts')
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  await client.query(`create database ${database} template ${templateName}`)
  await client.end()
  return connect(await reach({ ...connection, database }), () => {}, poolSize, bounds)
}
