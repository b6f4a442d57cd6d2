/** The connection pool and the query builder on it. Every wait is bounded. */
import { databaseBounds } from '@foyer/contract/limits'
import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { leaveSilentServers } from './silent-server.ts'
import type { Tables } from './tables.ts'

/** The database, or a transaction on it: data functions take either. */
export type Db = Kysely<Tables> | Transaction<Tables>

export type Database = { db: Kysely<Tables>; close(): Promise<void> }

export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string }

export type DatabaseBounds = { [Name in keyof typeof databaseBounds]: number }

/** `onError` hears of connections that broke while idle; without a listener one would end the process. */
export function connect(
  connection: Connection,
  onError: (error: Error) => void,
  poolSize?: number,
  shortened: Partial<DatabaseBounds> = {},
): Database {
  const bounds = { ...databaseBounds, ...shortened }
  const pool = new pg.Pool({
    ...connection,
    max: poolSize ?? bounds.maxConnections,
    connectionTimeoutMillis: bounds.connectMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: bounds.statementMs,
    query_timeout: bounds.answerMs,
    lock_timeout: bounds.lockMs,
    idle_in_transaction_session_timeout: bounds.idleInTransactionMs,
    application_name: 'foyer',
  })
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: leaveSilentServers(pool) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  return { db, close: () => pool.end() }
}
