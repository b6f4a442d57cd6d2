/**
 * Starts the Postgres of a bench: the packaged one, as durable as in production. Benches speak HTTP to the service; the
 * start of this database is all that they import from its source.
 */
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedDatabase } from '../../embedded-postgres/src/embedded.ts'
import { folder } from './bench-settings.ts'
import { cpuMsOfFamily, parentOf } from './process-figures.ts'

/** A statement that a database has run since the last `forgetStatements`. */
type Statement = { text: string; calls: number; ms: number }

export type BenchDatabase = {
  /** Creates an empty database and returns its address. */
  create(name: string): Promise<string>
  /** Returns the address of a database that an earlier run has left, or null. */
  find(name: string): Promise<string | null>
  /** Renames a database that has no connections, and returns its address. */
  rename(name: string, newName: string): Promise<string>
  /** Updates the statistics of the planner, as autovacuum does within a minute: plans of empty tables are made anew. */
  analyze(name: string): Promise<void>
  /** Returns the CPU time that the whole server has used, in ms. */
  cpuMs(): number
  forgetStatements(): Promise<void>
  /** Returns what the clients of a database have sent, `begin` and `commit` included, the longest first. */
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
  // The server would outlive an interrupted bench.
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

/** Starts the server with the extension that counts statements; it is only loaded when the server starts. */
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
