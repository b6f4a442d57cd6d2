import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { sites } from './sites.ts'

const file = new URL('./server.ts', import.meta.url)

/** Returns the first of as many free ports in a row as there are sites. */
async function freePort(): Promise<number> {
  for (;;) {
    const first = await listening(0)
    const { port } = first.address() as AddressInfo
    const others = sites.slice(1).map((_, index) => listening(port + 1 + index))
    const settled = await Promise.allSettled(others)
    const servers = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    await Promise.all([first, ...servers].map((server) => promisify(server.close.bind(server))()))
    if (servers.length === others.length) return port
  }
}

async function listening(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

type Started = { child: ChildProcess; output: () => string; exited: Promise<number | null> }

function start(t: TestContext, env: Record<string, string>): Started {
  const child = fork(file, { env: { PATH: '', ...env }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  t.after(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  // The event 'close' never comes after this side closed the channel.
  const ends = [child.stdout, child.stderr].map((stream) => stream && once(stream, 'end'))
  const exited = Promise.all([once(child, 'exit'), ...ends]).then(() => child.exitCode)
  return { child, output: () => output, exited }
}

test('the demo reports once that it is ready and ends on SIGTERM', async (t) => {
  const port = await freePort()
  const { child, output, exited } = start(t, { DEMO_PORT: String(port) })
  const [message] = await once(child, 'message')
  assert.deepEqual(message, { ready: `http://localhost:${port}` })
  assert.match(await (await fetch(`http://localhost:${port}/`)).text(), /Lantern Learning/)
  child.kill('SIGTERM')
  assert.equal(await exited, 0)
  const [first, learning, ...others] = output().trimEnd().split('\n')
  assert.equal(first, 'Demo sites, each with its platform:')
  assert.equal(learning, `  http://localhost:${port}  Lantern Learning (student)`)
  assert.equal(others.length, sites.length - 1)
  assert.ok(others.includes(`  http://127.0.0.1:${port + 8}  Teacher Search (recruitmentPlatform)`))
})

test('the demo ends when its parent process has ended', async (t) => {
  const { child, exited } = start(t, { DEMO_PORT: String(await freePort()) })
  await once(child, 'message')
  child.disconnect()
  assert.equal(await exited, 0)
})

test('the demo prints one line for a port in use and for invalid settings', async (t) => {
  const server = createServer().listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const taken = start(t, { DEMO_PORT: String(port) })
  assert.equal(await taken.exited, 1)
  assert.equal(
    taken.output(),
    `Demo: port ${port} is in use: stop what listens there, or set DEMO_PORT. With a PLATFORMS_FILE of your own, register the new origin there, too.\n`,
  )
  const plain = start(t, { DEMO_PORT: String(await freePort()), ACCOUNTS_URL: 'http://accounts.example.com' })
  assert.equal(await plain.exited, 1)
  assert.match(plain.output(), /^Demo: accountsUrl must be a plain https URL .*\n$/)
  const odd = start(t, { DEMO_PORT: 'four' })
  assert.equal(await odd.exited, 1)
  assert.equal(odd.output(), 'Demo: DEMO_PORT must be a port.\n')
})
