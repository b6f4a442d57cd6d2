/**
 * Starts the Postgres of a bench: the packaged one, as durable as in production. Benches speak HTTP to the service; the
 * start of this database is all that they import from its source.
 */
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedDatabase } from '../../api/src/db/embedded.ts'
import { folder } from './bench-settings.ts'

export type BenchDatabase = {
  /** Creates an empty database and returns its address. */
  create(name: string): Promise<string>
  stop(): Promise<void>
}

export async function startDatabase(): Promise<BenchDatabase> {
  const { connection, stop } = await startEmbeddedDatabase(join(folder, 'postgres'))
  // The server would outlive an interrupted bench.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(1)))
  }
  return {
    stop,
    async create(name) {
      const client = new pg.Client(connection)
      await client.connect()
      await client.query(`drop database if exists ${name} with (force)`)
      await client.query(`create database ${name}`)
      await client.end()
      const { host, port, user } = connection
      return `postgres://${user}@localhost/${name}?${new URLSearchParams({ host, port: String(port) })}`
    },
  }
}
