/** Opens the connection pool and the query builder on it. Every wait is bounded. */
import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely'
import pg from 'pg'
import { preparedPool } from './prepared-pool.ts'
import type { Tables } from './tables.ts'

/** Bounds of each wait for the database: for a connection, a lock, a statement, an answer, an idle transaction. */
export const databaseBounds = {
  maxConnections: 10,
  connectMs: 1_500,
  lockMs: 2_000,
  statementMs: 5_000,
  /** Limits the wait for a server that sends nothing, not even the error of a statement that took too long. */
  answerMs: 6_000,
  idleInTransactionMs: 10_000,
  /** The growing pauses between two tries to reach the database at the start of the service. */
  retryMinMs: 250,
  retryMaxMs: 10_000,
  /** The time that the readiness check waits for the database. */
  healthMs: 500,
} as const

/** The database, or a transaction on it: data functions take either. */
export type Db = Kysely<Tables> | Transaction<Tables>

/** Open and idle connections; statements that wait for one; statements since the start: sent, and without a connection in time. */
type DatabaseLoad = { total: number; idle: number; waiting: number; sent: number; refused: number }

export type Database = { db: Kysely<Tables>; load(): DatabaseLoad; close(): Promise<void> }

export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string }

export type DatabaseBounds = { [Name in keyof typeof databaseBounds]: number }

/** Opens one connection for migrations: they wait for those of another copy, and a statement has no time limit. */
export function connectToMigrate(
  connection: Connection,
  onWarning: (message: string) => void,
): Omit<Database, 'load'> {
  const unhurried = { statement_timeout: 0, query_timeout: 0, idle_in_transaction_session_timeout: 0 }
  // The lock timeout stays: queries of the running copies queue behind a table lock that waits.
  const pool = new pg.Pool({
    ...connection,
    ...settingsOf(databaseBounds),
    ...unhurried,
    max: 1,
    application_name: 'foyer migrate',
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    client.on('notice', ({ severity, message }) => severity === 'WARNING' && onWarning(message ?? ''))
  })
  return { db: createDb(pool), close: () => pool.end() }
}

/** Opens the pool. `onError` is called for connections that break while idle; unhandled, such an error ends the process. */
export function connect(
  connection: Connection,
  onError: (error: Error) => void,
  poolSize?: number,
  shortened: Partial<DatabaseBounds> = {},
): Database {
  const bounds = { ...databaseBounds, ...shortened }
  const pool = new pg.Pool({
    ...connection,
    ...settingsOf(bounds),
    max: poolSize ?? bounds.maxConnections,
    application_name: 'foyer',
  })
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  const prepared = preparedPool(pool)
  return {
    db: createDb(prepared),
    load: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      ...prepared.counts(),
    }),
    close: () => pool.end(),
  }
}

function settingsOf(bounds: DatabaseBounds): pg.PoolConfig {
  return {
    connectionTimeoutMillis: bounds.connectMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: bounds.statementMs,
    query_timeout: bounds.answerMs,
    lock_timeout: bounds.lockMs,
    idle_in_transaction_session_timeout: bounds.idleInTransactionMs,
  }
}

function createDb(pool: PostgresPool): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}
