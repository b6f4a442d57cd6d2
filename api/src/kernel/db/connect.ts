/** Opens the connection pool and the query builder. Every wait has a limit. */
import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely'
import pg from 'pg'
import { preparedPool } from './prepared-pool.ts'
import type { Tables } from './tables.ts'

/** Time limits: for a connection, a lock, a statement, an answer, an idle transaction, and requests that wait in a queue. */
export const databaseBounds = {
  maxConnections: 10,
  connectMs: 1_500,
  lockMs: 2_000,
  statementMs: 5_000,
  /** Limits the wait for a silent server, which does not even report a statement timeout. */
  answerMs: 6_000,
  idleInTransactionMs: 10_000,
  /** A request's wait for earlier changes of its user. */
  changesMs: 5_000,
  /**
   * A request's wait for earlier requests of its network or with its idempotency key: longer than thirty users of one
   * network take to sign up at the same time.
   */
  earlierRequestsMs: 10_000,
  /** The shortest and longest pause between attempts to reach the database when the service starts; pauses grow. */
  retryMinMs: 250,
  retryMaxMs: 10_000,
  /** The readiness check's wait for the database. */
  healthMs: 500,
} as const

/** The database or a transaction; query functions accept both. */
export type Db = Kysely<Tables> | Transaction<Tables>

/** Open and idle connections; statements that wait for one; statements since the start: sent, and without a connection in time. */
type DatabaseLoad = { total: number; idle: number; waiting: number; sent: number; refused: number }

export type Database = { db: Kysely<Tables>; load(): DatabaseLoad; close(): Promise<void> }

export type Connection =
  | { connectionString: string; pooler?: Pooler }
  | { host: string; port: number; user: string; database: string }

/** The connections lead to a pooler, which gives each transaction a connection of the server. */
export type Pooler = { isPreparing: boolean }

export type DatabaseBounds = { [Name in keyof typeof databaseBounds]: number }

const boundsByDatabase = new WeakMap<Db, DatabaseBounds>()

/** Returns the time limits that the database was opened with. */
export function boundsOf(db: Db): DatabaseBounds {
  return boundsByDatabase.get(db) ?? databaseBounds
}

/** Opens one connection for migrations, whose statements have no time limit. */
export function connectToMigrate(
  connection: Connection,
  onWarning: (message: string) => void,
): Omit<Database, 'load'> {
  const unhurried = { statement_timeout: 0, query_timeout: 0, idle_in_transaction_session_timeout: 0 }
  // Keeps the lock timeout: other copies' queries would queue behind a waiting table lock.
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

/** Opens the pool. `onError` receives errors of idle connections; unhandled, such an error ends the process. */
export function connect(
  connection: Connection,
  onError: (error: Error) => void,
  poolSize?: number,
  shortened: Partial<DatabaseBounds> = {},
): Database {
  const bounds = { ...databaseBounds, ...shortened }
  const pooler = 'pooler' in connection ? connection.pooler : undefined
  const pool = new pg.Pool({
    ...connection,
    ...(pooler ? waitsOf(bounds) : settingsOf(bounds)),
    max: poolSize ?? bounds.maxConnections,
    application_name: 'foyer',
  })
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  const prepared = preparedPool(pool, pooler?.isPreparing ?? true)
  const db = createDb(prepared)
  boundsByDatabase.set(db, bounds)
  return {
    db,
    load: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      ...prepared.counts(),
    }),
    close: () => pool.end(),
  }
}

/** The waits that the driver limits by itself. */
function waitsOf(bounds: DatabaseBounds): pg.PoolConfig {
  return {
    connectionTimeoutMillis: bounds.connectMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    query_timeout: bounds.answerMs,
  }
}

/** Adds the waits that the server limits. A pooler refuses them, or gives them to no connection of the server. */
function settingsOf(bounds: DatabaseBounds): pg.PoolConfig {
  return {
    ...waitsOf(bounds),
    statement_timeout: bounds.statementMs,
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
