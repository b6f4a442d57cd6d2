/** Tests forwarding page errors to a collector, also while the collector fails or hangs (N-151). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type ErrorReport, reportError } from '@foyer/contract/routes/error-reports'
import { sql } from 'kysely'
import { openTestCollector, type TestCollector } from '../../kernel/outbound/test-collector.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { forwardErrorReports } from './forward-error-reports.ts'

let collector: TestCollector
let testApp: TestApp
const forward = () => forwardErrorReports(testApp.services.db, { url: collector.url, token: 'a-token' })
before(async () => {
  collector = await openTestCollector()
  testApp = await openTestApp({ config: { errorCollector: { url: collector.url, token: 'a-token' } } })
})
after(async () => {
  await testApp.close()
  await collector.close()
})
beforeEach(async () => {
  await sql`truncate error_reports, attempts`.execute(testApp.services.db)
  collector.received.length = 0
  collector.answer = (response) => response.writeHead(204).end()
})

const known: ErrorReport = {
  kind: 'render',
  message: 'Error test: rendering of asha@example.com',
  frames: [{ name: null, file: '/assets/error-test-page-a.js', line: 1, column: 2 }],
  page: '/error-test',
  build: 'de7ab7d0c1f2',
}

async function report(more: Partial<ErrorReport> = {}): Promise<void> {
  assert.equal((await testApp.call(reportError, { body: { ...known, ...more } })).status, 204)
}

const makeDue = () =>
  sql`update error_reports set forward_at = now() where forward_at is not null`.execute(testApp.services.db)

describe('forwarding of error reports', () => {
  it('forwards an error with its count, cleaned, and with the token of the collector', async () => {
    await report()
    await report()
    assert.deepEqual(await forward(), { count: 1, dropped: 0 })
    assert.equal(collector.received[0]?.headers.authorization, 'Bearer a-token')
    const [{ id, first_seen_at, last_seen_at, ...rest } = assert.fail()] = collector.all()
    assert.match(id, /^[0-9a-f-]{36}$/)
    for (const time of [first_seen_at, last_seen_at])
      assert.ok(Date.parse(String(time)) > Date.now() - 60_000)
    assert.deepEqual(rest, {
      type: 'error',
      ...known,
      message: 'Error test: rendering of [email]',
      count: 2,
    })
    assert.equal((await forward()).count, 0)
  })

  it('forwards an error again, with the same id, when it was reported meanwhile', async () => {
    await report()
    collector.answer = (response) => void report().then(() => response.writeHead(204).end())
    await forward()
    collector.answer = (response) => response.writeHead(204).end()
    assert.equal((await forward()).count, 1)
    await report()
    await forward()
    assert.deepEqual(
      collector.all().map(({ count }) => count),
      [1, 2, 3],
    )
    assert.equal(new Set(collector.all().map(({ id }) => id)).size, 1)
  })

  it('keeps an error while the collector fails, sends it later, and takes reports meanwhile', async () => {
    collector.answer = (response) => response.writeHead(503).end()
    await report()
    for (let attempt = 0; attempt < 3; attempt += 1) {
      assert.equal((await forward()).error?.message, 'The collector answered 503')
      await report()
      assert.equal((await forward()).count, 0)
      await makeDue()
    }
    collector.answer = (response) => response.writeHead(200).end('{}')
    assert.equal((await forward()).error, undefined)
    assert.equal(collector.all().at(-1)?.count, 4)
  })

  it('takes reports while the collector hangs', async () => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<() => void>()
    collector.answer = (response) => ask(() => response.writeHead(204).end())
    await report()
    const hanging = forward()
    const answer = await asked
    await report({ message: 'another' })
    answer()
    assert.equal((await hanging).error, undefined)
    collector.answer = (response) => response.writeHead(204).end()
    assert.equal((await forward()).count, 1)
  })

  it('sends no error twice when two copies of the service forward at once', async () => {
    for (let number = 0; number < 20; number += 1) await report({ build: `build-${number}` })
    const another = await testApp.openAnother()
    const copy = () => forwardErrorReports(another.services.db, { url: collector.url, token: null })
    await Promise.all([forward(), copy(), forward(), copy()])
    const ids = collector.all().map(({ id }) => id)
    assert.deepEqual([ids.length, new Set(ids).size], [20, 20])
    await another.close()
  })

  it('marks no error for forwarding without a collector', async () => {
    const own = await openTestApp()
    await own.call(reportError, { body: known })
    assert.equal((await forwardErrorReports(own.services.db, { url: collector.url, token: null })).count, 0)
    await own.close()
  })
})
