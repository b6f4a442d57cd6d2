/** Tests that a reset ends everything that the old password opened, and notifies the user (N-84). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sendOtp } from '@foyer/contract/routes/otp'
import { listSessions, refreshToken } from '@foyer/contract/routes/sessions'
import { login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import {
  linkTo,
  messagesTo,
  newPassword,
  openLink,
  partsOf,
  requestedLink,
  requestLink,
  reset,
} from './test-links.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', limitsFactor: 1_000 } })
})
after(() => testApp.close())

function signIn(uuid: string, password: string, headers: Record<string, string> = {}) {
  return testApp.call(login, { body: { uuid, password, product: 'learning' } }, { headers })
}

function cookieOf({ headers }: { headers: Record<string, unknown> }): string {
  return String(headers['set-cookie']).split(';')[0] ?? ''
}

describe('password reset', () => {
  it('ends every session, link, code and known browser of the user at a reset', async () => {
    const user = await testApp.makeUser({ email: 'all-over@example.com' })
    const { data: session } = await signIn(user.uuid, rightPassword)
    const token = session.accessToken
    assert.equal((await testApp.call(listSessions, {}, { token })).status, 200)
    const body = { medium: 'email', purpose: 'login', user: user.uuid } as const
    const { data: challenge } = await testApp.call(sendOtp, { body })
    const link = await requestedLink(testApp, user)
    assert.equal((await reset(testApp, link)).status, 200)

    assert.equal((await testApp.call(listSessions, {}, { token })).status, 401, 'at once')
    assert.equal(
      (await testApp.call(refreshToken, { body: { refreshToken: session.refreshToken } })).status,
      401,
    )
    const { rows } = await sql<{ open: number }>`select
      (select count(*) from sessions where user_id = ${user.uuid} and revoked_at is null)
      + (select count(*) from otp_challenges where user_id = ${user.uuid} and superseded_at is null and used_at is null)
      + (select count(*) from one_time_tokens where user_id = ${user.uuid} and used_at is null and expires_at > clock_timestamp())
      + (select count(*) from known_browsers where user_id = ${user.uuid}) as open`.execute(
      testApp.services.db,
    )
    assert.equal(Number(rows[0]?.open), 0)
    assert.ok(challenge.token)
    assert.equal((await signIn(user.uuid, newPassword)).status, 200)
  })

  it('notifies the user of a reset by mail, with a link to recover the account', async () => {
    const user = await testApp.makeUser({ email: 'notified@example.com', firstName: 'Nila' })
    await reset(testApp, await requestedLink(testApp, user), newPassword, {
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    })
    const [notice] = await messagesTo(testApp, user.email)
    assert.equal(notice?.template, 'password-changed')
    assert.match(notice?.text ?? '', /^Browser: Firefox on Linux$/m)
    const link = 'http://localhost:4000/forgot-password?platform=student&email=notified%40example.com'
    assert.ok(notice?.text.split('\n').includes(link), notice?.text)
  })

  it('writes the time of a reset in the zone of a known browser, else of the one that used the link', async () => {
    const tokyo = { 'x-time-zone': 'Asia/Tokyo' }
    for (const [known, zone] of [
      [{ 'x-time-zone': 'Asia/Kolkata' }, 'India'],
      [{}, 'Japan'],
    ] as const) {
      const user = await testApp.makeUser()
      await signIn(user.uuid, rightPassword, known)
      await reset(testApp, await requestedLink(testApp, user), newPassword, { headers: tokyo })
      const [notice] = await messagesTo(testApp, user.email)
      assert.match(notice?.text ?? '', new RegExp(`^Time: .*\\(${zone} Standard Time\\)$`, 'm'))
    }
  })

  it('lifts a lockout by wrong passwords at a reset, in known browsers and others', async () => {
    const user = await testApp.makeUser()
    const cookie = cookieOf(await signIn(user.uuid, rightPassword))
    await signIn(user.uuid, 'wrong', { cookie })
    await signIn(user.uuid, 'wrong')
    const { db } = testApp.services
    await sql`update attempts set count = 100, blocked_until = 'infinity' where key like 'guess:%'`.execute(
      db,
    )
    for (const headers of [{ cookie }, {}])
      assert.equal((await signIn(user.uuid, rightPassword, headers)).code, 'account-locked')
    await reset(testApp, await requestedLink(testApp, user))
    const { rows } =
      await sql`select from attempts where key like 'guess:%:%' and blocked_until is not null`.execute(db)
    assert.equal(rows.length, 0, 'no closed counter of the forgotten browser stays')
    for (const headers of [{}, { cookie }, { cookie }])
      assert.equal((await signIn(user.uuid, newPassword, headers)).status, 200)
    await sql`delete from attempts where key like 'guess:%'`.execute(db)
  })

  it('leaves no session of a sign-in with the old password that runs during a reset', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const user = await testApp.makeUser()
      const link = await requestedLink(testApp, user)
      const [set, ...signIns] = await Promise.all([
        reset(testApp, link),
        // A sixth sign-in could be locked out before the service compares the first password.
        ...Array.from({ length: 5 }, () => signIn(user.uuid, rightPassword)),
      ])
      assert.equal(set.status, 200)
      for (const { status, code, data } of signIns) {
        assert.ok(status === 200 || code === 'wrong-credentials', 'no deadlock')
        if (status !== 200) continue
        const body = { refreshToken: data.refreshToken }
        assert.equal((await testApp.call(refreshToken, { body })).status, 401)
      }
    }
  })

  it("removes an impostor's password, number and sessions when the owner resets the password", async () => {
    const victim = await testApp.makeUser({ email: 'victim@example.com', phoneNumber: '+919876500017' })
    const { db } = testApp.services
    for (const table of ['emails', 'phones', 'credentials'] as const)
      await db
        .updateTable(table)
        .set({ provenance: 'self_unverified' })
        .where('userId', '=', victim.uuid)
        .execute()
    const planted = await signIn(victim.uuid, rightPassword)
    assert.equal((await reset(testApp, await requestedLink(testApp, victim))).status, 200)
    assert.equal((await signIn(victim.uuid, rightPassword)).code, 'wrong-credentials')
    const body = { refreshToken: planted.data.refreshToken }
    assert.equal((await testApp.call(refreshToken, { body })).status, 401)
    const { rows } = await sql<{ provenance: string }>`
      select provenance from emails where user_id = ${victim.uuid}
      union all select provenance from phones where user_id = ${victim.uuid}
      union all select provenance from credentials where user_id = ${victim.uuid}`.execute(db)
    assert.deepEqual(rows, [{ provenance: 'verified' }, { provenance: 'verified' }])
    assert.equal((await signIn(victim.uuid, newPassword)).status, 200)
  })
})

describe('password link by SMS', () => {
  it('resets the same password through a link by SMS', async () => {
    const phoneNumber = '+919876500018'
    const user = await testApp.makeUser({ phoneNumber })
    await requestLink(testApp, { phone: '098765 00018', countryCode: 'IN' })
    const link = partsOf(await linkTo(testApp, phoneNumber))
    const { data } = await openLink(testApp, link)
    assert.deepEqual([data.email, data.phoneNumber], [null, '+91•••018'])
    const set = await reset(testApp, link)
    assert.deepEqual(set.data, { email: null, phoneNumber })
    assert.equal((await signIn(user.uuid, newPassword)).status, 200)
    assert.equal((await messagesTo(testApp, user.email))[0]?.template, 'password-changed', 'notice by mail')
  })

  it('notifies a user without an email of a reset by SMS', async () => {
    const phoneNumber = '+919876500019'
    const user = await testApp.makeUser({ phoneNumber })
    await testApp.services.db.deleteFrom('emails').where('userId', '=', user.uuid).execute()
    await requestLink(testApp, { phone: phoneNumber })
    await reset(testApp, partsOf(await linkTo(testApp, phoneNumber)))
    assert.equal((await messagesTo(testApp, phoneNumber))[0]?.template, 'password-changed')
  })
})
