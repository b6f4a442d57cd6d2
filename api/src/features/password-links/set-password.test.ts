/** Tests that a link sets a password only once, and that only a valid link does so (N-80, N-81, N-82, N-84). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { refreshToken } from '@foyer/contract/routes/sessions'
import { login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import {
  acceptBeta,
  ageLinks,
  create,
  newPassword,
  openInvitation,
  openLink,
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

describe('setting a password by link', () => {
  it("shows the owner's masked contact and replaces the old password", async () => {
    const user = await testApp.makeUser({ email: 'whose@example.com' })
    const link = await requestedLink(testApp, user)
    const { status, data, headers } = await openLink(testApp, link)
    assert.equal(status, 200)
    assert.deepEqual(data, {
      email: 'w•••@example.com',
      phoneNumber: null,
      product: 'learning',
      platform: 'student',
    })
    assert.equal(headers['cache-control'], 'no-store')

    const set = await reset(testApp, link)
    assert.deepEqual([set.status, set.data], [200, { email: user.email, phoneNumber: null }])
    assert.equal(set.headers['set-cookie'], undefined, 'no session is opened')
    assert.equal((await signIn(user.uuid, rightPassword)).code, 'wrong-credentials')
    assert.equal((await signIn(user.uuid, newPassword)).status, 200)
  })

  it('keeps a link valid after fifty GET and HEAD requests', async () => {
    const user = await testApp.makeUser()
    const link = await requestedLink(testApp, user)
    const url = `/api/auth/reset-password/${link.uuid}/${link.token}/${link.timestamp}`
    for (let turn = 0; turn < 50; turn += 1) {
      const method = turn % 5 === 0 ? 'HEAD' : 'GET'
      assert.equal((await testApp.app.inject({ method, url })).statusCode, 200)
    }
    assert.equal((await reset(testApp, link)).status, 200)
  })

  it('rejects a link after its first use and accepts one of fifty requests at once', async () => {
    const user = await testApp.makeUser({ email: 'fifty@example.com' })
    const link = await requestedLink(testApp, user)
    const answers = await Promise.all(Array.from({ length: 50 }, () => reset(testApp, link)))
    const accepted = answers.filter(({ status }) => status === 200)
    assert.equal(accepted.length, 1)
    for (const { status, code, fields } of answers) {
      if (status === 200) continue
      assert.ok(code === 'link-used' || code === 'overloaded', code)
      if (code === 'link-used') assert.deepEqual(fields.account, ['f•••@example.com'])
    }
    const again = await openLink(testApp, link)
    assert.deepEqual([again.code, again.fields.account], ['link-used', ['f•••@example.com']])
  })

  it('rejects a link with any part changed, including a later timestamp', async () => {
    const user = await testApp.makeUser()
    const other = await testApp.makeUser()
    const link = await requestedLink(testApp, user)
    const changed = [
      { ...link, timestamp: String(Number(link.timestamp) + 1) },
      { ...link, timestamp: String(Number(link.timestamp) + 86_400_000) },
      { ...link, timestamp: `0${link.timestamp}` },
      { ...link, uuid: other.uuid },
      { ...link, uuid: randomUUID() },
      { ...link, token: `${link.token}A` },
      { ...link, token: link.token.slice(0, -1) },
      { ...link, token: link.token.toLowerCase() },
    ]
    for (const wrong of changed) {
      for (const answer of [await openLink(testApp, wrong), await reset(testApp, wrong)]) {
        assert.deepEqual([answer.status, answer.code], [400, 'link-invalid'])
        assert.deepEqual(answer.fields, {})
      }
    }
    assert.equal((await reset(testApp, link)).status, 200)
  })

  it("expires a link after half an hour and then shows its owner's masked contact", async () => {
    const user = await testApp.makeUser({ email: 'late@example.com' })
    const link = await requestedLink(testApp, user)
    await ageLinks(testApp, 1_790)
    assert.equal((await openLink(testApp, link)).status, 200)
    await ageLinks(testApp, 11)
    for (const answer of [await openLink(testApp, link), await reset(testApp, link)])
      assert.deepEqual([answer.code, answer.fields.account], ['link-expired', ['l•••@example.com']])
    const future = { ...link, timestamp: String(Date.now() + 86_400_000) }
    assert.equal((await reset(testApp, future)).code, 'link-invalid')
    assert.equal((await signIn(user.uuid, rightPassword)).status, 200)
  })

  it('expires a link when a newer one is requested', async () => {
    const user = await testApp.makeUser()
    const first = await requestedLink(testApp, user)
    const second = await requestedLink(testApp, user)
    assert.equal((await reset(testApp, first)).code, 'link-expired')
    assert.equal((await reset(testApp, second)).status, 200)
  })

  it('keeps one valid link of ten that are requested at once', async () => {
    const user = await testApp.makeUser()
    await Promise.all(Array.from({ length: 10 }, () => requestLink(testApp, { email: user.email })))
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from one_time_tokens
      where user_id = ${user.uuid} and expires_at > clock_timestamp()`.execute(testApp.services.db)
    assert.equal(rows[0]?.count, 1)
  })

  it('rejects a link of another kind and tokens of other kinds', async () => {
    const user = await testApp.makeUser()
    const link = await requestedLink(testApp, user)
    assert.equal((await openInvitation(testApp, link)).code, 'link-invalid')
    assert.equal((await create(testApp, link)).code, 'link-invalid')
    assert.equal((await acceptBeta(testApp, link)).code, 'link-invalid')
    const session = await signIn(user.uuid, rightPassword)
    const { data } = await testApp.mint(session.data.accessToken)
    for (const token of [data.code, session.data.refreshToken.slice(0, 250)])
      assert.equal((await reset(testApp, { ...link, token })).code, 'link-invalid')
    const body = { refreshToken: link.token }
    assert.equal((await testApp.call(refreshToken, { body })).status, 401)
    assert.equal((await reset(testApp, link)).status, 200)
  })

  it('limits wrong links of a user without blocking the right one', async () => {
    const strict = await openTestApp({ config: { captcha: 'off' } })
    const user = await strict.makeUser()
    const link = await requestedLink(strict, user)
    const codes = []
    for (let turn = 0; turn < 12; turn += 1)
      codes.push((await openLink(strict, { ...link, token: `rs_${turn}` })).code)
    assert.deepEqual(codes.slice(0, 10), Array(10).fill('link-invalid'))
    assert.deepEqual(codes.slice(10), ['too-many-attempts', 'too-many-attempts'])
    assert.equal(
      (await openLink(strict, { ...link, uuid: randomUUID() })).code,
      'link-invalid',
      'another user is not affected',
    )
    assert.equal((await openLink(strict, link)).status, 200)
    assert.equal((await reset(strict, link)).status, 200)
    await strict.close()
  })

  it('refuses a weak password and keeps the link valid', async () => {
    const user = await testApp.makeUser({ firstName: 'Anastasia', lastName: 'Kowalska' })
    const link = await requestedLink(testApp, user)
    for (const [password, code] of [
      ['password123', 'password-common'],
      ['AnastasiaKowalska', 'password-personal'],
    ] as const) {
      const answer = await reset(testApp, link, password)
      assert.equal(answer.code, code)
      assert.ok(answer.fields.password1)
    }
    assert.ok((await reset(testApp, link, 'short')).fields.password1)
    assert.equal((await reset(testApp, link)).status, 200)
  })

  it('rejects a link of a disabled user, or of an address the user no longer has', async () => {
    const { db } = testApp.services
    const disabled = await testApp.makeUser()
    const moved = await testApp.makeUser()
    const links = [await requestedLink(testApp, disabled), await requestedLink(testApp, moved)]
    await db.updateTable('users').set({ disabledAt: new Date() }).where('id', '=', disabled.uuid).execute()
    await db.deleteFrom('emails').where('userId', '=', moved.uuid).execute()
    for (const link of links) {
      assert.equal((await openLink(testApp, link)).code, 'link-invalid')
      assert.equal((await reset(testApp, link)).code, 'link-invalid')
    }
  })
})
