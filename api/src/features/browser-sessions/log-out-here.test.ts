/** Tests that a browser signs out with all its sessions, and which platforms have confirmed it (N-173). */
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import type { Platform } from '@foyer/contract/platforms'
import { logOutEverywhereHere, readPlatformLogouts } from '@foyer/contract/routes/browser-sessions'
import { refreshToken } from '@foyer/contract/routes/sessions'
import { findUser, type Session } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import type { Outbox } from '../../messages/outbox.ts'
import { until } from '../../messages/test-outbox.ts'
import { openTestApp } from '../../testing/test-app.ts'
import { type BackChannel, openBackChannel } from '../sessions/test-back-channel.ts'
import { autoLogIn, signInAtSister } from '../sessions/test-sister.ts'
import { browserSessionSteps, openBrowser, sidOf } from './test-browser.ts'

let back: BackChannel
let delivery: Outbox | undefined
before(async () => {
  back = await openBackChannel()
})
after(() => back.close())
beforeEach(async () => {
  await sql`truncate messages`.execute(back.testApp.services.db)
  back.platform.logouts.length = 0
})
afterEach(async () => {
  back.platform.answers.clear()
  await delivery?.stop()
  delivery = undefined
})

const { isOpen } = browserSessionSteps(() => back.testApp)

const newUser = async (platforms: Platform[] = ['student', 'school', 'professor']) =>
  back.testApp.makeUser({ platforms })

const read = async (token: string | null) =>
  (await back.testApp.call(readPlatformLogouts, { body: { token: token ?? '' } })).data.platforms

const renew = async ({ refreshToken: token, client }: Session & { client: string }) =>
  (await back.testApp.call(refreshToken, { body: { refreshToken: token } }, { client })).status

describe('signing out of everything in a browser', () => {
  it('ends the sessions of every account and platform, and forgets the cookie', async () => {
    const [one, two] = [await newUser(), await newUser()]
    const browser = openBrowser(back.testApp)
    const elsewhere = openBrowser(back.testApp)
    const sessions = [
      (await browser.signIn(one.uuid)).data,
      (await browser.signIn(two.uuid, 'school')).data,
      (await browser.continueAs(one.uuid, 'professor')).data,
    ]
    const kept = await elsewhere.signIn(one.uuid)
    const child = await back.handOver(sessions[0] as Session)
    const { status, data } = await browser.logOut()
    assert.equal(status, 200)
    assert.deepEqual(
      data.platforms.map(({ platform }) => platform),
      ['student', 'school', 'professor'],
    )
    for (const session of sessions) assert.equal(await isOpen(session), false)
    assert.equal(await renew(child), 401)
    assert.equal(await isOpen(kept.data), true)
    assert.equal(browser.jar.has('bs'), false)
    assert.deepEqual((await browser.list()).data.accounts, [])
    const { rows } = await sql<{ details: unknown }>`select details from audit_events
      where event = 'sign-out' and user_id = any(${[one.uuid, two.uuid]}::uuid[])`.execute(
      back.testApp.services.db,
    )
    assert.deepEqual(rows, [{ details: { scope: 'browser' } }, { details: { scope: 'browser' } }])
  })

  it('tells which platforms have confirmed, are waited for, gave no answer or have no back channel', async () => {
    const { uuid } = await newUser()
    const open = async (client: 'learning' | 'sister' | 'quiet') => {
      const browser = openBrowser(back.testApp)
      const { data } = await browser.signIn(uuid)
      const child = await back.handOver(data, client)
      return { browser, child }
    }
    const quiet = await (await open('quiet')).browser.logOut()
    assert.deepEqual(
      [quiet.data.token, quiet.data.platforms],
      [null, [{ platform: 'student', state: 'none' }]],
    )
    const [good, bad] = [await open('learning'), await open('sister')]
    const [confirmed, refused] = [await good.browser.logOut(), await bad.browser.logOut()]
    for (const { data } of [confirmed, refused]) {
      assert.match(data.token ?? '', /^bl_[A-Za-z0-9_-]{43}$/)
      assert.deepEqual(await read(data.token), [{ platform: 'student', state: 'waiting' }])
    }
    back.platform.answers.set('sister', (response) => response.writeHead(503).end())
    delivery = back.startDelivery()
    await until(async () => (await read(confirmed.data.token))[0]?.state === 'confirmed')
    await until(async () => (await read(refused.data.token))[0]?.state === 'no-answer')
    back.platform.answers.clear()
    await until(async () => (await read(refused.data.token))[0]?.state === 'confirmed')
    assert.deepEqual(
      new Set(back.platform.logouts.map(({ sid }) => sid)),
      new Set([good.child.id, bad.child.id]),
    )
  })

  it('reads the states with the token only, for ten minutes', async () => {
    const { uuid } = await newUser()
    const browser = openBrowser(back.testApp)
    await back.handOver((await browser.signIn(uuid)).data)
    const { token } = (await browser.logOut()).data
    const ask = (given: string) => back.testApp.call(readPlatformLogouts, { body: { token: given } })
    assert.equal((await ask(`bl_${'A'.repeat(43)}`)).code, 'not-found')
    assert.equal((await ask(token ?? '')).status, 200)
    await sql`update one_time_tokens set expires_at = now() where purpose = 'browser-logout'`.execute(
      back.testApp.services.db,
    )
    assert.equal((await ask(token ?? '')).code, 'not-found')
  })

  it('succeeds without a cookie and again, and ends nothing of another browser', async () => {
    const { uuid } = await newUser()
    const other = openBrowser(back.testApp)
    const { data: kept } = await other.signIn(uuid)
    const browser = openBrowser(back.testApp)
    for (let count = 0; count < 2; count += 1)
      assert.deepEqual((await browser.logOut()).data, { token: null, platforms: [] })
    assert.equal(await isOpen(kept), true)
  })

  it('ends a session that the previous version opened, known by the other cookie of the browser', async () => {
    const { uuid } = await newUser()
    const browser = openBrowser(back.testApp)
    const { data } = await browser.signIn(uuid)
    await sql`update sessions set browser_session_id = null where id = ${sidOf(data)}`.execute(
      back.testApp.services.db,
    )
    browser.jar.delete('bs')
    assert.deepEqual((await browser.logOut()).data.platforms, [{ platform: 'student', state: 'confirmed' }])
    assert.equal(await isOpen(data), false)
  })

  it('refuses a request of another site', async () => {
    const { uuid } = await newUser()
    const browser = openBrowser(back.testApp)
    const { data } = await browser.signIn(uuid)
    const headers = { origin: 'https://evil.example' }
    assert.equal((await browser.call(logOutEverywhereHere, {}, { headers })).code, 'origin-not-allowed')
    assert.equal(await isOpen(data), true)
  })
})

describe('removing an account from a browser', () => {
  it('ends the sessions of this account here only, and makes the browser unknown to it', async () => {
    const [removed, kept] = [await newUser(), await newUser()]
    const browser = openBrowser(back.testApp)
    const elsewhere = await openBrowser(back.testApp).signIn(removed.uuid)
    const first = await browser.signIn(removed.uuid, 'professor')
    const second = await browser.continueAs(removed.uuid, 'student')
    const child = await back.handOver(second.data)
    const other = await browser.signIn(kept.uuid)
    const look = async () =>
      (
        await browser.call(findUser, {
          body: { userId: removed.email, product: 'learning', platform: 'professor' },
        })
      ).data.fullName
    assert.equal(await look(), 'Asha Rao')
    for (let count = 0; count < 2; count += 1) assert.equal((await browser.remove(removed.uuid)).status, 204)
    assert.equal(await look(), null)
    for (const { data } of [first, second]) assert.equal(await isOpen(data), false)
    assert.equal(await renew(child), 401)
    for (const { data } of [elsewhere, other]) assert.equal(await isOpen(data), true)
    assert.deepEqual(
      (await browser.list()).data.accounts.map(({ uuid }) => uuid),
      [kept.uuid],
    )
    assert.equal((await browser.continueAs(removed.uuid, 'school')).code, 'not-signed-in-here')
  })

  it('ends nothing of an account in another browser', async () => {
    const { uuid } = await newUser()
    const { data } = await openBrowser(back.testApp).signIn(uuid)
    const browser = openBrowser(back.testApp)
    await browser.signIn((await newUser()).uuid)
    assert.equal((await browser.remove(uuid)).status, 204)
    assert.equal(await isOpen(data), true)
  })
})

describe('an auto-login', () => {
  it('joins no browser session, and ends with the sign-out of the browser', async () => {
    const testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
    try {
      const signed = await signInAtSister(testApp)
      const { data } = await autoLogIn(testApp, signed)
      const { rows } =
        await sql`select from sessions where id = ${sidOf(data)} and browser_session_id is null`.execute(
          testApp.services.db,
        )
      assert.equal(rows.length, 1)
      const { uuid } = data.user
      const browser = openBrowser(testApp)
      const [, kd = ''] = signed.cookie.split('=')
      browser.jar.set('kd', kd)
      assert.equal((await browser.continueAs(uuid, 'student')).code, 'not-signed-in-here')
      await browser.logOut()
      const renewed = await testApp.call(refreshToken, { body: { refreshToken: data.refreshToken } })
      assert.equal(renewed.status, 401)
    } finally {
      await testApp.close()
    }
  })
})
