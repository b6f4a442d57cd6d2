/** The connection pool and the query builder on it. Every wait is bounded. */
import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { countRefusals } from './count-refusals.ts'
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

/** `onError` hears of connections that broke while idle; without a listener one would end the process. */
export function connect(
  connection: Connection,
  onError: (error: Error) => void,
  poolSize = bounds.max,
): Database {
  const pool = new pg.Pool({ ...connection, ...bounds, max: poolSize, application_name: 'foyer' })
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  const counted = countRefusals(pool)
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: counted }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  return {
    db,
    load: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      refused: counted.refused(),
    }),
    close: () => pool.end(),
  }
}
