/** What `npm start` promises: Ctrl-C stops everything, kill -9 loses nothing, a second copy says so in one line. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { testPorts } from '../e2e/ports.ts'

const root = join(import.meta.dirname, '..')
const dataFolder = mkdtempSync(join(tmpdir(), 'foyer-start-'))
const { startAccounts, startDemo } = testPorts
const env = {
  ...process.env,
  PORT: String(startAccounts),
  DEMO_PORT: String(startDemo),
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

/** In a process group of its own, as a terminal would start it. */
function startHouse(): { child: ChildProcess; group: number; said(): string } {
  const child = spawn(process.execPath, ['scripts/start.ts'], { cwd: root, env, detached: true })
  const group = child.pid ?? 0
  groups.add(group)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk) => (text += chunk))
  return { child, group, said: () => text }
}

async function isReady(): Promise<boolean> {
  const answer = await fetch(`${accountsUrl}/health/ready`).catch(() => null)
  return answer?.status === 200
}

async function ready(house: ReturnType<typeof startHouse>): Promise<void> {
  while (!house.said().includes('Ctrl-C stops everything.')) {
    assert.equal(house.child.exitCode, null, house.said())
    await sleep(50)
  }
  assert.ok(await isReady())
}

function databasePid(): number | undefined {
  const home = join(dataFolder, 'postgres/home')
  const data = join(existsSync(home) ? home : join(dataFolder, 'postgres'), 'data/postmaster.pid')
  const pid = existsSync(data) ? Number.parseInt(readFileSync(data, 'utf8'), 10) : 0
  return pid > 0 ? pid : undefined
}

function kill(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal)
  } catch {
    // Gone already.
  }
}

async function look(userId: string): Promise<string> {
  const answer = await fetch(`${accountsUrl}/api/auth/users/fetch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user_id: userId, product: 'learning' }),
  })
  return ((await answer.json()) as { data: { uuid: string } }).data.uuid
}

it('keeps its promises from the first start to the last', { timeout: 60_000 }, async () => {
  const first = startHouse()
  await ready(first)
  const uuid = await look('student@foyer.test')
  const signIn = await fetch(`${demoUrl}/sign-in`, { redirect: 'manual' })
  const page = await fetch(signIn.headers.get('location') ?? '')
  assert.equal(page.status, 200, 'the demo is registered with the port that it has')
  assert.match(first.said(), /student@foyer\.test/)

  const second = startHouse()
  // 'exit' can come before the last lines.
  const [code] = await once(second.child, 'close')
  assert.equal(code, 1)
  assert.match(
    second.said().trim(),
    /^Another Foyer is running on [^\n]+: stop it first, or set DATABASE_URL\.$/,
  )

  kill(first.group, 'SIGKILL')
  await once(first.child, 'exit')
  assert.ok(databasePid(), 'the database outlives the service')
  const third = startHouse()
  await ready(third)
  assert.equal(await look('student@foyer.test'), uuid, 'and is found again')

  third.child.kill('SIGKILL')
  while (await isReady()) await sleep(50)
  const fourth = startHouse()
  await ready(fourth)

  kill(fourth.group, 'SIGINT')
  const [ended] = await once(fourth.child, 'close')
  assert.equal(ended, 0)
  assert.equal(await isReady(), false)
  assert.equal(databasePid(), undefined, 'Ctrl-C stops the database too')
  assert.doesNotMatch(fourth.said(), /Error|at file:/)
})
