/** Production as it runs: what was built, on a durable Postgres; and what a wrong installation is told. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createHasher } from '../api/src/accounts/passwords/password-hashing.ts'
import { connect } from '../api/src/db/connect.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../api/src/db/embedded.ts'
import { demoPassword, seedDemoUsers } from '../api/src/dev/demo-users.ts'
import { createServiceRole } from '../api/src/testing/test-service-role.ts'
import { testPorts } from '../e2e/ports.ts'
import { isWebBuilt } from '../web/build-stamp.ts'

const root = join(import.meta.dirname, '..')
const ports = testPorts.productionCopies
const folder = mkdtempSync(join(tmpdir(), 'foyer-production-'))
const builtFolder = join(root, `api/dist-test-${process.pid}`)
const builtMain = join('api', builtFolder.slice(join(root, 'api').length), 'main.js')
const platformsFile = join(folder, 'platforms.json')
const children: ChildProcess[] = []

after(() => {
  for (const child of children) child.kill('SIGKILL')
  const home = join(folder, 'postgres/home')
  if (existsSync(home)) rmSync(realpathSync(home), { recursive: true, force: true })
  for (const path of [folder, builtFolder]) rmSync(path, { recursive: true, force: true })
})

// Without pages the service ends before it looks at its database.
before(buildWeb)

const random = () => randomBytes(48).toString('base64url')
const secretSha256 = createHash('sha256').update(random()).digest('hex')
const student = { origins: ['https://learn.provider.org'], clients: [{ id: 'learning', secretSha256 }] }
writeFileSync(platformsFile, JSON.stringify({ student }))

const good = {
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

type Run = { child: ChildProcess; out(): string; err(): string }

function run(file: string, env: Record<string, string | undefined>): Run {
  const child = spawn(process.execPath, [join(root, file)], { cwd: folder, env })
  children.push(child)
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (chunk) => (said.out += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk) => (said.err += chunk))
  return { child, out: () => said.out, err: () => said.err }
}

async function failed(env: Record<string, string | undefined>): Promise<string[]> {
  const { child, out, err } = run('api/src/main.ts', env)
  const [code] = await once(child, 'close')
  assert.equal(code, 1)
  assert.doesNotMatch(out(), /ready/)
  return err().trimEnd().split('\n')
}

describe('a wrong installation', () => {
  it('ends with 1 and one line a fault, without any value', async () => {
    const lines = await failed({
      ...good,
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

  it('is told in one line that its database forgets', async () => {
    const forgetful = urlOf(JSON.parse(process.env.TEST_DATABASE ?? ''))
    const lines = await failed({ ...good, DATABASE_URL: forgetful })
    assert.match(
      lines[0] ?? '',
      /^DATABASE_URL: this database may lose what it has acknowledged: fsync is off/,
    )
    assert.equal(lines.length, 1)
  })

  it('waits for a database that does not answer, saying so without its password', async () => {
    const DATABASE_URL = 'postgres://foyer:canary@localhost:1/foyer'
    const { child, out } = run('api/src/main.ts', { ...good, DATABASE_URL })
    while (!out().includes('not ready: ')) {
      assert.equal(child.exitCode, null)
      await sleep(20)
    }
    child.kill('SIGTERM')
    const [code] = await once(child, 'close')
    assert.equal(code, 0)
    assert.doesNotMatch(out(), /canary/)
  })
})

describe('what npm run build made', { timeout: 120_000 }, () => {
  let database: EmbeddedDatabase
  let connection: Connection
  before(async () => {
    ;[database] = await Promise.all([startEmbeddedDatabase(join(folder, 'postgres')), build()])
    connection = await createServiceRole(database.connection)
  })
  after(() => database.stop())

  it('starts twice at once on a fresh database as a role without privileges, serves, and stops on SIGTERM', () =>
    serve(connection))

  it('is not ready on a database with demo people, says how to disable them, and is ready once they are', async () => {
    const { db, close } = connect(connection, () => {})
    const hasher = createHasher({ memoryKib: 64, passes: 1, workers: 1, queue: 1, waitMs: 10_000 })
    await seedDemoUsers({ db, hasher })
    await close()
    const env = { ...good, DATABASE_URL: urlOf(connection) }
    const url = `http://localhost:${ports[0]}`
    const { child, out, err } = run(builtMain, env)
    await lineOf(child, () =>
      /not ready: 17 demo people .+: run npm run foyer -- user disable-demo/.test(out()),
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
    await lineOf(child, () => out().includes('Accounts are ready'))
    assert.equal((await fetch(`${url}/health/ready`)).status, 200)
    assert.equal((await login()).status, 400)
    child.kill('SIGTERM')
    assert.deepEqual(await once(child, 'exit'), [0, null], err())
  })
})

/** Waits for a line of a process that goes on. */
async function lineOf(child: ChildProcess, isThere: () => boolean): Promise<void> {
  while (!isThere()) {
    assert.equal(child.exitCode, null)
    await sleep(20)
  }
}

async function buildWeb(): Promise<void> {
  if (!(await isWebBuilt())) await succeeded('web/build.ts', [])
}

async function build(): Promise<void> {
  const place = ['--configLoader', 'native', '--outDir', builtFolder, '--emptyOutDir']
  await succeeded('node_modules/.bin/vite', ['build', 'api', ...place])
}

async function succeeded(file: string, args: string[]): Promise<void> {
  const child = spawn(process.execPath, [join(root, file), ...args], { cwd: root, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  assert.equal(code, 0)
}

async function serve(connection: Connection): Promise<void> {
  const copies = ports.map((port, index) => {
    const listeners = { PORT: String(port), METRICS_PORT: String(testPorts.productionMetrics[index]) }
    const env = { ...good, ...listeners, DRAIN_MS: '2000', DATABASE_URL: urlOf(connection) }
    return run(builtMain, env)
  })
  for (const copy of copies) {
    while (!copy.out().includes('Accounts are ready')) {
      assert.equal(copy.child.exitCode, null, copy.err())
      await sleep(20)
    }
  }
  const [first, second] = await Promise.all(ports.map(look))
  assert.deepEqual(first, second, 'both copies agree on the keys')

  const { db, close } = connect(connection, () => {})
  assert.deepEqual(await db.selectFrom('users').select('id').execute(), [], 'no demo people')
  await close()

  const endings = copies.map(({ child }) => once(child, 'close'))
  for (const { child } of copies) child.kill('SIGTERM')
  // A load balancer goes on asking until it is told 503.
  for (const port of ports)
    while ((await fetch(`http://localhost:${port}/health/ready`)).status === 200) await sleep(5)
  for (const [index, { out, err }] of copies.entries()) {
    assert.deepEqual(await endings[index], [0, null])
    assert.equal(err(), '')
    for (const line of out().trimEnd().split('\n')) {
      const { level, err: error, route } = JSON.parse(line)
      assert.ok(level < 40 && !error && !String(route).startsWith('/health/'), line)
    }
  }
}

/** The published keys. */
async function look(port: number): Promise<unknown> {
  const get = (path: string) => fetch(`http://localhost:${port}${path}`)
  assert.equal((await get('/health/ready')).status, 200)
  assert.equal((await get('/dev/inbox')).status, 404)
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
