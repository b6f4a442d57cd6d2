/**
 * Runs the built service in production mode on a durable Postgres, and checks its output if settings are wrong (N-107).
 */
import assert from 'node:assert/strict'
import { type ForkOptions, fork, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoPassword, seedDemoUsers } from '../api/src/features/dev-tools/demo-users.ts'
import { createHasher } from '../api/src/identity/credentials/password-hashing.ts'
import { connect } from '../api/src/kernel/db/connect.ts'
import { patientBounds } from '../api/src/testing/test-database.ts'
import { createServiceRole } from '../api/src/testing/test-service-role.ts'
import { testPorts } from '../e2e/ports.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../embedded-postgres/src/embedded.ts'
import { isWebBuilt } from '../web/build-stamp.ts'
import { startServiceProcess } from './service-process.ts'

const root = join(import.meta.dirname, '..')
const ports = testPorts.productionCopies
const folder = mkdtempSync(join(tmpdir(), 'foyer-production-'))
const builtFolder = join(root, `api/dist-test-${process.pid}`)
const builtEntry = join('api', builtFolder.slice(join(root, 'api').length), 'main.js')
const platformsFile = join(folder, 'platforms.json')

after(() => {
  const home = join(folder, 'postgres/home')
  if (existsSync(home)) rmSync(realpathSync(home), { recursive: true, force: true })
  for (const path of [folder, builtFolder]) rmSync(path, { recursive: true, force: true })
})

// Without built pages, the service exits before it connects to its database.
before(buildWeb)

const random = () => randomBytes(48).toString('base64url')
const secretSha256 = createHash('sha256').update(random()).digest('hex')
const student = { origins: ['https://learn.provider.org'], clients: [{ id: 'learning', secretSha256 }] }
writeFileSync(platformsFile, JSON.stringify({ student }))

const validSettings = {
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  ALLOW_INSECURE_BASE_URL: 'true',
  PORT: String(ports[0]),
  METRICS_PORT: String(testPorts.productionMetrics[0]),
  PUBLIC_BASE_URL: `http://localhost:${ports[0]}`,
  FOYER_SECRETS: random(),
  PLATFORMS_FILE: platformsFile,
  PROVIDER_NAME: 'Provider',
  SUPPORT_EMAIL: 'help@provider.org',
  TERMS_URL: 'https://provider.org/terms',
  PRIVACY_URL: 'https://provider.org/privacy',
  EULA_URL: 'https://provider.org/eula',
  SMTP_URL: 'smtp://localhost:1?ignoreTLS=true',
  MAIL_FROM: 'no-reply@provider.org',
  DRAIN_MS: '1',
}

type Connection = { host: string; port: number; user: string; database: string }

function urlOf({ host, port, user, database }: Connection): string {
  return `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`
}

type Settings = Record<string, string | undefined>

/** Starts the service with these settings, and returns its lines on standard error before it exits with 1. */
async function linesOfFailedStart(env: Settings): Promise<string[]> {
  const service = startServiceProcess({ cwd: folder, env })
  assert.deepEqual(await service.ended, [1, null])
  assert.doesNotMatch(service.stdout(), /ready/)
  return service.stderr().trimEnd().split('\n')
}

describe('a start with wrong settings', () => {
  it('exits with 1 and prints one line for each wrong setting, without its value', async () => {
    const lines = await linesOfFailedStart({
      ...validSettings,
      FOYER_SECRETS: 'canary-secret-canary-secret-canary-secret',
      DATABASE_URL: 'canary',
      PUBLIC_BASE_URL: 'http://canary.provider.org/canary',
      PLATFORMS_FILE: '/canary',
      TERMS_URL: '',
      CAPTCHA: 'off',
    })
    const names = lines.map((line) => line.split(/[: ]/)[0]).toSorted()
    assert.deepEqual(names, [
      'ALLOW_INSECURE_BASE_URL',
      'CAPTCHA',
      'DATABASE_URL',
      'FOYER_SECRETS',
      'PLATFORMS_FILE',
      'PUBLIC_BASE_URL',
      'PUBLIC_BASE_URL',
      'TERMS_URL',
    ])
    assert.doesNotMatch(lines.join('\n'), /canary/)
  })

  it('exits with one line when the database is not durable', async () => {
    const undurable = urlOf(JSON.parse(process.env.TEST_DATABASE ?? ''))
    const lines = await linesOfFailedStart({ ...validSettings, DATABASE_URL: undurable })
    assert.match(
      lines[0] ?? '',
      /^DATABASE_URL: this database may lose what it has acknowledged: fsync is off/,
    )
    assert.equal(lines.length, 1)
  })

  it('waits for a database that does not answer and logs that without its password', async () => {
    const DATABASE_URL = 'postgres://foyer:canary@localhost:1/foyer'
    const service = startServiceProcess({ cwd: folder, env: { ...validSettings, DATABASE_URL } })
    await service.until(() => service.stdout().includes('not ready: '))
    assert.deepEqual(await service.stop(), [0, null])
    assert.doesNotMatch(service.stdout(), /canary/)
  })
})

describe('the built service', { timeout: 300_000 }, () => {
  let database: EmbeddedDatabase
  let connection: Connection
  before(async () => {
    ;[database] = await Promise.all([startEmbeddedDatabase(join(folder, 'postgres')), build()])
    connection = await createServiceRole(database.connection)
  })
  after(() => database.stop())

  it('starts twice at once on a fresh database with an unprivileged role, serves, and stops on SIGTERM, which it logs', () =>
    serveWithTwoCopies(connection))

  it('has a command line that uses no database of its own', async () => {
    const dataFolder = join(folder, 'nothing-here')
    const words = ['user', 'show', 'asha@provider.org']
    const program = join(builtFolder, 'foyer.js')
    const env = { PATH: process.env.PATH, DATA_FOLDER: dataFolder }
    const child = spawn(process.execPath, [program, ...words], { cwd: folder, env })
    let error = ''
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      error += chunk
    })
    const [code] = await once(child, 'close')
    assert.equal(code, 1)
    assert.equal(
      error,
      'DATABASE_URL and FOYER_SECRETS must be set: give the command line the environment of the service\n',
    )
    assert.equal(existsSync(dataFolder), false)
  })

  it('makes résumés in a process that finds template and fonts, and ends with the service', async () => {
    const options: ForkOptions = { cwd: folder, env: {}, execArgv: [], serialization: 'advanced' }
    const child = fork(join(builtFolder, 'resume-process.js'), options)
    const resume = { name: 'आशा 遥', headline: null, contacts: [], about: null, sections: [] }
    child.send({ resume, form: 'pdf' })
    const [pdf] = await once(child, 'message')
    const source = Buffer.from(pdf).toString('latin1')
    for (const part of ['%PDF-1.7', 'NotoSansSC-Bold', 'pdfuaid:part']) assert.ok(source.includes(part), part)
    child.kill('SIGTERM')
    child.disconnect()
    assert.deepEqual(await once(child, 'exit'), [0, null])
  })

  it('stays unready while the database has enabled demo users, and logs how to disable them', async () => {
    const { db, close } = connect(connection, () => {}, undefined, patientBounds)
    const hasher = createHasher({ memoryKib: 64, passes: 1, workers: 1, queue: 1, waitMs: 60_000 })
    await seedDemoUsers({ db, hasher })
    await close()
    const env = { ...validSettings, DATABASE_URL: urlOf(connection) }
    const url = `http://localhost:${ports[0]}`
    const service = startServiceProcess({ entry: builtEntry, cwd: folder, env })
    await service.until(() =>
      /not ready: 17 demo users .+: run npm run foyer -- user disable-demo/.test(service.stdout()),
    )
    const ready = await fetch(`${url}/health/ready`)
    assert.equal(ready.status, 503)
    assert.equal(((await ready.json()) as { errors: { detail: string } }).errors.detail, 'demo-people')
    const body = JSON.stringify({ email: 'student@foyer.test', password: demoPassword, product: 'learning' })
    const headers = { 'content-type': 'application/json' }
    const login = () => fetch(`${url}/api/auth/sso/login`, { method: 'POST', headers, body })
    assert.equal((await login()).status, 503)

    const command = spawn(process.execPath, [join(root, 'api/src/cli.ts'), 'user', 'disable-demo'], { env })
    assert.deepEqual(await once(command, 'exit'), [0, null])
    await service.until(() => service.stdout().includes('Accounts are ready'))
    assert.equal((await fetch(`${url}/health/ready`)).status, 200)
    assert.equal((await login()).status, 400)
    assert.deepEqual(await service.stop(), [0, null], service.stderr())
  })
})

async function buildWeb(): Promise<void> {
  if (!(await isWebBuilt())) await runToSuccess('web/build.ts', [])
}

async function build(): Promise<void> {
  const output = ['--configLoader', 'native', '--outDir', builtFolder, '--emptyOutDir']
  await runToSuccess('node_modules/.bin/vite', ['build', 'api', ...output])
}

async function runToSuccess(file: string, args: string[]): Promise<void> {
  const child = spawn(process.execPath, [join(root, file), ...args], { cwd: root, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  assert.equal(code, 0)
}

/** Longer than a busy machine takes to ask once for the readiness. */
const drainMs = 5_000

async function serveWithTwoCopies(connection: Connection): Promise<void> {
  const copies = ports.map((port, index) => {
    const listeners = { PORT: String(port), METRICS_PORT: String(testPorts.productionMetrics[index]) }
    const env = { ...validSettings, ...listeners, DRAIN_MS: String(drainMs), DATABASE_URL: urlOf(connection) }
    return startServiceProcess({ entry: builtEntry, cwd: folder, env })
  })
  for (const copy of copies) await copy.until(() => copy.stdout().includes('Accounts are ready'))
  const [first, second] = await Promise.all(ports.map(publishedKeys))
  assert.deepEqual(first, second, 'both copies agree on the keys')

  const { db, close } = connect(connection, () => {}, undefined, patientBounds)
  assert.deepEqual(await db.selectFrom('users').select('id').execute(), [], 'production has no demo users')
  await close()

  const endings = copies.map((copy) => copy.stop())
  await Promise.all(ports.map(sendsTrafficElsewhere))
  for (const [index, { stdout, stderr }] of copies.entries()) {
    assert.deepEqual(await endings[index], [0, null])
    assert.equal(stderr(), '')
    const lines = stdout().trimEnd().split('\n')
    for (const line of lines) {
      const { level, err: error, route } = JSON.parse(line)
      assert.ok(level < 40 && !error && !String(route).startsWith('/health/'), line)
    }
    const stop = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg !== 'answered')
    assert.deepEqual(
      stop.slice(-4).map(({ msg, reason, drainMs, exitCode }) => [msg, reason ?? drainMs, exitCode]),
      [
        ['stopping', 'SIGTERM', undefined],
        ['draining', drainMs, undefined],
        ['listener closed, every request answered or cut', undefined, undefined],
        ['exit', 'SIGTERM', 0],
      ],
    )
  }
}

/** Polls readiness like a load balancer, until the answer is 503. */
async function sendsTrafficElsewhere(port: number): Promise<void> {
  while ((await fetch(`http://localhost:${port}/health/ready`)).status === 200) await sleep(5)
}

/** Checks the public answers of one copy, and returns its published keys. */
async function publishedKeys(port: number): Promise<unknown> {
  const get = (path: string) => fetch(`http://localhost:${port}${path}`)
  assert.equal((await get('/health/ready')).status, 200)
  assert.equal((await get('/dev/inbox')).status, 404)
  assert.match(await (await get('/docs')).text(), /src="\/docs\/scalar.js"/)
  assert.equal((await get('/docs/scalar.js')).status, 200)
  assert.match(await (await get('/docs/guide')).text(), /id="a-whole-platform"/)
  const page = await get('/?platform=student')
  assert.equal(page.status, 200)
  assert.match(page.headers.get('content-security-policy') ?? '', /script-src 'self' 'sha256-/)
  assert.match(await page.text(), /<form[^>]*method="post"/)
  const { keys } = (await (await get('/.well-known/jwks.json')).json()) as { keys: { kty: string }[] }
  assert.deepEqual(
    keys.map(({ kty }) => kty),
    ['EC'],
  )
  return keys
}
