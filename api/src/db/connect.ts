/** The connection pool and the query builder on it. Every wait is bounded. */
import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely'
import pg from 'pg'
import { countRefusals } from './count-refusals.ts'
import { PreparedClient } from './prepared-client.ts'
import type { Tables } from './tables.ts'

/** The database, or a transaction on it: data functions take either. */
export type Db = Kysely<Tables> | Transaction<Tables>

/** Connections there are and those idle; statements waiting for one, and refused one since the start. */
export type DatabaseLoad = { total: number; idle: number; waiting: number; refused: number }

export type Database = { db: Kysely<Tables>; load(): DatabaseLoad; close(): Promise<void> }

export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string }

const bounds = {
  max: 10,
  connectionTimeoutMillis: 1_500,
  idleTimeoutMillis: 30_000,
  statement_timeout: 5_000,
  // For a server that says nothing at all, not even that a statement took too long.
  query_timeout: 6_000,
  keepAlive: true,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
}

/** One connection for migrations: they wait for another copy's, and a statement may take as long as it needs. */
export function connectToMigrate(connection: Connection): Omit<Database, 'load'> {
  const unhurried = { statement_timeout: 0, query_timeout: 0, idle_in_transaction_session_timeout: 0 }
  // Table locks keep their bound: behind one that waits, every query of the copies in service waits too.
  const pool = new pg.Pool({
    ...connection,
    ...bounds,
    ...unhurried,
    max: 1,
    application_name: 'foyer migrate',
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return { db: createDb(pool), close: () => pool.end() }
}

/** `onError` hears of connections that broke while idle; without a listener one would end the process. */
export function connect(
  connection: Connection,
  onError: (error: Error) => void,
  poolSize = bounds.max,
): Database {
  const pool = new pg.Pool({
    ...connection,
    ...bounds,
    max: poolSize,
    application_name: 'foyer',
    Client: PreparedClient,
  })
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  const counted = countRefusals(pool)
  return {
    db: createDb(counted),
    load: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      refused: counted.refused(),
    }),
    close: () => pool.end(),
  }
}

function createDb(pool: PostgresPool): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}
