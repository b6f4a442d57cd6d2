/** Tests storing and assigning analytics events, and the limits of a batch (N-105). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { identify, setAttribute, trackEvents } from '@foyer/contract/routes/analytics'
import { sql } from 'kysely'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { deleteOldAnalytics } from './analytics.queries.ts'
import { consent } from './test-consent.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { trustedProxies: ['127.0.0.1'] } })
})
after(() => testApp.close())
beforeEach(() => sql`truncate analytics_events, analytics_devices, attempts`.execute(testApp.services.db))

const headers = { 'x-device-id': 'device-of-asha', 'x-forwarded-for': '203.0.113.77' }

function track(event: string, payload: Record<string, string | number> = {}, at = new Date().toISOString()) {
  return testApp.call(trackEvents, { body: { events: [{ event, payload, at }] } }, { headers })
}

/** Signs in a user who consents to analytics. */
async function signIn() {
  const session = await testApp.signIn()
  await consent(testApp, session.accessToken, true)
  return session
}

function identifyUser(uuid: string, token: string) {
  const body = { uuid, email: 'asha@example.com', firstName: 'Asha', lastName: '' }
  return testApp.call(identify, { body }, { token, headers })
}

type Row = { kind: string; name: string; payload: object | null; userId: string | null; occurredAt: Date }

async function rows(): Promise<Row[]> {
  const found = await sql<Row>`
    select kind, name, payload, user_id, occurred_at from analytics_events order by id`.execute(
    testApp.services.db,
  )
  return found.rows
}

describe('analytics events', () => {
  it('assigns events of a device to its identified user until the logout event', async () => {
    const { user, accessToken } = await signIn()
    await track('before')
    await sql`update analytics_events set received_at = now() - interval '1 minute'`.execute(
      testApp.services.db,
    )
    await track('just_before')
    assert.equal((await identifyUser(user.uuid, accessToken)).status, 204)
    await track('sign_in', { platform: 'student', tries: 1 })
    await track('logout')
    await track('after')
    assert.deepEqual(
      (await rows()).map(({ name, userId }) => [name, userId === user.uuid]),
      [
        ['before', false],
        // The identify request arrived after this event.
        ['just_before', true],
        ['identify', true],
        ['sign_in', true],
        ['logout', true],
        ['after', false],
      ],
    )
  })

  it('stores events without addresses, queries and tokens, and with a likely time', async () => {
    const url = 'https://learn.example/callback?code=ac_1234567890123456789012'
    await track('seen', { url, by: 'asha@example.com' }, '1999-01-01T00:00:00Z')
    await track('late', {}, new Date(Date.now() - 60_000).toISOString())
    const [seen, late] = await rows()
    assert.deepEqual(seen?.payload, { url: 'https://learn.example/callback', by: '[email]' })
    assert.ok(Math.abs(Date.now() - Number(seen?.occurredAt)) < 30_000)
    assert.ok(Math.abs(Date.now() - 60_000 - Number(late?.occurredAt)) < 30_000)
  })

  it('refuses events that are too many, too large, nested or misnamed', async () => {
    const at = '2026-01-01T00:00:00Z'
    const good = { event: 'sign_in', payload: {}, at }
    for (const events of [
      [],
      Array(51).fill(good),
      [{ ...good, payload: { a: 'x'.repeat(1_001) } }],
      [
        {
          ...good,
          payload: Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`a${i}`, 'x'.repeat(900)])),
        },
      ],
      [{ ...good, payload: { a: { b: 1 } } }],
      [{ ...good, payload: { 'https://x.example/?a=1': 1 } }],
      [{ ...good, event: 'Sign in' }],
      [{ ...good, at: 'yesterday' }],
    ]) {
      const { status } = await testApp.call(trackEvents, { body: { events } } as never, { headers })
      assert.equal(status, 400, JSON.stringify(events).slice(0, 80))
    }
    assert.deepEqual(await rows(), [])
  })
})

describe('analytics batch', () => {
  const at = '2026-01-01T00:00:00Z'
  const send = (events: object[], address = '203.0.113.78') =>
    testApp.call(trackEvents, { body: { events } } as never, { headers: { 'x-forwarded-for': address } })

  it('accepts 16,384 characters of payloads in a batch and refuses one more', async () => {
    const empty = JSON.stringify({ a: '', b: '' }).length
    const event = (length: number) => {
      const half = 'x'.repeat((length - empty) / 2)
      return { event: 'a', at, payload: { a: half, b: (length - empty) % 2 ? `${half}x` : half } }
    }
    const full = Array.from({ length: 16 }, () => event(1_024))
    assert.equal((await send(full)).status, 204)
    const refused = await send([...full.slice(1), event(1_025)])
    assert.deepEqual([refused.status, refused.fields], [400, { events: ['Too much at once'] }])
  })

  it('refuses the 601st batch of one network address in ten minutes, but no request with a token', async () => {
    const event = { event: 'a', at, payload: {} }
    assert.equal((await send([event])).status, 204)
    await sql`update attempts set count = 600 where key like 'analytics-events:address:%'`.execute(
      testApp.services.db,
    )
    assert.equal((await send([event])).status, 429)
    const { user, accessToken } = await signIn()
    assert.equal((await identifyUser(user.uuid, accessToken)).status, 204)
  })
})

describe('analytics identity', () => {
  it('refuses to identify another user, or any user without a token', async () => {
    const other = await testApp.makeUser()
    const { accessToken } = await testApp.signIn()
    const answer = await identifyUser(other.uuid, accessToken)
    assert.deepEqual([answer.status, answer.code], [403, 'no-access'])
    const withoutUser = await testApp.call(identify, { body: {} } as never)
    assert.equal(withoutUser.status, 400)
    assert.equal((await identifyUser(other.uuid, 'not-a-token')).status, 401)
    const attribute = await testApp.call(setAttribute, { body: { name: 'email', value: 'x' } })
    assert.equal(attribute.status, 401)
    assert.deepEqual(await rows(), [])
  })

  it('stores an identity without name, email, device id or network address in clear', async () => {
    const { user, accessToken } = await signIn()
    await identifyUser(user.uuid, accessToken)
    const body = { name: 'first_name', value: 'Asha' }
    assert.equal((await testApp.call(setAttribute, { body }, { token: accessToken, headers })).status, 204)
    const { rows: all } = await sql<{ text: string }>`
      select string_agg(analytics_events::text || encode(sealed, 'escape'), '') || (select string_agg(analytics_devices::text, '') from analytics_devices) as text
      from analytics_events`.execute(testApp.services.db)
    assert.doesNotMatch(all[0]?.text ?? '', /Asha|example\.com|device-of|203\.0\.113/)
    assert.deepEqual(
      (await rows()).map(({ kind, name }) => [kind, name]),
      [
        ['identify', 'identify'],
        ['attribute', 'first_name'],
      ],
    )
  })
})

describe('analytics retention', () => {
  it('keeps events for a week without a collector and deletes expired ones in batches', async () => {
    const { db } = testApp.services
    for (let count = 0; count < 3; count += 1) await track('old')
    const { rows: kept } = await sql<{ days: number; isForwarded: boolean }>`
      select extract(day from expires_at - received_at)::int as days, forward_at is not null as is_forwarded
      from analytics_events limit 1`.execute(db)
    assert.deepEqual(kept, [{ days: 7, isForwarded: false }])
    await sql`update analytics_events set expires_at = now() - interval '1 second'`.execute(db)
    await track('new')
    assert.equal(await deleteOldAnalytics(db, 2), 2)
    assert.equal(await deleteOldAnalytics(db, 2), 1)
    assert.equal(await deleteOldAnalytics(db, 2), 0)
    assert.deepEqual(
      (await rows()).map(({ name }) => name),
      ['new'],
    )
  })

  it('deletes the oldest events above one million rows before they expire', async () => {
    const { db } = testApp.services
    await track('first')
    await sql`select setval(pg_get_serial_sequence('analytics_events', 'id'), 3000000)`.execute(db)
    await track('last')
    assert.equal(await deleteOldAnalytics(db, 100), 1)
    assert.deepEqual(
      (await rows()).map(({ name }) => name),
      ['last'],
    )
  })

  it('deletes devices on which no user was identified for ninety days', async () => {
    const { db } = testApp.services
    const { user, accessToken } = await signIn()
    await identifyUser(user.uuid, accessToken)
    assert.equal(await deleteOldAnalytics(db, 100), 0)
    await sql`update analytics_devices set identified_at = now() - interval '91 days'`.execute(db)
    assert.equal(await deleteOldAnalytics(db, 100), 1)
  })
})
