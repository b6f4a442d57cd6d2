/** Tests `user export` and `user delete` against every table that contains data about a user (N-96, N-97). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { listSessions, refreshToken } from '@foyer/contract/routes/sessions'
import { findUser, login } from '@foyer/contract/routes/sign-in'
import { signUp } from '@foyer/contract/routes/sign-up'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { secondFactorSteps, waysIn, wrongCode } from '../../features/second-factor/test-second-factor.ts'
import { codeOf } from '../../features/second-factor/test-totp.ts'
import { recordEvent } from '../../kernel/audit.ts'
import { solveForSignUp } from '../../testing/canary-calls.ts'
import { sent } from '../../testing/canary-values.ts'
import { fillTables } from '../../testing/filled-tables.ts'
import { cellsOf, findCanaries } from '../../testing/find-canaries.ts'
import { openTestApp, type TestApp, testSecret } from '../../testing/test-app.ts'
import { runFoyer } from './test-run-foyer.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
})
after(() => testApp.close())

const foyer = (...words: string[]) =>
  runFoyer(words, { DATABASE_URL: testApp.databaseUrl, FOYER_SECRETS: testSecret })

async function run(...words: string[]): Promise<string> {
  const { code, out, error } = await foyer(...words)
  assert.equal(code, 0, words.join(' '))
  assert.match(error, /^(Database: [^\n]+\n)?$/)
  return out
}

const fillEveryTable = () => fillTables(testApp, run)

const limit = { timeout: 120_000 }

describe('user export', limit, () => {
  it('prints all data held about a user, without passwords, hashes or tokens', async () => {
    const { uuid, secrets } = await fillEveryTable()
    const out = await run('user', 'export', sent.email)
    const data = JSON.parse(out)
    const again = JSON.parse(await run('user', 'export', uuid, '--json'))
    assert.equal(again.auditTrail.pop().event, 'user-exported', 'the first export is an event')
    assert.deepEqual(again, data)
    assert.equal(data.id, uuid)
    assert.deepEqual(
      data.contacts.map(({ value }: { value: string }) => value),
      [sent.email, sent.phone],
    )
    for (const [name, value] of Object.entries(data))
      assert.ok(
        ['disabledAt', 'pictureUrl', 'lockout'].includes(name) || (value && Object.keys(value).length > 0),
        `${name} holds something`,
      )
    assert.equal(data.analytics.events[0].payload.email, sent.email)
    assert.equal(data.signUpTracking[0].email, sent.email)
    assert.equal(data.knownBrowsers[0].timeZone, 'Asia/Kolkata')
    assert.deepEqual(
      ['sign-in', 'code-minted', 'password-changed'].filter(
        (event) => !data.auditTrail.some((recorded: { event: string }) => recorded.event === event),
      ),
      [],
    )
    const { rows } = await sql<{ secret: string }>`
      select hash as secret from credentials union select encode(hash, 'hex') from one_time_tokens
      union select encode(recipient_mac, 'hex') from messages
      union select encode(device_id, 'hex') from audit_events where device_id is not null
      union select encode(browser_id, 'hex') from known_browsers`.execute(testApp.services.db)
    assert.ok(rows.length > 5)
    const hashes = Object.fromEntries(rows.map(({ secret }, index) => [`hash ${index}`, secret]))
    const password = { 'right password': sent['right password'] }
    assert.deepEqual(
      findCanaries({ ...secrets, ...hashes, ...password }, [{ name: 'export', text: out }]),
      [],
    )
    await run('user', 'delete', uuid)
  })

  it('escapes control characters of names in the export', async () => {
    const { uuid } = await testApp.makeUser({ firstName: 'A\u001b[31msha\u009b1m' })
    const out = await run('user', 'export', uuid)
    assert.doesNotMatch(out, /[\p{Cc}--\n]/v)
    assert.equal(JSON.parse(out).firstName, 'A\u001b[31msha\u009b1m')
  })
})

describe('user delete', limit, () => {
  it('deletes a user from every table and ends their sessions', async () => {
    const { uuid, secrets, names } = await fillEveryTable()
    const { db } = testApp.services
    const found = new Set(findCanaries(names, await cellsOf(db)).map((place) => place.split(' in ')[1]))
    for (const column of [
      'users.id',
      'audit_events.user_id',
      'messages.recipient_mac',
      'otp_challenges.subject',
    ])
      assert.ok(found.has(column), `the search finds the user in ${column}`)

    const events = async () =>
      (await sql<{ events: number }>`select count(*)::int as events from audit_events`.execute(db)).rows[0]
        ?.events
    const before = await events()
    const line = new RegExp(
      `^Deleted ${sent['first name']} ${sent['last name']} \\(${uuid}\\)\nEnded \\d+ sessions?: `,
    )
    assert.match(await run('user', 'delete', sent.email), line)

    assert.deepEqual(findCanaries(names, await cellsOf(db)), [])
    assert.equal(await events(), Number(before) + 1, 'the trail keeps its events')
    const { rows } = await sql<object>`
      select event, user_id, session_id, platform, address, device_id, request_id
      from audit_events order by id desc limit 1`.execute(db)
    assert.deepEqual(rows, [
      {
        event: 'user-deleted',
        userId: null,
        sessionId: null,
        platform: null,
        address: null,
        deviceId: null,
        requestId: null,
      },
    ])
    const { accessToken: token, refreshToken: renewal = '' } = secrets
    while ((await testApp.call(listSessions, {}, { token: token ?? '' })).status !== 401) await sleep(100)
    assert.equal((await testApp.call(refreshToken, { body: { refreshToken: renewal } })).status, 401)
  })

  it('deletes the lockout of every contact of the deleted user', async () => {
    const phoneNumber = '+919812345670'
    const { email } = await testApp.makeUser({ phoneNumber, platforms: ['professor'] })
    const lockouts = async () =>
      (await sql`select key from attempts where key like 'guess:%'`.execute(testApp.services.db)).rows.length
    const before = await lockouts()
    for (const userId of [email, phoneNumber]) {
      const form = { product: 'learning', platform: 'professor' } as const
      const { uuid } = (await testApp.call(findUser, { body: { userId, ...form } })).data
      await testApp.call(login, { body: { uuid, password: 'wrong', ...form } })
    }
    assert.equal(await lockouts(), before + 2)
    await run('user', 'delete', email)
    assert.equal(await lockouts(), before)
  })

  it('deletes the counter of wrong second factors of the deleted user', async () => {
    const steps = secondFactorSteps(() => testApp)
    const { uuid, email, secret } = await steps.makeEnrolled()
    const { token } = waysIn(await steps.signIn(uuid))
    assert.equal((await steps.complete({ token, totp: wrongCode(codeOf(secret)) })).status, 400)
    const counters = async () =>
      (await sql`select key from attempts where key like 'guess-second:%'`.execute(testApp.services.db)).rows
        .length
    assert.equal(await counters(), 1)
    await run('user', 'delete', email)
    assert.equal(await counters(), 0)
  })

  it('leaves other users unchanged when one is deleted', async () => {
    const [gone, other] = [await testApp.makeUser(), await testApp.makeUser()]
    const enter = (uuid: string) =>
      testApp.call(login, { body: { uuid, password: 'correct horse battery', product: 'learning' } })
    await enter(gone.uuid)
    const { data } = await enter(other.uuid)
    await run('user', 'delete', gone.email)
    assert.equal(
      (await testApp.call(refreshToken, { body: { refreshToken: data.refreshToken } })).status,
      200,
    )
    const kept = JSON.parse(await run('user', 'export', other.email))
    assert.deepEqual(
      kept.auditTrail.map(({ event }: { event: string }) => event),
      ['sign-in'],
    )
    assert.equal((await enter(gone.uuid)).code, 'wrong-credentials')
  })

  it('reports that no user matches when a deletion is repeated', async () => {
    const { uuid, email } = await testApp.makeUser()
    assert.equal(JSON.parse(await run('user', 'delete', email, '--json')).isChange, true)
    assert.equal(
      await run('user', 'delete', email),
      'No user has this email address or phone number: nothing was deleted\n',
    )
    assert.deepEqual(JSON.parse(await run('user', 'delete', uuid, '--json')), { isChange: false })
    const ended = await foyer('user', 'delete', 'nonsense')
    assert.equal(ended.code, 1)
  })

  it('records one deletion when two operators delete the same user at once', async () => {
    const { email } = await testApp.makeUser()
    const { db } = testApp.services
    const deletions = async () =>
      (await sql`select from audit_events where event = 'user-deleted'`.execute(db)).rows.length
    const before = await deletions()
    await Promise.all([run('user', 'delete', email), run('user', 'delete', email)])
    assert.equal(await deletions(), before + 1)
  })

  it('clears events written after the deletion when it is repeated by id', async () => {
    const { uuid, email } = await testApp.makeUser()
    await run('user', 'delete', email)
    await recordEvent(testApp.services.db, { event: 'sign-in-refused', userId: uuid })
    assert.deepEqual(findCanaries({ uuid }, await cellsOf(testApp.services.db)), [
      'uuid in audit_events.user_id',
    ])
    await run('user', 'delete', uuid)
    assert.deepEqual(findCanaries({ uuid }, await cellsOf(testApp.services.db)), [])
  })

  it('deletes the idempotency record of the sign-up, so that the same request creates a new account', async () => {
    const email = 'applicant@example.com'
    const password = 'a staple of batteries'
    const applicant = { firstName: 'Bela', lastName: 'Rao', email, password1: password, password2: password }
    const headers = { 'idempotency-key': randomUUID() }
    async function apply(): Promise<string> {
      const captcha = await solveForSignUp(testApp)
      const body = {
        ...applicant,
        captcha,
        platform: 'student',
        source: 'direct',
        tokenType: 1,
        utmParams: {},
      } as const
      const { data, text } = await testApp.call(signUp, { body }, { headers })
      assert.ok(data, text)
      return String(decodeJwt(data.accessToken).sub)
    }
    const first = await apply()
    await run('user', 'delete', email)
    assert.deepEqual(findCanaries({ email, first }, await cellsOf(testApp.services.db)), [])
    assert.notEqual(await apply(), first)
  })

  it('deletes a user while their requests lock the same rows in other orders', async () => {
    const { uuid, email } = await testApp.makeUser()
    const enter = () =>
      testApp.call(login, { body: { uuid, password: 'correct horse battery', product: 'learning' } })
    const [deleted, ...answers] = await Promise.all([
      run('user', 'delete', email),
      ...Array.from({ length: 20 }, async (_, index) => {
        await sleep(index * 60)
        return enter()
      }),
    ])
    assert.match(deleted, /^Deleted /)
    for (const { status } of answers) assert.ok([200, 400, 429, 503].includes(status), String(status))
    assert.deepEqual(findCanaries({ email }, await cellsOf(testApp.services.db)), [])
  })
})

describe('audit trail', limit, () => {
  it('refuses every change of an audit event except clearing a deleted user', async () => {
    const { db } = testApp.services
    const { uuid } = await testApp.makeUser()
    const gone = randomUUID()
    for (const userId of [uuid, gone]) await recordEvent(db, { event: 'sign-in', userId })
    for (const change of [
      sql`update audit_events set user_id = null where user_id = ${uuid}`,
      sql`update audit_events set event = 'sign-out' where user_id = ${gone}`,
      sql`update audit_events set user_id = null, details = '{"x": 1}' where user_id = ${gone}`,
      sql`update audit_events set user_id = ${uuid} where user_id = ${gone}`,
      sql`delete from audit_events where user_id = ${gone}`,
      sql`truncate audit_events`,
    ])
      await assert.rejects(change.execute(db), /audit_events is append-only/)
    await sql`update audit_events set user_id = null where user_id = ${gone}`.execute(db)
  })
})
