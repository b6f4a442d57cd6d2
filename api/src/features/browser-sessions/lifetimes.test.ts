/** Tests how long browser sessions last, on shared computers too, and that a user's list names them (N-174). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { listSessions } from '@foyer/contract/routes/sessions'
import { findUser } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { deleteOldBrowserSessions } from '../../identity/sessions/browser-sessions.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { browserSessionSteps, openBrowser, sidOf } from './test-browser.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
})
after(() => testApp.close())

const { rowOf, wait, isOpen, newUser, names } = browserSessionSteps(() => testApp)

describe('the lifetime of a browser session', () => {
  it('ends after 14 days without use, and its sessions live on', async () => {
    const uuid = await newUser()
    const browser = openBrowser(testApp)
    const { data } = await browser.signIn(uuid)
    await wait(1_209_000)
    assert.deepEqual(await names(browser), [uuid], 'which is a use')
    await wait(1_209_601)
    assert.deepEqual(await names(browser), [])
    assert.equal((await browser.continueAs(uuid, 'school')).code, 'not-signed-in-here')
    assert.equal(await isOpen(data), true)
  })

  it('has its row deleted a day after its end, and its sessions stay', async () => {
    const browser = openBrowser(testApp)
    const { data } = await browser.signIn(await newUser())
    const { db } = testApp.services
    const age = (hours: number) =>
      sql`update browser_sessions set expires_at = now() - make_interval(hours => ${hours}::int)
        where id = (select browser_session_id from sessions where id = ${sidOf(data)})`.execute(db)
    await age(23)
    await deleteOldBrowserSessions(db, 100)
    assert.notEqual(await rowOf(sidOf(data)), undefined)
    await age(25)
    assert.ok((await deleteOldBrowserSessions(db, 100)) >= 1)
    assert.equal(await rowOf(sidOf(data)), undefined)
    assert.equal(await isOpen(data), true)
  })
})

describe('a shared computer', () => {
  it('keeps the sign-in for 20 minutes without use, in a cookie that ends with the browser', async () => {
    const uuid = await newUser(['student', 'school', 'professor'])
    const browser = openBrowser(testApp, { isShared: true })
    const { data } = await browser.signIn(uuid)
    assert.equal(browser.attributes.get('bs'), 'Path=/; HttpOnly; SameSite=Strict')
    const row = await rowOf(sidOf(data))
    assert.deepEqual(
      [row?.isShared, row?.idle, row?.absolute, row?.sessionIdle],
      [true, 1_200, 43_200, 1_200],
    )
    assert.equal((await browser.list()).data.isShared, true)
    const { data: continued } = await browser.continueAs(uuid, 'school')
    const child = await browser.handOver(data)
    const { rows } = await sql<{ idle: number; isShort: boolean }>`select idle_seconds as idle,
      expires_at < created_at + interval '43205 seconds' as is_short
      from sessions where id = any(${[continued, child].map(sidOf)}::uuid[])`.execute(testApp.services.db)
    assert.deepEqual(rows, [
      { idle: 1_200, isShort: true },
      { idle: 1_200, isShort: true },
    ])
    await wait(1_201)
    assert.deepEqual(await names(browser), [])
    await browser.logOut()
    assert.equal(await isOpen(data), false, 'an expired browser session can still be signed out')
  })

  it('makes no browser known, so that a look-up of staff names nobody afterwards', async () => {
    const { uuid, email } = await testApp.makeUser({ platforms: ['professor'] })
    const look = async (browser: ReturnType<typeof openBrowser>) =>
      (
        await browser.call(findUser, {
          body: { userId: email, product: 'learning', platform: 'professor' },
        })
      ).data.fullName
    const shared = openBrowser(testApp, { isShared: true })
    assert.equal((await shared.signIn(uuid, 'professor')).status, 200)
    assert.equal(shared.jar.has('kd'), false)
    assert.equal(await look(shared), null)
    const own = openBrowser(testApp)
    await own.signIn(uuid, 'professor')
    assert.equal(await look(own), 'Asha Rao')
    const { rows } = await sql`select from known_browsers where user_id = ${uuid}`.execute(
      testApp.services.db,
    )
    assert.equal(rows.length, 1)
  })

  it('stays shared for everybody until the browser signs out', async () => {
    const [owner, guest] = [await newUser(), await newUser()]
    const browser = openBrowser(testApp)
    await browser.signIn(owner)
    const shared = openBrowser(testApp, { isShared: true })
    for (const [name, value] of browser.jar) shared.jar.set(name, value)
    await shared.signIn(guest)
    browser.jar.set('bs', shared.jar.get('bs') ?? '')
    const { data } = await browser.signIn(owner)
    assert.equal(browser.attributes.get('bs'), 'Path=/; HttpOnly; SameSite=Strict')
    assert.equal((await rowOf(sidOf(data)))?.isShared, true)
    await browser.logOut()
    const after = await browser.signIn(owner)
    assert.equal((await rowOf(sidOf(after.data)))?.isShared, false)
  })
})

describe('the list of sessions', () => {
  it('names the same browser for the sessions of one browser', async () => {
    const uuid = await newUser()
    const [here, there] = [openBrowser(testApp), openBrowser(testApp)]
    const first = await here.signIn(uuid)
    await here.continueAs(uuid, 'school')
    await there.signIn(uuid)
    const { data } = await testApp.call(listSessions, {}, { token: first.data.accessToken })
    const browsers = data.map(({ browser }) => browser)
    assert.equal(browsers.length, 3)
    assert.equal(new Set(browsers).size, 2)
    assert.ok(browsers.every((browser) => typeof browser === 'string'))
  })
})
