/** Tests `foyer audit` and `foyer network`, and that an operator finds the log lines of a user and of a network. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { openTestApp, rightPassword, type TestApp, testSecret } from '../../testing/test-app.ts'
import { runFoyer } from './test-run-foyer.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', trustedProxies: ['127.0.0.1'], logLevel: 'info' } })
})
after(() => testApp.close())

const foyer = (...words: string[]) =>
  runFoyer(words, { DATABASE_URL: testApp.databaseUrl, FOYER_SECRETS: testSecret })

async function lines(...words: string[]): Promise<string[]> {
  const { code, out, error } = await foyer('audit', ...words)
  assert.deepEqual([code, error], [0, ''])
  return out.trimEnd().split('\n')
}

function enter(uuid: string, from: string, password = rightPassword) {
  const body = { uuid, password, product: 'learning' } as const
  const headers = { 'x-forwarded-for': from, 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0' }
  return testApp.call(login, { body }, { headers })
}

describe('audit', { timeout: 120_000 }, () => {
  it('lists the events of a user in words, the newest first', async () => {
    const { uuid, email } = await testApp.makeUser()
    await enter(uuid, '198.51.100.1', 'wrong')
    await enter(uuid, '198.51.100.1')
    await foyer('user', 'disable', uuid, '--as', 'Nila Iyer')
    for (const named of [uuid, email]) {
      const [disabled, entered, refused, ...none] = await lines('--user', named)
      assert.match(
        disabled ?? '',
        new RegExp(`^\\S+Z  user-disabled  was disabled  \\(user ${uuid}, by Nila Iyer, .+\\)$`),
      )
      assert.match(
        entered ?? '',
        /^\S+Z {2}sign-in {2}signed in {2}\(user \S+, at student, .*method pwd, .+\)$/,
      )
      assert.match(
        refused ?? '',
        /^\S+Z {2}sign-in-refused {2}was refused a sign-in: wrong password {2}\(user .+, network \S{12}, request \S+\)$/,
      )
      assert.deepEqual(none, [])
    }
    assert.doesNotMatch((await lines('--user', uuid)).join('\n'), /198\.51|example\.com/)
  })

  it('searches by event, platform, network and time, up to a limit', async () => {
    const { uuid } = await testApp.makeUser()
    await enter(uuid, '198.51.100.2', 'wrong')
    await enter(uuid, '198.51.100.3')
    const count = async (...words: string[]) =>
      (await lines('--user', uuid, ...words)).filter((line) => line !== 'No events.').length
    assert.equal(await count(), 2)
    assert.equal(await count('--limit', '1'), 1)
    assert.equal(await count('--event', 'sign-in'), 1)
    assert.equal(await count('--platform', 'student'), 1)
    assert.equal(await count('--platform', 'iqa'), 0)
    assert.equal(await count('--network', '198.51.100.2'), 1)
    assert.equal(await count('--since', '1h'), 2)
    assert.equal(await count('--until', '1h'), 0)
    assert.equal(await count('--since', '2020-01-01T09:30', '--until', '2020-01-02'), 0)
    const { events } = JSON.parse((await foyer('audit', '--user', uuid, '--json')).out)
    assert.deepEqual(
      events.map(({ event }: { event: string }) => event),
      ['sign-in', 'sign-in-refused'],
    )
    assert.ok(!('deviceId' in events[0]))
  })

  it('finds the events of a deleted account’s id no more', async () => {
    const { uuid } = await testApp.makeUser()
    await enter(uuid, '198.51.100.4')
    await foyer('user', 'delete', uuid)
    assert.deepEqual(await lines('--user', uuid), ['No events.'])
  })

  it('says what an option may be', async () => {
    for (const [words, sentence] of [
      [['--event', 'signin'], /^--event: give one of sign-in, /],
      [['--since', 'yesterday'], /^--since: give a time like /],
      [['--until', '2026-13-45'], /^--until: give a time like /],
      [['--limit', '0'], /^--limit: give a number from 1 to 1000\n$/],
      [['--network', 'school'], /^--network: give an IPv4 or IPv6 address\n$/],
      [['--user', 'nobody@example.com'], /^No user has this email address or phone number\n$/],
      [['--platform', 'Student'], /^Give one of the platforms /],
    ] as const) {
      const { code, error } = await foyer('audit', ...words)
      assert.equal(code, 1)
      assert.match(error, sentence)
    }
  })
})

describe('hashes of the log', { timeout: 120_000 }, () => {
  it('are those that user show and network print', async () => {
    const { uuid } = await testApp.makeUser()
    const log = testApp.captureLog()
    await enter(uuid, '198.51.100.5')
    const event = log.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'security event')
    const shown = JSON.parse((await foyer('user', 'show', uuid, '--json')).out)
    assert.deepEqual(shown.inLog, [event.user])
    const text = (await foyer('user', 'show', uuid)).out
    assert.match(text, new RegExp(`^in the log +user ${event.user}$`, 'm'))
    const { networks, reached } = JSON.parse((await foyer('network', '198.51.100.5', '--json')).out)
    assert.equal(networks[0].inLog, event.network)
    assert.deepEqual(reached, [])
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit_events
      where address = decode(${networks[0].inAuditTrail}, 'hex') and user_id = ${uuid}`.execute(
      testApp.services.db,
    )
    assert.deepEqual(rows, [{ count: 1 }])
    assert.match((await foyer('network', '198.51.100.5')).out, /\nNo limit is reached\.\n$/)
  })

  it('print the wider networks of an IPv6 address, and a limit that is reached', async () => {
    const address = '2001:db8:1:2:3::4'
    const flood = async (lane: number) => {
      for (let count = 0; count < 50; count += 1) {
        const body = {
          email: `nobody${lane}-${count}@example.com`,
          password: 'wrong',
          product: 'learning',
        } as const
        await testApp.call(login, { body }, { headers: { 'x-forwarded-for': address } })
      }
    }
    await Promise.all(Array.from({ length: 8 }, (_, lane) => flood(lane)))
    const { out } = await foyer('network', address)
    assert.match(
      out,
      /^2001:db8:1:2\n {2}in the log +network \S{12}\n {2}in the audit trail +address [0-9a-f]{64}\n/,
    )
    assert.match(out, /\n2001:db8:1:0\/56\n/)
    assert.match(out, /\n2001:db8:1\/48\n|\n2001:db8:1:0\/48\n/)
    assert.match(out, /\nlimited: login:address until \S+Z\n$/)
    const { code, error } = await foyer('network', 'a school')
    assert.deepEqual([code, error], [1, 'Give an IPv4 or IPv6 address\n'])
  })
})
