/** Tests that a right sign-in at a platform without a membership opens another one without a second proof (N-175). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Platform } from '@foyer/contract/platforms'
import { continueWithProof } from '@foyer/contract/routes/browser-sessions'
import { verifyOtp } from '@foyer/contract/routes/otp'
import { changePassword } from '@foyer/contract/routes/settings'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { disableUser, endMembership } from '../accounts/account-status-changes.ts'
import { mailedCode } from '../otp/test-codes.ts'
import { openBrowser, type TestBrowser } from './test-browser.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', limitsFactor: 1_000 } })
})
after(() => testApp.close())

const proofIn = ({ text }: { text: string }): string => JSON.parse(text).errors.proof

type Tap = { addPlatform?: true; delivery?: 'redirect' | 'popup' | 'frame' | 'silent' }

const enter = (browser: TestBrowser, proof: string, platform: Platform, tap: Tap = {}) =>
  browser.call(continueWithProof, { body: { proof, platform, delivery: 'redirect', ...tap } })

/** Signs in by password at a platform that is not in the account. */
async function atWrongDoor(held: Platform[], wrong: Platform) {
  const user = await testApp.makeUser({ platforms: held })
  const browser = openBrowser(testApp)
  const refused = await browser.signIn(user.uuid, wrong)
  assert.equal(refused.code, 'no-membership')
  return { user, browser, proof: proofIn(refused) }
}

async function eventsOf(userId: string): Promise<string[]> {
  const { db } = testApp.services
  const rows = await db
    .selectFrom('auditEvents')
    .select('event')
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ event }) => event)
}

async function atWrongDoorByCode(user: { uuid: string; email: string }, wrong: Platform, app = testApp) {
  const browser = openBrowser(app)
  const right = await mailedCode(app, user)
  const refused = await browser.call(verifyOtp, {
    body: { ...right, universalToken: true, platform: wrong },
  })
  return { browser, refused }
}

describe('the proof of a right password', () => {
  it('opens a platform of the account, with the time and the method of the proof', async () => {
    const { user, browser, proof } = await atWrongDoor(['professor', 'student'], 'iqa')
    const { status, data } = await enter(browser, proof, 'professor')
    assert.deepEqual([status, data.platform, data.user.uuid], [200, 'professor', user.uuid])
    const { amr, auth_time: authTime, iat } = decodeJwt(data.accessToken)
    assert.deepEqual(amr, ['pwd'])
    assert.ok(Number(authTime) <= Number(iat))
    assert.deepEqual((await eventsOf(user.uuid)).slice(-2), ['sign-in-refused', 'sign-in'])
  })

  it('makes the account one of this browser, which continues at other platforms', async () => {
    const { user, browser, proof } = await atWrongDoor(['professor', 'student'], 'iqa')
    assert.deepEqual((await browser.list()).data.accounts, [])
    await enter(browser, proof, 'student')
    assert.equal((await browser.continueAs(user.uuid, 'professor')).status, 200)
  })

  it('opens one session, whoever taps first', async () => {
    const { browser, proof } = await atWrongDoor(['student'], 'iqa')
    const answers = await Promise.all(Array.from({ length: 8 }, () => enter(browser, proof, 'student')))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array(7).fill(403)])
    assert.equal((await enter(browser, proof, 'student')).code, 'not-signed-in-here')
  })

  it('adds a platform that is open to sign-up after the user agreed, and no other one', async () => {
    const { user, browser, proof } = await atWrongDoor(['school'], 'student')
    assert.equal((await enter(browser, proof, 'professor', { addPlatform: true })).code, 'no-access')
    const { status, data } = await enter(browser, proof, 'student', { addPlatform: true })
    assert.deepEqual([status, data.platform], [200, 'student'])
    assert.deepEqual((await eventsOf(user.uuid)).slice(-2), ['membership-added', 'sign-in'])
  })

  it('adds nothing without consent', async () => {
    const { browser, proof } = await atWrongDoor(['school'], 'student')
    assert.equal((await enter(browser, proof, 'student')).code, 'no-membership')
  })

  it('opens nothing in a frame', async () => {
    const { browser, proof } = await atWrongDoor(['student'], 'iqa')
    for (const delivery of ['frame', 'silent'] as const)
      assert.equal((await enter(browser, proof, 'student', { delivery })).code, 'window-needed')
    assert.equal((await enter(browser, proof, 'student', { delivery: 'popup' })).status, 200)
  })

  it('ends with a new password, a disabled account and a removed membership', async () => {
    const { db, outbox } = testApp.services
    const changed = await atWrongDoor(['student'], 'iqa')
    const { data } = await openBrowser(testApp).signIn(changed.user.uuid)
    const body = {
      currentPassword: rightPassword,
      password1: 'a wholly new phrase',
      password2: 'a wholly new phrase',
    }
    assert.equal((await testApp.call(changePassword, { body }, { token: data.accessToken })).status, 204)
    assert.equal((await enter(changed.browser, changed.proof, 'student')).code, 'not-signed-in-here')

    const disabled = await atWrongDoor(['student'], 'iqa')
    await disableUser({ db, outbox }, disabled.user.uuid)
    assert.equal((await enter(disabled.browser, disabled.proof, 'student')).code, 'not-signed-in-here')

    const removed = await atWrongDoor(['student', 'school'], 'iqa')
    await endMembership({ db, outbox }, { userId: removed.user.uuid, platform: 'school' })
    assert.equal((await enter(removed.browser, removed.proof, 'school')).code, 'no-membership')
  })

  it('is no session: it signs nobody in at another route, and an unknown token opens nothing', async () => {
    const { browser, proof } = await atWrongDoor(['student'], 'iqa')
    assert.equal((await enter(browser, `${proof.slice(0, -4)}AAAA`, 'student')).code, 'not-signed-in-here')
    assert.equal((await enter(browser, '', 'student')).code, 'invalid-request')
    const { code } = await testApp.call(
      changePassword,
      { body: { currentPassword: rightPassword, password1: rightPassword, password2: rightPassword } },
      { token: proof },
    )
    assert.equal(code, 'session-ended')
  })
})

describe('the proof of a right code', () => {
  it('opens a platform of the account without a second code', async () => {
    const user = await testApp.makeUser({ platforms: ['student'] })
    const { browser, refused } = await atWrongDoorByCode(user, 'iqa')
    assert.equal(refused.code, 'no-membership')
    const { status, data } = await enter(browser, proofIn(refused), 'student')
    assert.equal(status, 200)
    assert.deepEqual(decodeJwt(data.accessToken).amr, ['otp'])
  })

  it('opens no platform of staff where a code alone opens none', async () => {
    const strict = await testApp.openAnother()
    strict.services.config.staffOtp = 'off'
    const user = await testApp.makeUser({ platforms: ['student', 'professor'] })
    const { browser, refused } = await atWrongDoorByCode(user, 'iqa', strict)
    assert.equal((await enter(browser, proofIn(refused), 'professor')).code, 'proof-needed')
    await strict.app.close()
  })

  it('is not kept for a contact that nobody had proven', async () => {
    const user = await testApp.makeUser({ platforms: ['student'] })
    await sql`update emails set provenance = 'self_unverified' where user_id = ${user.uuid}`.execute(
      testApp.services.db,
    )
    const { refused } = await atWrongDoorByCode(user, 'iqa')
    assert.deepEqual([refused.code, proofIn(refused)], ['no-membership', undefined])
  })
})
