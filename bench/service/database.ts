/**
 * Starts the Postgres of a benchmark: the packaged Postgres, as durable as in production. Benchmarks use the service
 * over HTTP; starting this database is the only code that they import from its sources.
 */
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedDatabase } from '../../embedded-postgres/src/embedded.ts'
import { folder } from './bench-settings.ts'
import { cpuMsOfFamily, parentOf } from './process-figures.ts'

/** A statement that a database has executed since the last `forgetStatements`. */
type Statement = { text: string; calls: number; ms: number }

export type BenchDatabase = {
  /** Creates an empty database and returns its URL. */
  create(name: string): Promise<string>
  /** Returns the URL of a database from an earlier run, or null. */
  find(name: string): Promise<string | null>
  /** Renames a database that has no connections, and returns its new URL. */
  rename(name: string, newName: string): Promise<string>
  /**
   * Updates the planner's statistics, as autovacuum does within a minute, so that plans made for empty tables are
   * replaced.
   */
  analyze(name: string): Promise<void>
  /** Returns the CPU time of the whole server in ms. */
  cpuMs(): number
  forgetStatements(): Promise<void>
  /** Returns the statements that a database's clients have sent, including `begin` and `commit`, the longest first. */
  statementsOf(name: string): Promise<Statement[]>
  stop(): Promise<void>
}

export async function startDatabase(): Promise<BenchDatabase> {
  const { connection, stop: stopServer } = await startCountingServer()
  const watcher = new pg.Client(connection)
  await watcher.connect()
  await watcher.query('create extension if not exists pg_stat_statements')
  const { rows } = await watcher.query('select pg_backend_pid() as pid')
  const server = parentOf(rows[0].pid)
  const stop = () => watcher.end().then(stopServer)
  const { host, port, user } = connection
  const addressOf = (name: string) =>
    `postgres://${user}@localhost/${name}?${new URLSearchParams({ host, port: String(port) })}`
  // The server would otherwise outlive an interrupted benchmark.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(1)))
  }
  return {
    stop,
    cpuMs: () => cpuMsOfFamily(server),
    async forgetStatements() {
      await watcher.query('select pg_stat_statements_reset()')
    },
    async statementsOf(name) {
      const { rows } = await watcher.query(
        `select query as text, calls::int, total_exec_time as ms
         from pg_stat_statements join pg_database on pg_database.oid = dbid
         where datname = $1 order by total_exec_time desc`,
        [name],
      )
      return rows
    },
    async analyze(name) {
      const client = new pg.Client({ ...connection, database: name })
      await client.connect()
      await client.query('analyze')
      await client.end()
    },
    async create(name) {
      await watcher.query(`drop database if exists ${name} with (force)`)
      await watcher.query(`create database ${name}`)
      return addressOf(name)
    },
    async find(name) {
      const { rows } = await watcher.query('select from pg_database where datname = $1', [name])
      return rows.length > 0 ? addressOf(name) : null
    },
    async rename(name, newName) {
      await watcher.query(`alter database ${name} rename to ${newName}`)
      return addressOf(newName)
    },
  }
}

/** Starts the server with the extension that counts statements, which can only be loaded at the start. */
async function startCountingServer(): ReturnType<typeof startEmbeddedDatabase> {
  const server = await startEmbeddedDatabase(join(folder, 'postgres'))
  const client = new pg.Client(server.connection)
  await client.connect()
  const { rows } = await client.query('show shared_preload_libraries')
  const isCounting = rows[0].shared_preload_libraries === 'pg_stat_statements'
  if (!isCounting) await client.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`)
  await client.end()
  if (isCounting) return server
  await server.stop()
  return startEmbeddedDatabase(join(folder, 'postgres'))
}
