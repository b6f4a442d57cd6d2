/** Tests storing, counting and limiting the error reports of pages (N-151). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type ErrorReport, reportError } from '@foyer/contract/routes/error-reports'
import { sql } from 'kysely'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { deleteOldErrorReports, errorReportsRowsMax, findLatestErrors } from './error-reports.queries.ts'

let testApp: TestApp
let lines: string[]
before(async () => {
  testApp = await openTestApp({ config: { trustedProxies: ['127.0.0.1'], logLevel: 'trace' } })
  lines = testApp.captureLog()
})
after(() => testApp.close())
beforeEach(() => sql`truncate error_reports, attempts`.execute(testApp.services.db))

const frame = { name: 'focusField', file: '/assets/first-DkfP3x_9.js', line: 1, column: 20_481 }
const known: ErrorReport = {
  kind: 'error',
  message: 'x is not a function',
  frames: [frame],
  page: '/reset-password/:uuid/:token/:timestamp',
  build: 'de7ab7d0c1f2',
}

const headers = { 'x-forwarded-for': '203.0.113.77', 'x-device-id': 'device-of-asha' }
const report = (more: Partial<ErrorReport> = {}, from = headers) =>
  testApp.call(reportError, { body: { ...known, ...more } }, { headers: from })
const stored = () => findLatestErrors(testApp.services.db, 10)

describe('error reports', () => {
  it('stores an error once, with its count and the times of its first and last report', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => report()))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([204]))
    const [error, ...more] = await stored()
    assert.equal(more.length, 0)
    const { id, firstSeenAt, lastSeenAt, ...rest } = error ?? assert.fail()
    assert.deepEqual(rest, { ...known, count: 20 })
    assert.match(id, /^[0-9a-f-]{36}$/)
    assert.ok(lastSeenAt >= firstSeenAt)
  })

  it('stores no address, query, email, number, token or foreign frame of a report, and logs nothing of it', async () => {
    const secrets = [
      'asha.rao@example.com',
      'query-of-a-link',
      'rt_3Fk29sLq0PzXw8Yt7RmNvB1',
      '271828',
      'typed by a user',
      'abcdefghijklmnopabcdefghijklmnop',
      'secret-path-of-a-link',
      'c8a7d5e2-3f10-4b6c-9d2e-1a2b3c4d5e6f',
      '203.0.113.77',
      'device-of-asha',
    ]
    const [email, query, token, code, typed, extension, path, uuid] = secrets
    const { status } = await report({
      message: `${email} https://a.example/x?code=${query} ${token} ${code} "${typed}" ${uuid}`,
      frames: [
        { ...frame, file: `chrome-extension://${extension}/content.js` },
        { ...frame, file: `https://evil.example/${path}.js` },
        { ...frame, name: email ?? '' },
        { ...frame, file: `/assets/first.js?token=${query}` },
      ],
      page: `/reset-password/${uuid}/${path}/1?email=${email}`,
      build: email ?? '',
    })
    assert.equal(status, 204)
    const [error] = await stored()
    assert.equal(error?.message, '[email] https://a.example/x [token] [number] "…" [id]')
    assert.deepEqual(error?.frames, [{ ...frame, name: null }])
    assert.deepEqual([error?.page, error?.build], ['none', 'unknown'])
    const { rows } = await sql`select error_reports::text from error_reports`.execute(testApp.services.db)
    const { text } = await testApp.call(
      reportError,
      { body: { ...known, kind: email as never } },
      { headers },
    )
    for (const secret of secrets)
      for (const place of [JSON.stringify(rows), text, ...lines])
        assert.ok(!place.includes(secret), `${secret} in ${place}`)
    assert.ok(lines.some((line) => line.includes('"route":"/api/error-reports"')))
  })

  it('takes thirty reports an hour of a network address, whatever device it names', async () => {
    const statuses = []
    for (let turn = 0; turn < 31; turn += 1)
      statuses.push((await report({}, { ...headers, 'x-device-id': `device-${turn}-of-asha` })).status)
    assert.deepEqual(statuses, [...Array(30).fill(204), 429])
    const { headers: sent, code } = await report()
    assert.equal(code, 'too-many-attempts')
    assert.ok(Number(sent['retry-after']) > 3_500)
    assert.equal((await report({}, { ...headers, 'x-forwarded-for': '203.0.113.78' })).status, 204)
    assert.equal((await stored())[0]?.count, 31)
  })

  it('refuses a report that is too large or of another shape, and stores nothing', async () => {
    const bodies = [
      { message: 'x'.repeat(1_001) },
      { message: 'a lone surrogate \ud800' },
      { frames: Array(21).fill(frame) },
      { frames: [{ ...frame, file: 'x'.repeat(201) }] },
      { frames: [{ ...frame, line: -1 }] },
      { frames: [{ ...frame, column: 1.5 }] },
      { frames: [{ ...frame, source: 'const secret' }] },
      { page: 'x'.repeat(201) },
      { build: 'x'.repeat(65) },
      { kind: 'warning' },
      { url: 'https://a.example/' },
    ]
    for (const body of bodies) {
      const answer = await report(body as object)
      assert.deepEqual([answer.status, answer.code], [400, 'invalid-request'], JSON.stringify(body))
    }
    assert.deepEqual(await stored(), [])
  })

  it('stores a report that has a kind alone, of a page whose scripts do not load', async () => {
    assert.equal((await testApp.call(reportError, { body: { kind: 'script' } }, { headers })).status, 204)
    const [{ id, firstSeenAt, lastSeenAt, ...rest } = assert.fail()] = await stored()
    const message = 'The page could not load its scripts'
    assert.deepEqual(rest, { kind: 'script', message, frames: [], page: 'none', build: 'unknown', count: 1 })
  })

  it('accepts no report that a browser sends from another site', async () => {
    const { status } = await report({}, { ...headers, origin: 'https://evil.example' } as typeof headers)
    assert.equal(status, 403)
    assert.deepEqual(await stored(), [])
  })

  it('counts reports by kind, from zero on', async () => {
    const own = await openTestApp()
    await own.call(reportError, { body: { ...known, kind: 'hydration' } })
    const text = await own.services.metrics.registry.metrics()
    for (const [kind, count] of Object.entries({
      error: 0,
      rejection: 0,
      script: 0,
      render: 0,
      hydration: 1,
    }))
      assert.match(text, new RegExp(`^foyer_error_reports_total\\{kind="${kind}"\\} ${count}$`, 'm'))
    await own.close()
  })

  it('deletes an error thirty days after its last report, and the oldest above the maximum', async () => {
    const { db } = testApp.services
    for (const message of ['old', 'recent', 'seen again']) await report({ message })
    await sql`update error_reports set first_seen_at = now() - interval '40 days',
      last_seen_at = now() - make_interval(days => case message when 'old' then 30 when 'recent' then 29 else 0 end)`.execute(
      db,
    )
    assert.equal(await deleteOldErrorReports(db, 100), 1)
    assert.deepEqual(
      (await stored()).map(({ message }) => message),
      ['seen again', 'recent'],
    )
    await sql`insert into error_reports (fingerprint, kind, message, frames, page, build)
      select int4send(number), 'error', 'x', '[]', '/', 'unknown' from generate_series(1, ${errorReportsRowsMax - 1}::int) as number`.execute(
      db,
    )
    assert.equal(await deleteOldErrorReports(db, 100), 1)
    assert.equal((await sql`select from error_reports where message = 'recent'`.execute(db)).rows.length, 0)
    assert.equal(await deleteOldErrorReports(db, 100), 0)
  })
})
