/** A service process in production settings on a Postgres of its own, with a proxy between the two that can make trouble. */
import type { ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Database } from '../../../api/src/db/connect.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../../api/src/db/embedded.ts'
import { platforms } from '../../../contract/src/platforms.ts'
import { type FaultProxy, openFaultProxy } from './fault-proxy.ts'
import { startServiceProcess, statusOf } from './service-process.ts'

export const clientId = 'faults'
export const clientSecret = 'a-secret-of-a-platform'
export const origin = 'https://student.example'

export type House = {
  url: string
  port: number
  /** Between the service and its database. */
  proxy: FaultProxy
  /** Straight to the database. */
  database: Database
  startService(more?: Record<string, string>): Promise<void>
  /** One more process of the service on the same database; it ends with the house. */
  startCopy(): Promise<{ url: string; process: ChildProcess }>
  /** The running process, or the one that ended last. */
  service(): ChildProcess
  isAlive(): boolean
  /** Milliseconds until readiness has this status. */
  readiness(status: number, limitMs?: number): Promise<number>
  /** Sends a signal and waits for the end. */
  stopService(signal: NodeJS.Signals): Promise<{ code: number | null; ms: number }>
  startDatabase(): Promise<void>
  stopDatabase(): Promise<void>
  killDatabase(): void
  /** Where Postgres keeps everything. */
  dataFolder(): string
  /** Everything that the service has written and that has arrived here so far. */
  said(): string
  /** Waits until the service has written this, since a line can arrive after the answer it belongs to; false in vain. */
  says(pattern: RegExp, limitMs?: number): Promise<boolean>
  close(): Promise<void>
}

type Options = {
  env?: Record<string, string>
  hasDatabase?: boolean
  isStarted?: boolean
  /** An open file that takes what the service writes. */
  output?: number
}

export async function openHouse({
  env = {},
  hasDatabase = true,
  isStarted = true,
  output,
}: Options = {}): Promise<House> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-faults-'))
  const databaseFolder = join(folder, 'postgres')
  let embedded: EmbeddedDatabase | undefined = await startEmbeddedDatabase(databaseFolder)
  const { connection } = embedded
  if (!('host' in connection)) throw new Error('The embedded Postgres listens on a socket')
  const proxy = await openFaultProxy({ path: `${connection.host}/.s.PGSQL.${connection.port}` })
  const database = connect(connection, () => {}, 4)
  if (!hasDatabase) await stopDatabase()

  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = {
    ...process.env,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    METRICS_PORT: String(await freePort()),
    PUBLIC_BASE_URL: url,
    ALLOW_INSECURE_BASE_URL: 'true',
    PROVIDER_NAME: 'Faults',
    SUPPORT_EMAIL: 'support@faults.example',
    TERMS_URL: 'https://faults.example/terms',
    PRIVACY_URL: 'https://faults.example/privacy',
    EULA_URL: 'https://faults.example/eula',
    SMTP_URL: 'smtp://127.0.0.1:1?ignoreTLS=true',
    MAIL_FROM: 'no-reply@faults.example',
    DATABASE_URL: `postgres://foyer@127.0.0.1:${proxy.port}/foyer`,
    FOYER_SECRETS: randomBytes(48).toString('base64url'),
    PLATFORMS_FILE: writePlatforms(folder),
    WEB_FOLDER: writePages(folder),
    // One machine plays all people: limits are raised, as for any load from one address.
    LIMITS_FACTOR: '100000',
    ARGON2_MEMORY_KIB: '64',
    ARGON2_PASSES: '1',
    DRAIN_MS: '400',
    LOG_LEVEL: 'error',
    ...env,
  }
  let child: ChildProcess | undefined
  const copies: ChildProcess[] = []
  let text = ''
  const say = (chunk: string) => {
    text = (text + chunk).slice(-200_000)
  }

  const house: House = {
    url,
    port,
    proxy,
    database,
    async startService(more = {}) {
      await startServiceProcess(url, { env: { ...settings, ...more }, output, say }, (begun) => {
        child = begun
      })
    },
    async startCopy() {
      const ports = { PORT: String(await freePort()), METRICS_PORT: String(await freePort()) }
      const env = { ...settings, ...ports }
      const copyUrl = `http://127.0.0.1:${env.PORT}`
      const copy = await startServiceProcess(copyUrl, { env, output, say }, (begun) => {
        copies.push(begun)
      })
      return { url: copyUrl, process: copy }
    },
    service() {
      if (!child) throw new Error('The service was not started')
      return child
    },
    isAlive: () => child !== undefined && child.exitCode === null && child.signalCode === null,
    async readiness(status, limitMs = 30_000) {
      const begun = performance.now()
      while ((await statusOf(`${url}/health/ready`)) !== status) {
        if (performance.now() - begun > limitMs)
          throw new Error(`Readiness was not ${status} within ${limitMs} ms: ${text.slice(-2_000)}`)
        await sleep(20)
      }
      return Math.round(performance.now() - begun)
    },
    async stopService(signal) {
      const service = house.service()
      const begun = performance.now()
      if (!house.isAlive()) return { code: service.exitCode, ms: 0 }
      const ended = once(service, 'exit')
      service.kill(signal)
      const [code] = await ended
      return { code, ms: Math.round(performance.now() - begun) }
    },
    async startDatabase() {
      // Lets go of the server that was killed, so that it does not take the new one's guard.
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
    said: () => text,
    async says(pattern, limitMs = 10_000) {
      for (const begun = performance.now(); !pattern.test(text); await sleep(20))
        if (performance.now() - begun > limitMs) return false
      return true
    },
    async close() {
      if (house.isAlive()) await house.stopService('SIGKILL')
      for (const copy of copies) copy.kill('SIGKILL')
      await database.close()
      await proxy.close()
      await embedded?.stop()
      const home = join(databaseFolder, 'home')
      if (existsSync(home)) rmSync(realpathSync(home), { recursive: true, force: true })
      rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    if (isStarted) await house.startService()
    if (isStarted) await house.readiness(200)
    return house
  } catch (error) {
    await house.close()
    throw error
  }

  async function stopDatabase(): Promise<void> {
    await embedded?.stop()
    embedded = undefined
  }
}

function dataFolder(folder: string): string {
  const home = join(folder, 'home')
  return join(existsSync(home) ? home : folder, 'data')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function writePlatforms(folder: string): string {
  const path = join(folder, 'platforms.json')
  const secretSha256 = createHash('sha256').update(clientSecret).digest('hex')
  const clients = [{ id: clientId, secretSha256 }]
  writeFileSync(path, JSON.stringify({ student: { home: `${origin}/`, origins: [origin], clients } }))
  return path
}

/** Pages without a front end: what they hold is not what is tried here. */
function writePages(folder: string): string {
  const web = join(folder, 'web')
  mkdirSync(join(web, 'server'), { recursive: true })
  mkdirSync(join(web, 'client/assets'), { recursive: true })
  writeFileSync(join(web, 'client/assets/a.js'), '1')
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
