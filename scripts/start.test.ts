/**
 * Tests `npm start`: Ctrl-C, a closed terminal and the end of npm stop everything, kill -9 loses nothing, and a second
 * copy exits with one line.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { socialProviders } from '../contract/src/social/providers.ts'
import { testPorts } from '../e2e/ports.ts'
import { type ServiceProcess, startServiceProcess } from './service-process.ts'

const root = join(import.meta.dirname, '..')
const dataFolder = mkdtempSync(join(tmpdir(), 'foyer-start-'))
const { startAccounts, startDemo, startStandIns } = testPorts
const env = {
  ...process.env,
  PORT: String(startAccounts),
  DEMO_PORT: String(startDemo),
  STAND_INS_PORT: String(startStandIns),
  DATA_FOLDER: dataFolder,
}
const accountsUrl = `http://localhost:${startAccounts}`
const demoUrl = `http://localhost:${startDemo}`
const groups = new Set<number>()

after(async () => {
  for (const group of groups) kill(group, 'SIGKILL')
  const pid = databasePid()
  if (pid) process.kill(pid, 'SIGQUIT')
  while (databasePid()) await sleep(50)
  const home = join(dataFolder, 'postgres/home')
  if (existsSync(home)) rmSync(realpathSync(home), { recursive: true, force: true })
  rmSync(dataFolder, { recursive: true, force: true })
})

function start(): ServiceProcess {
  const started = startServiceProcess({
    entry: 'scripts/start.ts',
    nodeOptions: [],
    env,
    isGroupLeader: true,
  })
  groups.add(started.pid)
  return started
}

/** Starts everything like a terminal; npm leads the process group. */
async function startByNpm(): Promise<number> {
  const npm = spawn('npm', ['start'], { cwd: root, env, detached: true, stdio: 'ignore' })
  const group = npm.pid ?? 0
  groups.add(group)
  while (!(await everythingAnswers())) {
    assert.equal(npm.exitCode, null, 'npm start ended')
    await sleep(100)
  }
  return group
}

/** Returns true once the service is ready and the demo sites listen. */
async function everythingAnswers(): Promise<boolean> {
  return (await isReady()) && !(await areFree([startDemo, startStandIns]))
}

async function areFree(ports: readonly number[]): Promise<boolean> {
  const calls = ports.map((port) => fetch(`http://localhost:${port}`, { method: 'HEAD' }).catch(() => null))
  return (await Promise.all(calls)).every((answer) => answer === null)
}

async function nothingRuns(): Promise<void> {
  while (databasePid() || !(await areFree([startAccounts, startDemo, startStandIns]))) await sleep(100)
}

async function isReady(): Promise<boolean> {
  const answer = await fetch(`${accountsUrl}/health/ready`).catch(() => null)
  return answer?.status === 200
}

async function waitForReadiness(started: ServiceProcess): Promise<void> {
  await started.until(() => started.stdout().includes('Ctrl-C stops everything.'))
  await started.until(isReady)
}

function databasePid(): number | undefined {
  const home = join(dataFolder, 'postgres/home')
  const file = join(existsSync(home) ? home : join(dataFolder, 'postgres'), 'data/postmaster.pid')
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
    return pid > 0 ? pid : undefined
  } catch {
    // Postgres removes the file when it stops.
    return undefined
  }
}

function kill(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal)
  } catch {
    // The process group has already ended.
  }
}

async function findUserId(userId: string): Promise<string> {
  const answer = await fetch(`${accountsUrl}/api/auth/users/fetch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user_id: userId, product: 'learning' }),
  })
  return ((await answer.json()) as { data: { uuid: string } }).data.uuid
}

async function socialToggle(): Promise<unknown> {
  const answer = await fetch(`${accountsUrl}/api/documents/feature-toggles`)
  const { data } = (await answer.json()) as { data: { toggles: Record<string, unknown> } }
  return data.toggles.socialAccountAuthentication
}

it('restarts without losing data after kill -9, refuses a second copy, and stops everything on Ctrl-C', {
  timeout: 240_000,
}, async () => {
  const first = start()
  await waitForReadiness(first)
  const uuid = await findUserId('student@foyer.test')
  const signIn = await fetch(`${demoUrl}/foyer/sign-in`, { redirect: 'manual' })
  const page = await fetch(signIn.headers.get('location') ?? '')
  assert.equal(page.status, 200, 'the demo is registered with its port')
  assert.match(first.stdout(), /student@foyer\.test/)
  assert.ok(first.stdout().includes(`http://127.0.0.1:${startStandIns}`))
  assert.deepEqual(await socialToggle(), {
    enabled: { web: true },
    providers: [...socialProviders],
  })

  const second = start()
  const [code] = await second.ended
  assert.equal(code, 1)
  assert.match(
    `${second.stdout()}${second.stderr()}`.trim(),
    /^Another Foyer is running on [^\n]+: stop it first, or set DATABASE_URL\.$/,
  )

  kill(first.pid, 'SIGKILL')
  await first.ended
  assert.ok(databasePid(), 'the database outlives the service')
  const third = start()
  await waitForReadiness(third)
  assert.equal(await findUserId('student@foyer.test'), uuid, 'the next start finds the account in it')

  void third.stop('SIGKILL')
  while (await isReady()) await sleep(50)
  const fourth = start()
  await waitForReadiness(fourth)

  kill(fourth.pid, 'SIGINT')
  const [ended] = await fourth.ended
  assert.equal(ended, 0)
  assert.equal(await isReady(), false)
  assert.equal(databasePid(), undefined, 'Ctrl-C stops the database too')
  assert.doesNotMatch(`${fourth.stdout()}${fourth.stderr()}`, /Error|at file:/)
})

it('leaves neither a port nor the database behind when npm is killed', { timeout: 240_000 }, async () => {
  const npm = await startByNpm()
  process.kill(npm, 'SIGKILL')
  await nothingRuns()
})

it('leaves neither a port nor the database behind when the terminal is closed', {
  timeout: 240_000,
}, async () => {
  kill(await startByNpm(), 'SIGHUP')
  await nothingRuns()
})
