import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { identify, setAttribute, trackEvents } from '@foyer/contract/routes/analytics'
import { sql } from 'kysely'
import { startForwarding } from '../../kernel/outbound/start-forwarding.ts'
import { openTestCollector, type TestCollector } from '../../kernel/outbound/test-collector.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { type Forwarding, forwardBatch } from './forward-batch.ts'
import { consent } from './test-consent.ts'

let collector: TestCollector
let testApp: TestApp
let forwarding: Forwarding
before(async () => {
  collector = await openTestCollector()
  const settings = { url: collector.url, token: 'a-token' }
  testApp = await openTestApp({ config: { collector: settings } })
  forwarding = { ...testApp.services, collector: settings }
})
after(async () => {
  await testApp.close()
  await collector.close()
})
beforeEach(async () => {
  await sql`truncate analytics_events, analytics_devices`.execute(testApp.services.db)
  collector.received.length = 0
  collector.answer = (response) => response.writeHead(204).end()
})

const headers = { 'x-device-id': 'device-of-asha' }

async function track(count: number): Promise<void> {
  const at = new Date().toISOString()
  for (let left = count; left > 0; left -= 50) {
    const events = Array.from({ length: Math.min(50, left) }, (_, number) => ({
      event: 'seen',
      payload: { number },
      at,
    }))
    const { status } = await testApp.call(trackEvents, { body: { events } }, { headers })
    assert.equal(status, 204)
  }
}

/** Makes every record that waits to be forwarded due now. */
const makeDue = (db = testApp.services.db) =>
  sql`update analytics_events set forward_at = now() where forward_at is not null`.execute(db)

async function countOf(condition: string): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from analytics_events where ${sql.raw(condition)}`.execute(
    testApp.services.db,
  )
  return rows[0]?.count ?? 0
}

describe('analytics forwarding', () => {
  it('forwards every record once, a hundred at a time, each with an id, and sends the token', async () => {
    await track(250)
    const counts = []
    for (let batch = 0; batch < 4; batch += 1) counts.push((await forwardBatch(forwarding)).count)
    assert.deepEqual(counts, [100, 100, 50, 0])
    assert.deepEqual(
      collector.received.map(({ batch }) => batch.length),
      [100, 100, 50],
    )
    assert.equal(new Set(collector.all().map(({ id }) => id)).size, 250)
    assert.equal(collector.received[0]?.headers.authorization, 'Bearer a-token')
    assert.equal(await countOf('forwarded_at is not null and forward_at is null'), 250)
    assert.equal(await countOf(`expires_at > now() + interval '89 days'`), 250)
  })

  it('forwards user, device, times, traits, attributes and payloads', async () => {
    const { user, accessToken: token } = await testApp.signIn()
    await consent(testApp, token, true)
    const body = { uuid: user.uuid, email: 'asha@example.com', firstName: 'Asha', lastName: '' }
    await testApp.call(identify, { body }, { token, headers })
    await testApp.call(setAttribute, { body: { name: 'first_name', value: 'Asha' } }, { token, headers })
    await track(1)
    await forwardBatch(forwarding)
    const [identity, attribute, event] = collector
      .all()
      .map(({ id, at, received_at, device_id, ...rest }) => {
        for (const time of [at, received_at]) assert.ok(Date.parse(String(time)) > Date.now() - 60_000)
        assert.match(String(device_id), /^[\w-]{43}$/)
        assert.match(id, /^[0-9a-f-]{36}$/)
        return rest
      })
    const traits = { email: 'asha@example.com', first_name: 'Asha', last_name: '' }
    assert.deepEqual(identity, { type: 'identify', user_id: user.uuid, traits })
    assert.deepEqual(attribute, {
      type: 'attribute',
      user_id: user.uuid,
      name: 'first_name',
      value: 'Asha',
    })
    assert.deepEqual(event, { type: 'event', user_id: user.uuid, event: 'seen', payload: { number: 0 } })
  })

  it('retries with growing waits and the same ids while the collector fails', async () => {
    collector.answer = (response) => response.writeHead(503).end()
    await track(3)
    const waits = []
    for (let attempt = 0; attempt < 9; attempt += 1) {
      const { count, error } = await forwardBatch(forwarding)
      assert.deepEqual([count, error?.message], [3, 'The collector answered 503'])
      assert.equal((await forwardBatch(forwarding)).count, 0)
      const { rows } = await sql<{ wait: number }>`
        select round(extract(epoch from max(forward_at) - now()))::int as wait from analytics_events`.execute(
        testApp.services.db,
      )
      waits.push(rows[0]?.wait ?? 0)
      await makeDue()
    }
    const expected = [5, 10, 20, 40, 80, 160, 320, 600, 600]
    for (const [index, wait] of waits.entries()) assert.ok(Math.abs(wait - (expected[index] ?? 0)) <= 3)
    collector.answer = (response) => response.writeHead(200).end('{}')
    await forwardBatch(forwarding)
    assert.equal(new Set(collector.all().map(({ id }) => id)).size, 3)
    assert.equal(await countOf('forwarded_at is not null'), 3)
  })

  it('follows no redirect of the collector and limits how long it waits for an answer', async () => {
    await track(1)
    collector.answer = (response) => response.writeHead(307, { location: collector.url }).end()
    assert.ok((await forwardBatch(forwarding)).error)
    assert.equal(collector.received.length, 1)

    await makeDue()
    collector.answer = () => {}
    assert.match((await forwardBatch(forwarding)).error?.message ?? '', /timeout/)

    await makeDue()
    collector.answer = (response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'.repeat(65_536)), 1)
      response.on('close', () => clearInterval(timer))
    }
    assert.equal((await forwardBatch(forwarding)).error, undefined)
    assert.equal(await countOf('forwarded_at is not null'), 1)
  })

  it('drops records that are older than a day', async () => {
    await track(2)
    await sql`update analytics_events set received_at = now() - interval '25 hours'
      where id = (select min(id) from analytics_events)`.execute(testApp.services.db)
    const { count, dropped } = await forwardBatch(forwarding)
    assert.deepEqual([count, dropped, collector.all().length], [2, 1, 1])
    assert.equal(await countOf('forward_at is not null'), 0)
  })

  it('sends no record twice when two copies of the service forward at once', async () => {
    await track(400)
    const another = await testApp.openAnother()
    const copy = { ...forwarding, db: another.services.db }
    await Promise.all([1, 2, 3].flatMap(() => [forwardBatch(forwarding), forwardBatch(copy)]))
    await forwardBatch(forwarding)
    const ids = collector.all().map(({ id }) => id)
    assert.deepEqual([ids.length, new Set(ids).size], [400, 400])
    await another.close()
  })

  it('keeps forwarding after a failure until the job is stopped', async () => {
    collector.answer = (response) => response.writeHead(500).end()
    const warnings: unknown[] = []
    const log = { warn: (details: unknown) => void warnings.push(details) }
    const job = { records: 'analytics', forwardBatch: () => forwardBatch(forwarding) }
    const running = startForwarding(job, log, { everyMs: 20, maxWaitMs: 50 })
    await track(150)
    while (warnings.length === 0) await sleep(10)
    collector.answer = (response) => response.writeHead(204).end()
    while ((await countOf('forwarded_at is not null')) < 150) {
      await makeDue()
      await sleep(20)
    }
    await running.stop()
    const receivedCount = collector.received.length
    await track(1)
    await sleep(100)
    assert.equal(collector.received.length, receivedCount)
  })

  it('stores events while the collector hangs', async () => {
    collector.answer = () => {}
    await track(1)
    const hanging = forwardBatch(forwarding)
    await track(1)
    assert.equal(await countOf('true'), 2)
    await hanging
  })
})
