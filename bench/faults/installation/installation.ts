/** Runs a service process with production settings on its own Postgres, with a fault proxy between the two. */
import { createHash, randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Database } from '../../../api/src/kernel/db/connect.ts'
import { platforms } from '../../../contract/src/platforms.ts'
import { testPorts } from '../../../e2e/ports.ts'
import { startEmbeddedDatabase } from '../../../embedded-postgres/src/embedded.ts'
import { type ServiceProcess, startServiceProcess, statusOf } from '../../../scripts/service-process.ts'
import { addUsers } from '../../service/add-users.ts'
import { type Client, clientId, clientSecret, openClient, origin } from './client.ts'
import { type FaultProxy, openFaultProxy } from './fault-proxy.ts'

/** The settings of password hashing. */
type Hashing = { memoryKib: number; passes: number }

export type Installation = AsyncDisposable & {
  url: string
  port: number
  openClient(options?: { connections: number }): Client
  /** Adds students with a password, and returns their ids. */
  addUsers(count: number, hashing?: Hashing): Promise<string[]>
  /** The proxy between the service and its database. */
  proxy: FaultProxy
  /** A connection to the database that bypasses the proxy. */
  database: Database
  /** Resolves when the service is ready. */
  startService(more?: Record<string, string>): Promise<void>
  /** Resolves when the service listens, whether it is ready or not. */
  startUnready(more?: Record<string, string>): Promise<void>
  /**
   * Starts another process of the service on the same database and waits until it is ready; it ends with the
   * installation.
   */
  startCopy(port?: number, more?: Record<string, string>): Promise<{ url: string; process: ServiceProcess }>
  /** The running process, or the one that ended last. */
  service(): ServiceProcess
  isAlive(): boolean
  isReady(): Promise<boolean>
  /** Waits until the service is ready; returns the elapsed milliseconds. */
  waitForReadiness(limitMs?: number): Promise<number>
  /** Sends a signal and waits for the process to end; returns the exit code and the elapsed milliseconds. */
  stopService(signal: NodeJS.Signals): Promise<{ code: number | null; ms: number }>
  startDatabase(): Promise<void>
  stopDatabase(): Promise<void>
  killDatabase(): void
  /** The data folder of Postgres. */
  dataFolder(): string
  /** The output of all service processes that has arrived so far. */
  output(): string
  /** The number of lines that all service processes have written. */
  lines(): number
  /** Waits for a log line, which may arrive after its answer; returns false if it does not come within `limitMs`. */
  logs(pattern: RegExp, limitMs?: number): Promise<boolean>
}

type Options = {
  env?: Record<string, string>
  /** The URL that receives the platform's logout tokens. */
  backchannelLogoutUri?: string
  hasDatabase?: boolean
  /** The URL of a database that is used instead of one of the installation's own, without the fault proxy. */
  databaseUrl?: string
  isStarted?: boolean
  /** An open file for the service's output; without a file the output is collected. */
  outputFile?: number
}

export async function openInstallation({
  env = {},
  backchannelLogoutUri,
  hasDatabase = true,
  databaseUrl,
  isStarted = true,
  outputFile,
}: Options = {}): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-faults-'))
  const databaseFolder = join(folder, 'postgres')
  let embedded = databaseUrl === undefined ? await startEmbeddedDatabase(databaseFolder) : undefined
  const connection = embedded?.connection ?? { connectionString: databaseUrl ?? '' }
  const proxy = await openFaultProxy(
    'host' in connection ? { path: `${connection.host}/.s.PGSQL.${connection.port}` } : { port: 1 },
  )
  const database = connect(connection, () => {}, 4)
  if (!hasDatabase) await stopDatabase()

  const port = nextPort()
  const url = `http://127.0.0.1:${port}`
  const settings = {
    ...process.env,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    METRICS_PORT: String(nextPort()),
    PUBLIC_BASE_URL: url,
    ALLOW_INSECURE_BASE_URL: 'true',
    PROVIDER_NAME: 'Faults',
    SUPPORT_EMAIL: 'support@faults.example',
    TERMS_URL: 'https://faults.example/terms',
    PRIVACY_URL: 'https://faults.example/privacy',
    EULA_URL: 'https://faults.example/eula',
    SMTP_URL: 'smtp://127.0.0.1:1?ignoreTLS=true',
    MAIL_FROM: 'no-reply@faults.example',
    DATABASE_URL: databaseUrl ?? `postgres://foyer@127.0.0.1:${proxy.port}/foyer`,
    FOYER_SECRETS: randomBytes(48).toString('base64url'),
    PLATFORMS_FILE: writePlatforms(folder, backchannelLogoutUri),
    WEB_FOLDER: writePages(folder),
    // All requests come from one address, so the limits are raised.
    LIMITS_FACTOR: '100000',
    ARGON2_MEMORY_KIB: '64',
    ARGON2_PASSES: '1',
    CAPTCHA_COST: '1',
    DRAIN_MS: '400',
    LOG_LEVEL: 'error',
    ...env,
  }
  let service: ServiceProcess | undefined
  const copies: ServiceProcess[] = []
  let output = ''
  let lines = 0
  const stream = outputFile ?? 'collect'
  const start = (env: NodeJS.ProcessEnv) =>
    startServiceProcess({
      env,
      stdout: stream,
      stderr: stream,
      onOutput(chunk) {
        output = (output + chunk).slice(-200_000)
        lines += chunk.split('\n').length - 1
      },
    })
  const answers = (started: ServiceProcess, url: string, isAwaited: (status: number) => boolean) =>
    started.until(async () => isAwaited(await statusOf(url)))

  const installation: Installation = {
    url,
    port,
    proxy,
    database,
    openClient: (options) => openClient(url, options),
    async addUsers(count, { memoryKib, passes } = { memoryKib: 64, passes: 1 }) {
      const hashing = { algorithm: 2, memoryCost: memoryKib, timeCost: passes, parallelism: 1 }
      return (await addUsers(connection, { count, hashing })).map(({ uuid }) => uuid)
    },
    async startService(more) {
      await installation.startUnready(more)
      await installation.waitForReadiness()
    },
    async startUnready(more = {}) {
      service = start({ ...settings, ...more })
      await answers(service, `${url}/health/live`, (status) => status !== 0)
    },
    async startCopy(port = nextPort(), more = {}) {
      const ports = { PORT: String(port), METRICS_PORT: String(nextPort()) }
      const copyUrl = `http://127.0.0.1:${ports.PORT}`
      const copy = start({ ...settings, ...more, ...ports })
      copies.push(copy)
      await answers(copy, `${copyUrl}/health/ready`, (status) => status === 200)
      return { url: copyUrl, process: copy }
    },
    service() {
      if (!service) throw new Error('The service was not started')
      return service
    },
    isAlive: () => service?.isRunning() ?? false,
    isReady: async () => (await statusOf(`${url}/health/ready`)) === 200,
    async waitForReadiness(limitMs = 30_000) {
      const startedAt = performance.now()
      while (!(await installation.isReady())) {
        if (performance.now() - startedAt > limitMs)
          throw new Error(`The service was not ready within ${limitMs} ms: ${output.slice(-2_000)}`)
        await sleep(20)
      }
      return Math.round(performance.now() - startedAt)
    },
    async stopService(signal) {
      const startedAt = performance.now()
      const [code] = await installation.service().stop(signal)
      return { code, ms: Math.round(performance.now() - startedAt) }
    },
    async startDatabase() {
      // Releases the guard of a killed server, so that it does not block the new one.
      await embedded?.stop()
      embedded = await startEmbeddedDatabase(databaseFolder)
    },
    stopDatabase,
    dataFolder: () => realpathSync(dataFolder(databaseFolder)),
    killDatabase() {
      process.kill(
        Number.parseInt(readFileSync(join(dataFolder(databaseFolder), 'postmaster.pid'), 'utf8'), 10),
        'SIGKILL',
      )
    },
    output: () => output,
    lines: () => lines,
    async logs(pattern, limitMs = 10_000) {
      for (const startedAt = performance.now(); !pattern.test(output); await sleep(20))
        if (performance.now() - startedAt > limitMs) return false
      return true
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([service, ...copies].map((started) => started?.stop('SIGKILL')))
      await database.close()
      await proxy.close()
      await embedded?.stop()
      const home = join(databaseFolder, 'home')
      if (existsSync(home)) rmSync(realpathSync(home), { recursive: true, force: true })
      rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    if (isStarted) await installation.startService()
    return installation
  } catch (error) {
    await installation[Symbol.asyncDispose]()
    throw error
  }

  async function stopDatabase(): Promise<void> {
    await embedded?.stop()
    embedded = undefined
  }
}

let taken = 0

/** Returns a port that no recent fault has used, and that the system never assigns by itself. */
function nextPort(): number {
  taken += 1
  return testPorts.faults + (taken % 40)
}

function dataFolder(folder: string): string {
  const home = join(folder, 'home')
  return join(existsSync(home) ? home : folder, 'data')
}

function writePlatforms(folder: string, backchannelLogoutUri: string | undefined): string {
  const path = join(folder, 'platforms.json')
  const secretSha256 = createHash('sha256').update(clientSecret).digest('hex')
  const clients = [{ id: clientId, secretSha256, backchannelLogoutUri }]
  writeFileSync(path, JSON.stringify({ student: { home: `${origin}/`, origins: [origin], clients } }))
  return path
}

/** Writes pages without a front end, since the faults do not depend on their content. */
function writePages(folder: string): string {
  const web = join(folder, 'web')
  mkdirSync(join(web, 'server'), { recursive: true })
  mkdirSync(join(web, 'client/assets'), { recursive: true })
  writeFileSync(join(web, 'client/assets/a.js'), 'let a = 1\n'.repeat(20_000))
  writeFileSync(
    join(web, 'server/render.js'),
    `export const renderPages = async () => ${JSON.stringify(platforms)}.flatMap((platform) =>
      ['sign-in', 'account', 'not-found', 'invalid-url'].map((page) =>
        ({ page, platform, html: '<!doctype html><title>' + page + '</title>', scriptHashes: [], styleHashes: [] })))`,
  )
  writeFileSync(join(web, 'package.json'), '{"type":"module"}')
  writeFileSync(join(web, 'stamp'), '')
  return web
}
