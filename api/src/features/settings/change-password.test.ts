/** Tests password changes by a user who knows the current password (N-86). */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { exchangeCode } from '@foyer/contract/routes/handover'
import { linkPurposes } from '@foyer/contract/routes/password-links'
import { listSessions, refreshToken } from '@foyer/contract/routes/sessions'
import { changePassword } from '@foyer/contract/routes/settings'
import { login, type Session } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { mailedCode, tryCode } from '../otp/test-codes.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
})
after(() => testApp.close())

const another = 'heron on a tin roof'
type Tokens = Pick<Session, 'accessToken' | 'refreshToken'>

type Headers = Record<string, string>

function signIn(uuid: string, password = rightPassword, headers: Headers = {}) {
  return testApp.call(login, { body: { uuid, password, product: 'learning' } }, { headers })
}

async function openSession(uuid: string): Promise<Session> {
  return (await signIn(uuid)).data
}

function change({ accessToken }: Tokens, given: { from?: string; to?: string } = {}, more: Headers = {}) {
  const { from: currentPassword = rightPassword, to: password1 = another } = given
  const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0', ...more }
  const body = { currentPassword, password1, password2: password1 }
  return testApp.call(changePassword, { body }, { token: accessToken, headers })
}

const renew = ({ refreshToken: token, client }: Tokens & { client?: string }) =>
  testApp.call(refreshToken, { body: { refreshToken: token } }, client ? { client } : {})
const list = ({ accessToken }: Tokens) => testApp.call(listSessions, {}, { token: accessToken })

async function handOver({ accessToken }: Tokens): Promise<Session & { client: string }> {
  const { data } = await testApp.mint(accessToken)
  const body = { code: data.code, platform: 'student' as const }
  const client = 'student-client'
  return { ...(await testApp.call(exchangeCode, { body }, { client })).data.session, client }
}

async function eventsOf(uuid: string): Promise<string[]> {
  const { rows } = await sql<{ event: string }>`
    select event from audit_events where user_id = ${uuid} and event like 'password%' order by id`.execute(
    testApp.services.db,
  )
  return rows.map(({ event }) => event)
}

describe('password change', () => {
  it('replaces the password and notifies the user by mail', async () => {
    const { uuid, email } = await testApp.makeUser()
    const session = await openSession(uuid)
    const answer = await change(session)
    assert.deepEqual([answer.status, answer.text], [204, ''])
    assert.equal((await signIn(uuid)).code, 'wrong-credentials')
    assert.equal((await signIn(uuid, another)).status, 200)
    assert.deepEqual(await eventsOf(uuid), ['password-changed'])
    const messages = await testApp.services.outbox.recent(testApp.services.db, 20)
    const notice = messages.find(({ to, template }) => to === email && template === 'password-changed')
    assert.match(notice?.text ?? '', /Firefox on Windows/)
  })

  it('writes the time of a password change in the zone of the browser', async () => {
    const { uuid, email } = await testApp.makeUser()
    const zone = { 'x-time-zone': 'Asia/Kolkata' }
    const { data, headers } = await signIn(uuid, rightPassword, zone)
    const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
    assert.equal((await change(data, {}, { cookie })).status, 204, 'a page of the previous version')
    const messages = await testApp.services.outbox.recent(testApp.services.db, 20)
    const notice = messages.find(({ to, template }) => to === email && template === 'password-changed')
    assert.match(notice?.text ?? '', /^Time: .*\(India Standard Time\)$/m)
  })

  it('notifies a user without an email by SMS within the daily limit', async (t) => {
    for (const smsPerDay of [1, 0]) {
      const ownApp = await openTestApp({ config: { limitsFactor: 1_000, smsPerDay } })
      t.after(() => ownApp.close())
      const phoneNumber = '+919812345678'
      const { uuid } = await ownApp.makeUser({ phoneNumber })
      await ownApp.services.db.deleteFrom('emails').where('userId', '=', uuid).execute()
      const { data } = await ownApp.call(login, {
        body: { uuid, password: rightPassword, product: 'learning' },
      })
      const body = { currentPassword: rightPassword, password1: another, password2: another }
      assert.equal((await ownApp.call(changePassword, { body }, { token: data.accessToken })).status, 204)
      const messages = await ownApp.services.outbox.recent(ownApp.services.db, 20)
      assert.deepEqual(
        messages.map(({ template, channel, to }) => [template, channel, to]),
        smsPerDay > 0 ? [['password-changed', 'sms', phoneNumber]] : [],
      )
    }
  })

  it('ends every session except the current one and its platform sessions', async () => {
    const { uuid } = await testApp.makeUser()
    const [here, there] = [await openSession(uuid), await openSession(uuid)]
    const [handedHere, handedThere] = [await handOver(here), await handOver(there)]
    assert.equal((await list(there)).status, 200)
    await change(here)
    assert.equal((await list(there)).status, 401)
    for (const over of [there, handedThere]) assert.equal((await renew(over)).status, 401)
    for (const open of [here, handedHere]) assert.equal((await renew(open)).status, 200)
    const { rows } = await sql<{ reason: string }>`
      select distinct revoked_reason as reason from sessions where user_id = ${uuid} and revoked_at is not null`.execute(
      testApp.services.db,
    )
    assert.deepEqual(rows, [{ reason: 'password-changed' }])
  })

  it('expires links and one-time codes but no handover codes at a password change', async () => {
    const user = await testApp.makeUser()
    const session = await openSession(user.uuid)
    const code = await mailedCode(testApp, user)
    const { db } = testApp.services
    for (const purpose of [...linkPurposes, 'handover']) {
      await sql`insert into one_time_tokens (purpose, hash, user_id, expires_at)
        values (${purpose}, ${randomBytes(32)}, ${user.uuid}, now() + interval '1 minute')`.execute(db)
    }
    await change(session)
    assert.equal((await tryCode(testApp, code)).code, 'otp-expired')
    const { rows } = await sql<{ purpose: string }>`
      select purpose from one_time_tokens where user_id = ${user.uuid} and expires_at > clock_timestamp()`.execute(
      db,
    )
    assert.deepEqual(rows, [{ purpose: 'handover' }])
  })

  it('keeps only the current browser known after a password change', async () => {
    const { uuid, email } = await testApp.makeUser()
    const cookieOf = (answer: Awaited<ReturnType<typeof signIn>>) => ({
      cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '',
    })
    const own = await signIn(uuid)
    const others = cookieOf(await signIn(uuid))
    assert.equal((await change(own.data, {}, cookieOf(own))).status, 204)
    const { rows } = await sql`select from known_browsers where user_id = ${uuid}`.execute(
      testApp.services.db,
    )
    assert.equal(rows.length, 1)
    const countNotices = async () => {
      const messages = await testApp.services.outbox.recent(testApp.services.db, 1_000)
      return messages.filter(({ to, template }) => to === email && template === 'new-device').length
    }
    const before = await countNotices()
    await signIn(uuid, another, cookieOf(own))
    assert.equal(await countNotices(), before)
    await signIn(uuid, another, others)
    assert.equal(await countNotices(), before + 1)
  })

  it('makes the current browser known at a password change', async () => {
    const { uuid, email } = await testApp.makeUser()
    const answer = await change((await signIn(uuid)).data)
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
    await signIn(uuid, another, { cookie })
    await signIn(uuid, another)
    const messages = await testApp.services.outbox.recent(testApp.services.db, 1_000)
    const notices = messages.filter(({ to, template }) => to === email && template === 'new-device')
    assert.equal(notices.length, 1)
  })

  it('keeps an unproven password unproven after a change', async () => {
    const { uuid } = await testApp.makeUser()
    const { db } = testApp.services
    await sql`update credentials set provenance = 'self_unverified' where user_id = ${uuid}`.execute(db)
    assert.equal((await change(await openSession(uuid))).status, 204)
    const { rows } = await sql<{ provenance: string }>`
      select provenance from credentials where user_id = ${uuid}`.execute(db)
    assert.deepEqual(rows, [{ provenance: 'self_unverified' }])
  })

  it('accepts one of three password changes at once', async () => {
    const { uuid } = await testApp.makeUser()
    const sessions = [await openSession(uuid), await openSession(uuid), await openSession(uuid)]
    const passwords = ['heron on one roof', 'heron on two roofs', 'heron on three roofs']
    const answers = await Promise.all(
      sessions.map((session, index) => change(session, { to: passwords[index] ?? '' })),
    )
    const accepted = answers.findIndex(({ status }) => status === 204)
    assert.equal(answers.filter(({ status }) => status === 204).length, 1)
    // The session of a late request has already ended.
    for (const { status, code } of answers)
      if (status !== 204) assert.equal(code, status === 401 ? 'session-ended' : 'password-wrong')
    assert.deepEqual(
      await Promise.all(passwords.map(async (to) => (await signIn(uuid, to)).status)),
      passwords.map((_, index) => (index === accepted ? 200 : 400)),
    )
    const renewed = await Promise.all(sessions.map(async (session) => (await renew(session)).status))
    assert.deepEqual(
      renewed,
      sessions.map((_, index) => (index === accepted ? 200 : 401)),
    )
  })
})

describe('refused password change', () => {
  it('names the wrong field of a password change and changes nothing', async () => {
    const { uuid } = await testApp.makeUser({ firstName: 'Quintessa' })
    const [session, other] = [await openSession(uuid), await openSession(uuid)]
    const refused = [
      [{ from: 'not my password' }, 'password-wrong', 'currentPassword'],
      [{ to: rightPassword }, 'password-same', 'password1'],
      [{ to: 'Password2026!' }, 'password-common', 'password1'],
      [{ to: 'Quintessa2026' }, 'password-personal', 'password1'],
    ] as const
    for (const [given, code, field] of refused) {
      const answer = await change(session, given)
      assert.deepEqual([answer.status, answer.code, Object.keys(answer.fields)], [400, code, [field]])
    }
    const body = { currentPassword: rightPassword, password1: another, password2: `${another}!` }
    const differing = await testApp.call(changePassword, { body }, { token: session.accessToken })
    assert.deepEqual(differing.fields, { password2: ['The passwords do not match'] })
    assert.equal((await renew(other)).status, 200)
    assert.equal((await signIn(uuid)).status, 200)
    assert.deepEqual(await eventsOf(uuid), ['password-refused'])
  })

  it('refuses the current password of a user without one, and says how to set one', async () => {
    const user = await testApp.makeUser({ password: null })
    const { data } = await tryCode(testApp, await mailedCode(testApp, user))
    const { status, code, fields } = await change(data.universal)
    assert.deepEqual([status, code, Object.keys(fields)], [400, 'password-not-set', ['currentPassword']])
  })

  it('refuses a password change by a platform session or an invalid token', async () => {
    const session = await openSession((await testApp.makeUser()).uuid)
    const answer = await change(await handOver(session))
    assert.deepEqual([answer.status, answer.code], [403, 'no-access'])
    assert.equal((await change({ ...session, accessToken: 'made-up' })).status, 401)
  })

  it('counts wrong current passwords for the lockout of the sign-in', async () => {
    const { uuid } = await testApp.makeUser()
    const session = await openSession(uuid)
    const burst = await Promise.all(
      Array.from({ length: 50 }, () => change(session, { from: 'not my password' })),
    )
    assert.equal(burst.filter(({ code }) => code === 'password-wrong').length, 5)
    assert.equal(burst.filter(({ code }) => code === 'too-many-attempts').length, 45)
    assert.equal((await change(session)).status, 429)
    assert.equal((await signIn(uuid)).status, 429)
  })

  it('does not count a current password that was never checked', async () => {
    const { uuid } = await testApp.makeUser()
    const session = await openSession(uuid)
    const { hasher } = testApp.services
    const { verify } = hasher
    hasher.verify = () => Promise.reject(new Error('busy'))
    for (let count = 0; count < 6; count += 1) assert.equal((await change(session)).status, 500)
    hasher.verify = verify
    assert.equal((await change(session)).status, 204)
  })
})
