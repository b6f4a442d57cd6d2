/** Guards the embedded database with a lock that only one running copy of the service can hold. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { StartError } from '../../api/src/kernel/start-error.ts'

export type Connection = { host: string; port: number; user: string; database: string }

const guardKey = 4000
const refusedAfter = 3_000
const silentAfter = 10_000
const tooManyConnections = '53300'

/**
 * Takes the lock that only one copy can hold, and starts the server if none answers. The caller must keep the lock's
 * session open until the server has stopped; otherwise another copy could start in between.
 *
 * @param start tries to start the server and resolves with the error if it fails; called again until it succeeds
 * @throws Error if another copy holds the lock, or no server answers; names the folder or the log
 */
export async function takeGuard(
  connection: Connection,
  start: () => Promise<unknown>,
  paths: { folder: string; log: string },
): Promise<Client> {
  let refusedSince: number | undefined
  let lastSign = Date.now()
  let hindrance: unknown
  for (; ; await sleep(50)) {
    try {
      const guard = await openGuard(connection)
      if (guard) return guard
      lastSign = Date.now()
      refusedSince ??= lastSign
    } catch (error) {
      const state = serverState(error)
      if (state === 'broken') throw error
      if (state !== 'silent') lastSign = Date.now()
      refusedSince = state === 'full' ? (refusedSince ?? lastSign) : undefined
      if (Date.now() - lastSign > silentAfter) {
        throw new StartError(`The embedded Postgres did not start: see ${paths.log}`, {
          cause: hindrance ?? error,
        })
      }
      if (state === 'silent') hindrance = await start()
    }
    if (refusedSince && Date.now() - refusedSince > refusedAfter) {
      throw new StartError(`Another Foyer is running on ${paths.folder}: stop it first, or set DATABASE_URL.`)
    }
  }
}

function serverState(error: unknown): 'silent' | 'changing' | 'full' | 'broken' {
  if (!(error instanceof DatabaseError)) return 'silent'
  // 57P01 to 57P03: the server is starting up or shutting down.
  if (error.code?.startsWith('57P0')) return 'changing'
  return error.code === tooManyConnections ? 'full' : 'broken'
}

/** Takes the lock. Resolves with undefined while a running copy holds it. The lock of a killed copy is free at once. */
export async function openGuard(connection: Connection): Promise<Client | undefined> {
  const settings = { ssl: false, connectionTimeoutMillis: 5_000, application_name: 'foyer guard' }
  const client = new Client({ ...connection, ...settings, database: 'postgres' })
  // Without a listener, the error of a lost connection would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${guardKey}) as mine`)
    if (rows[0]?.mine) {
      await createDatabase(client, connection.database)
      return client
    }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
  await client.end().catch(() => {})
  return undefined
}

/** Returns whether a running copy holds the lock; false if no server answers. */
export async function isGuarded(connection: Connection): Promise<boolean> {
  const client = new Client({
    ...connection,
    ssl: false,
    connectionTimeoutMillis: 5_000,
    database: 'postgres',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const held = `select from pg_locks where locktype = 'advisory' and objid = ${guardKey} and granted`
    const { rowCount } = await client.query(held)
    return rowCount !== 0
  } catch (error) {
    if (serverState(error) === 'broken') throw error
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function createDatabase(client: Client, name: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
}
