import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { testPorts } from '../../e2e/ports.ts'
import { sites } from './sites.ts'

const file = new URL('./server.ts', import.meta.url)

const { demoTests: port } = testPorts

type Started = { child: ChildProcess; output: () => string; exited: Promise<number | null> }

function start(t: TestContext, env: Record<string, string>): Started {
  const child = fork(file, { env: { PATH: '', ...env }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  t.after(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  // Waits for the streams, because 'close' is never emitted after this side closed the channel.
  const ends = [child.stdout, child.stderr].map((stream) => stream && once(stream, 'end'))
  const exited = Promise.all([once(child, 'exit'), ...ends]).then(() => child.exitCode)
  return { child, output: () => output, exited }
}

test('the demo reports once that it is ready and ends on SIGTERM', async (t) => {
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
  const { child, exited } = start(t, { DEMO_PORT: String(port) })
  await once(child, 'message')
  child.disconnect()
  assert.equal(await exited, 0)
})

test('the demo prints one line for a port in use and for invalid settings', async (t) => {
  const server = createServer().listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const { port: takenPort } = server.address() as AddressInfo
  const taken = start(t, { DEMO_PORT: String(takenPort) })
  assert.equal(await taken.exited, 1)
  assert.equal(
    taken.output(),
    `Demo: port ${takenPort} is in use: stop what listens there, or set DEMO_PORT. With a PLATFORMS_FILE of your own, register the new origin there, too.\n`,
  )
  const plain = start(t, { DEMO_PORT: String(port), ACCOUNTS_URL: 'http://accounts.example.com' })
  assert.equal(await plain.exited, 1)
  assert.match(plain.output(), /^Demo: accountsUrl must be a plain https URL .*\n$/)
  const odd = start(t, { DEMO_PORT: 'four' })
  assert.equal(await odd.exited, 1)
  assert.equal(odd.output(), 'Demo: DEMO_PORT must be a port.\n')
})
