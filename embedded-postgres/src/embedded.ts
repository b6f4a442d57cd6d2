/** Starts the Postgres server of the npm packages on a folder, for one copy of the service at a time. */
import { randomUUID } from 'node:crypto'
import {
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  statfs,
  symlink,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { StartError } from '../../api/src/kernel/start-error.ts'
import { exists, type Owner, prepareSystem, runProgram, systemFolder } from './embedded-binaries.ts'
import { type Connection, isGuarded, openGuard, takeGuard } from './embedded-guard.ts'

export type EmbeddedDatabase = { connection: Connection; stop(): Promise<void> }

type Run = (program: 'initdb' | 'pg_ctl', args: string[]) => Promise<string>

const port = 5432
// The maximum length of a Unix socket's path in bytes: 107 on Linux, 103 on macOS.
const longestAddress = 103
const stopLimit = 30_000

// Passed at each start instead of stored by initdb, so that this list is the only source of these settings.
const settings = [
  'listen_addresses=',
  'unix_socket_directories=.',
  'unix_socket_permissions=0700',
  `port=${port}`,
  'max_connections=60',
  // Reading a random page of a solid-state disk costs about as much as reading the next one.
  'random_page_cost=1.1',
  'timezone=UTC',
  'log_timezone=UTC',
  'log_checkpoints=off',
]
const fastSettings = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'max_wal_size=128MB',
  'min_wal_size=32MB',
]

/** The file system of Linux in memory. A container often has 64 MB of it, which is too little for a database. */
const memoryFolder = '/dev/shm'
const memoryBytes = 2 ** 30

type Options = {
  /** `false` trades safety against power loss for speed (tests). */
  durable?: boolean
  /** Keeps the data in memory where there is enough, and on the disk elsewhere. */
  inMemory?: boolean
}

/**
 * Starts the packages' Postgres on a data folder, and creates the database `foyer` if it is missing. If a killed Foyer
 * left its server running, that server is used as it is.
 *
 * @param folder the data folder; as root it contains only the link `home` to a folder below /var/lib/foyer, and with
 * `inMemory` a link to a folder in memory
 * @returns `connection` for `pg` (`host` is the socket's folder, no password) and `stop`, which ends the server (30 s
 * at most) and may be called twice
 * @throws Error with one line for the operator: another copy uses the folder (after 3 s), the server did not start
 * (after 10 s without an answer; names its log), no binaries for this system, or the data belongs to another user
 */
export async function startEmbeddedDatabase(
  folder: string,
  { durable = true, inMemory = false }: Options = {},
): Promise<EmbeddedDatabase> {
  const place = resolve(folder)
  const { owner, binaries } = await prepareSystem()
  const home = await homeFolder(place, owner, inMemory)
  const data = join(home, 'data')
  const run: Run = (program, args) =>
    runProgram(join(binaries, 'bin', program), args, { ...owner, cwd: home })
  if (!(await isComplete(home))) await createData(home, run, durable)

  const start = () => startServer(run, durable)
  const host = await socketFolder(data)
  const connection = { host, port, user: 'foyer', database: 'foyer' }
  let stopping = false
  let guarded = true
  try {
    watch(await takeGuard(connection, start, { folder: place, log: join(home, 'postgres.log') }))
    await removeUnfinished(home)
  } catch (error) {
    await removeLink(host, data)
    throw error
  }
  return { connection, stop }

  async function stop(): Promise<void> {
    stopping = true
    // If the guard is lost, the server may belong to another copy.
    if (guarded) await stopServer(data)
    await removeLink(host, data)
  }

  function watch(guard: Client): void {
    guarded = true
    guard.once('end', () => {
      if (stopping) return
      guarded = false
      void retakeGuard()
    })
  }

  // A crash of one Postgres session ends all sessions, including the guard's; a second copy could then start.
  async function retakeGuard(): Promise<void> {
    while (!stopping) {
      const guard = await openGuard(connection).catch(() => undefined)
      if (guard) return watch(guard)
      await sleep(1_000, undefined, { ref: false })
    }
  }
}

/**
 * Connects to the server that a running Foyer owns; returns undefined if there is none, and `startEmbeddedDatabase` may
 * be called. `stop` does not stop the owner's server.
 */
export async function joinEmbeddedDatabase(folder: string): Promise<EmbeddedDatabase | undefined> {
  const place = resolve(folder)
  const linked = await readlink(join(place, 'home')).catch(() => undefined)
  const data = join(linked ? resolve(place, linked) : place, 'data')
  const host = await socketFolder(data)
  const connection = { host, port, user: 'foyer', database: 'foyer' }
  const leave = () => removeLink(host, data)
  try {
    if (await isGuarded(connection)) return { connection, stop: leave }
  } catch (error) {
    await leave()
    throw error
  }
  await leave()
  return undefined
}

/**
 * Refuses a folder that both root and an ordinary user would use, because one of them would get a second, empty
 * database.
 */
async function homeFolder(folder: string, owner: Owner | undefined, inMemory: boolean): Promise<string> {
  const link = join(folder, 'home')
  const linked = await readlink(link).catch(() => undefined)
  const homes = inMemory && (await hasMemory()) ? memoryFolder : owner && systemFolder
  if (linked && !homes) throw foreignData(folder, 'root')
  if (homes && (await exists(join(folder, 'data')))) throw foreignData(folder, 'an ordinary user')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!homes) return folder
  // The name is random instead of derived from the path, so that a new checkout at an old path starts with an empty
  // database.
  if (!linked) await symlink(join(homes, `foyer-${randomUUID()}`), link).catch(() => {})
  const home = resolve(folder, await readlink(link))
  await mkdir(home, { recursive: true, mode: 0o700 })
  if (owner) await chown(home, owner.uid, owner.gid)
  else if ((await stat(home)).uid !== process.getuid?.()) throw foreignData(folder, 'another user')
  return home
}

async function hasMemory(): Promise<boolean> {
  const memory = await statfs(memoryFolder).catch(() => undefined)
  return memory !== undefined && memory.bavail * memory.bsize >= memoryBytes
}

function foreignData(folder: string, owner: string): Error {
  return new StartError(
    `The database in ${folder} was made by ${owner}: start Foyer as that user, or set DATABASE_URL.`,
  )
}

/** Creates the data folder under another name first, so that an interrupted start never leaves a partial `data`. */
async function createData(home: string, run: Run, durable: boolean): Promise<void> {
  const fresh = `fresh-${randomUUID()}`
  const access = ['-U', 'foyer', '--auth-local=trust', '--auth-host=reject']
  const locale = ['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  try {
    await run('initdb', [
      '-D',
      fresh,
      ...access,
      ...locale,
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ])
    await rename(join(home, fresh), join(home, 'data'))
  } catch (error) {
    await rm(join(home, fresh), { recursive: true, force: true }).catch(() => {})
    // If two copies start at once, the slower copy uses the data of the faster one.
    if (!(await isComplete(home))) throw error
  }
}

function isComplete(home: string): Promise<boolean> {
  return exists(join(home, 'data', 'PG_VERSION'))
}

/** Removes partial folders. Call it only with the guard: the data then exists, so no copy needs a partial folder. */
async function removeUnfinished(home: string): Promise<void> {
  const unfinished = (await readdir(home)).filter((name) => name.startsWith('fresh-'))
  const remove = (name: string) => rm(join(home, name), { recursive: true, force: true }).catch(() => {})
  await Promise.all(unfinished.map(remove))
}

/**
 * Starts the server. Fails while another server uses the folder, or while a killed server is still a zombie process;
 * the caller tries again.
 */
async function startServer(run: Run, durable: boolean): Promise<unknown> {
  const options = [...settings, ...(durable ? [] : fastSettings)].map((setting) => `-c ${setting}`).join(' ')
  const args = ['-D', 'data', '-w', '-t', '60', '-s', '-l', 'postgres.log', '-o', options, 'start']
  return run('pg_ctl', args).catch((error: unknown) => error)
}

/**
 * Stops the server with a signal. `pg_ctl stop` would mistake a server that another copy starts for this one, and hang.
 */
async function stopServer(data: string): Promise<void> {
  const pid = await serverPid(data)
  if (!pid || !signal(pid, 'SIGINT')) return
  const deadline = Date.now() + stopLimit
  while ((await serverPid(data)) === pid && signal(pid, 0)) {
    if (Date.now() > deadline) throw new Error(`The embedded Postgres in ${data} did not stop within 30 s.`)
    await sleep(10)
  }
}

async function serverPid(data: string): Promise<number | undefined> {
  const lines = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(lines, 10)
  return pid > 0 ? pid : undefined
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

async function socketFolder(data: string): Promise<string> {
  if (Buffer.byteLength(join(data, `.s.PGSQL.${port}`)) <= longestAddress) return data
  // Uses a private folder, because another user could redirect a link with a predictable name.
  const link = join(await mkdtemp(join(tmpdir(), 'foyer-')), 'data')
  await symlink(data, link)
  return link
}

async function removeLink(host: string, data: string): Promise<void> {
  if (host !== data) await rm(dirname(host), { recursive: true, force: true })
}
