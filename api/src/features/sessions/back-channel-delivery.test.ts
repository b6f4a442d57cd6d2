/**
 * Tests the delivery of logout tokens to a platform that is down, slow or faulty, and that other platforms do not wait for
 * it (N-161, N-162, N-163).
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { logout } from '@foyer/contract/routes/sessions'
import type { Session } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { startTracing } from '../../kernel/tracing/tracing.ts'
import type { Outbox } from '../../messages/outbox.ts'
import { statesOf, until } from '../../messages/test-outbox.ts'
import { runFoyer } from '../../operator/command-line/test-run-foyer.ts'
import { leastStatements } from '../../testing/least-statements.ts'
import { testSecret } from '../../testing/test-app.ts'
import { type BackChannel, openBackChannel } from './test-back-channel.ts'

let back: BackChannel
let delivery: Outbox | undefined
before(async () => {
  back = await openBackChannel()
})
after(() => back.close())
beforeEach(async () => {
  await sql`truncate messages`.execute(back.testApp.services.db)
  const { platform } = back
  for (const list of [platform.logouts, platform.faults, back.tried]) list.length = 0
  platform.requests.clear()
})
afterEach(async () => {
  back.platform.answers.clear()
  await delivery?.stop()
  delivery = undefined
})

const signOut = ({ accessToken }: Session) => back.testApp.call(logout, {}, { token: accessToken })
const start = (...given: Parameters<BackChannel['startDelivery']>) => {
  delivery = back.startDelivery(...given)
}
const faultsOf = () => back.tried.map((outcome) => ('fault' in outcome ? outcome.fault : outcome.result))
const states = () => statesOf(back.testApp.services.db)

async function rowOf() {
  const { rows } = await sql<{
    row: string
    payload: Buffer | null
    fault: string | null
    livesAsLong: boolean
  }>`
    select messages::text || coalesce(encode(payload, 'escape'), '') as row, payload, fault,
      messages.expires_at = date_trunc('milliseconds', sessions.expires_at) as lives_as_long
    from messages, sessions where sessions.client_id = target and revoked_at is not null
    order by revoked_at desc limit 1`.execute(back.testApp.services.db)
  return rows[0]
}

describe('delivery of logout tokens', { timeout: 120_000 }, () => {
  it('carries its trace to a platform, but not to a third party, and no trace while nothing is recorded', async () => {
    const { own } = await back.open('learning')
    await back.handOver(own, 'sister')
    const { own: untraced } = await back.open('learning')
    const stopTracing = await startTracing({ url: 'http://127.0.0.1:9', version: '1', build: 'abc' })
    start()
    await back.endedBy(() => signOut(own)).finally(stopTracing)
    assert.match(back.platform.traces.get('learning') ?? '', /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
    assert.deepEqual(
      [back.platform.traces.has('sister'), back.platform.traces.get('sister')],
      [true, undefined],
    )
    await back.endedBy(() => signOut(untraced))
    assert.equal(back.platform.traces.get('learning'), undefined)
    assert.deepEqual(back.platform.faults, [])
  })

  it('stores the ids encrypted and no token, until the session would have expired, and nothing once sent', async () => {
    const { uuid, own, child } = await back.open()
    await signOut(own)
    const row = await rowOf()
    assert.doesNotMatch(row?.row ?? uuid, new RegExp(`${uuid}|${child.id}|eyJ`))
    assert.equal(row?.livesAsLong, true)
    start()
    await until(() => back.platform.logouts.length === 1)
    await until(async () => (await states()).sent === 1)
    assert.equal((await rowOf())?.payload, null)
  })

  it('signs a new token at each try, and reaches a platform that comes back', async () => {
    const { own, child } = await back.open()
    back.platform.answers.set('learning', (response) => response.writeHead(503).end())
    start()
    await signOut(own)
    await until(() => back.platform.logouts.length >= 3)
    back.platform.answers.clear()
    await until(async () => (await states()).sent === 1)
    const { logouts } = back.platform
    assert.deepEqual([...new Set(logouts.map(({ sid }) => sid))], [child.id])
    assert.equal(new Set(logouts.map(({ jti }) => jti)).size, logouts.length)
    assert.deepEqual([...new Set(faultsOf())], ['http-503', 'sent'])
  })

  it('gives up a token that the platform refuses, until an operator queues it again', async () => {
    const { own } = await back.open()
    back.platform.answers.set('learning', (response) =>
      response.writeHead(400).end('{"error":"invalid_request"}'),
    )
    start()
    await signOut(own)
    await until(async () => (await states()).dead === 1)
    assert.deepEqual(faultsOf(), ['http-400'])
    back.platform.answers.set('learning', (response) => response.writeHead(204).end())
    const foyer = (words: string) =>
      runFoyer(words, { DATABASE_URL: back.testApp.databaseUrl, FOYER_SECRETS: testSecret })
    const { out } = await foyer('outbox list --channel back-channel')
    assert.match(out, / dead {5}back-channel {2}logout {2}learning .* 1 tries, last: http-400\n$/)
    assert.equal((await foyer('outbox retry --all-dead --channel email')).out, 'No messages.\n')
    assert.match((await foyer('outbox retry --all-dead --channel back-channel')).out, /^Queued again: /)
    await until(async () => (await states()).sent === 1)
    assert.equal(back.platform.logouts.length, 2)
  })

  it('follows no redirect, and takes no other answer for a success', async () => {
    const { own } = await back.open()
    const answers = [302, 307, 201, 404, 429, 500]
    back.platform.answers.set('learning', (response) => {
      const status = answers.shift() ?? 200
      response.writeHead(status, { location: back.platform.urlOf('sister') }).end()
    })
    start({ backoffMs: [1] })
    await signOut(own)
    await until(async () => (await states()).sent === 1)
    const faults = ['http-302', 'http-307', 'http-201', 'http-404', 'http-429', 'http-500', 'sent']
    assert.deepEqual(faultsOf(), faults)
    assert.equal(back.platform.requests.get('sister'), undefined)
  })

  it('does not wait for a body that never ends', async () => {
    const { own } = await back.open()
    back.platform.answers.set('learning', (response) => {
      response.writeHead(200)
      const more = () => response.write(Buffer.alloc(65_536), (error) => error || setImmediate(more))
      more()
    })
    start()
    await signOut(own)
    await until(async () => (await states()).sent === 1)
  })

  it('sends to another platform while every place of a platform that hangs is taken', async () => {
    const hanging: unknown[] = []
    back.platform.answers.set('learning', (response) => hanging.push(response))
    const { own } = await back.open()
    for (let count = 0; count < 9; count += 1) await back.handOver(own)
    const other = await back.open('sister')
    start({ concurrency: 4, perTarget: 2 })
    await signOut(own)
    await until(() => hanging.length === 2)
    await signOut(other.own)
    await until(async () => (await states()).sent === 1)
    assert.deepEqual(
      back.tried.map(({ target }) => target),
      ['sister'],
    )
    assert.equal(back.platform.requests.get('learning'), 2)
  })

  it('ends a try at a platform that hangs, and sends the rest once it answers', async () => {
    back.platform.answers.set('learning', () => {})
    const { own } = await back.open()
    await back.handOver(own)
    await back.handOver(own)
    start({ perTarget: 2, tryMs: 200 })
    await signOut(own)
    await until(() => back.tried.length >= 4)
    assert.deepEqual([...new Set(faultsOf())], ['timeout'])
    back.platform.answers.clear()
    await until(async () => (await states()).sent === 3)
  })

  it('calls no address of a private network, nor a name that leads to one, until the operator allows it', async () => {
    const { own, child } = await back.open()
    await signOut(own)
    start({}, ['10.0.0.0/8'])
    await until(() => back.tried.length > 0)
    assert.deepEqual(new Set(faultsOf()), new Set(['private-network']))
    await delivery?.stop()
    assert.equal(back.platform.requests.size, 0)
    start({}, ['127.0.0.0/8'])
    await until(() => back.platform.logouts.length === 1)
    assert.equal(back.platform.logouts[0]?.sid, child.id)
  })

  it('gives up what is for a client that has no back-channel any more', async () => {
    const { own } = await back.open()
    await signOut(own)
    await sql`update messages set payload = ${back.testApp.services.keyring.encrypt(
      'logout',
      JSON.stringify({ sessionId: 'a', userId: 'b', clientId: 'quiet' }),
    )}`.execute(back.testApp.services.db)
    start()
    await until(async () => (await states()).dead === 1)
    assert.equal((await rowOf())?.fault, 'no-logout-uri')
    assert.equal(back.platform.requests.size, 0)
  })

  it('sends what a killed process had taken once its lease ends', async () => {
    const { own, child } = await back.open()
    await signOut(own)
    const program = join(import.meta.dirname, '../../messages/test-hanging-worker.ts')
    const worker = spawn(process.execPath, [program, back.testApp.databaseUrl, testSecret, 'learning'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(worker.stdout, 'data')
    worker.kill('SIGKILL')
    await once(worker, 'exit')
    await sql`update messages set due_at = clock_timestamp() where state = 'waiting'`.execute(
      back.testApp.services.db,
    )
    start()
    await until(() => back.platform.logouts.length === 1)
    assert.equal(back.platform.logouts[0]?.sid, child.id)
    await until(async () => (await states()).sent === 1)
    assert.equal(back.tried[0]?.tries, 2)
  })

  it('costs one statement more for any number of platforms, and none without a back-channel', async () => {
    const count = (...clients: ('learning' | 'sister' | 'quiet')[]) =>
      leastStatements(back.testApp, signOut, async () => {
        const { own } = await back.open('quiet')
        for (const client of clients) await back.handOver(own, client)
        return own
      })
    const without = await count('quiet', 'quiet')
    assert.equal(await count('learning'), without + 1)
    assert.equal(await count('learning', 'learning', 'sister'), without + 1)
    assert.deepEqual(await states(), { waiting: 3 * 4 }, 'each is counted three times')
  })
})
