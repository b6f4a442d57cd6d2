/** Tests that an account continues after its user's tap only, and what the doors of a user show (N-167, N-168, N-170, N-172). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Platform } from '@foyer/contract/platforms'
import { continueSession, findBrowserSession, listDoors } from '@foyer/contract/routes/browser-sessions'
import { createCode } from '@foyer/contract/routes/handover'
import { login, type Session } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { openTestApp, originOf, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { openBrowser } from './test-browser.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
})
after(() => testApp.close())

async function signedIn(platforms: Platform[] = ['student', 'school']) {
  const { uuid } = await testApp.makeUser({ platforms })
  const browser = openBrowser(testApp)
  const { data } = await browser.signIn(uuid, platforms[0])
  return { uuid, browser, own: data }
}

const sessionsOf = async (uuid: string) => {
  const { rows } = await sql`select from sessions where user_id = ${uuid}`.execute(testApp.services.db)
  return rows.length
}

describe('a tap', () => {
  it('names its account and its window, and nothing is chosen without them', async () => {
    const { uuid, browser } = await signedIn()
    const body = { account: uuid, platform: 'school', delivery: 'redirect' } as const
    for (const name of Object.keys(body)) {
      const { [name as keyof typeof body]: _, ...rest } = body
      const { status, fields } = await browser.call(continueSession, { body: rest as typeof body })
      assert.deepEqual([status, Object.keys(fields)], [400, [name]])
    }
  })

  it('is refused in a frame and on a page that nobody sees, for every policy', async () => {
    const { uuid, browser } = await signedIn(['student', 'school', 'professor'])
    for (const delivery of ['frame', 'silent'] as const)
      for (const platform of ['school', 'professor', 'student'] as const) {
        const { status, code, message } = await browser.continueAs(uuid, platform, { delivery })
        assert.deepEqual(
          [status, code, message],
          [403, 'window-needed', 'Open this in a window of its own to continue.'],
        )
      }
    assert.equal(await sessionsOf(uuid), 1)
  })

  it('is refused from another site, from the origin of the platform too, and leaves the cookie as it is', async () => {
    const { uuid, browser } = await signedIn()
    const body = { account: uuid, platform: 'school', delivery: 'redirect' } as const
    const value = browser.jar.get('bs')
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: originOf('school') },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      const { code } = await browser.call(continueSession, { body }, { headers })
      assert.equal(code, 'origin-not-allowed')
    }
    assert.equal(browser.jar.get('bs'), value)
    assert.equal(await sessionsOf(uuid), 1)
  })

  it('opens nothing with a token of the first platform, of its site or of Foyer, without the cookie', async () => {
    const { uuid, browser, own } = await signedIn()
    const child = await browser.handOver(own)
    const body = { account: uuid, platform: 'school', delivery: 'redirect' } as const
    for (const { accessToken: token } of [own, child]) {
      const refused = await testApp.call(continueSession, { body }, { token })
      assert.deepEqual([refused.status, refused.code], [403, 'not-signed-in-here'])
      const { data } = await testApp.call(findBrowserSession, { query: { platform: 'school' } }, { token })
      assert.deepEqual(data, { isShared: false, accounts: [], lastUsed: null })
    }
    const asClient = await testApp.call(continueSession, { body }, { client: 'school-client' })
    assert.equal(asClient.code, 'not-signed-in-here')
  })
})

describe('a sign-in that a stranger forces on a browser', () => {
  it('is refused from another site, and sets no cookie', async () => {
    const { uuid } = await testApp.makeUser()
    const body = { uuid, password: rightPassword, product: 'learning' } as const
    const forced = await testApp.call(login, { body }, { headers: { origin: 'https://evil.example' } })
    assert.deepEqual([forced.code, forced.headers['set-cookie']], ['origin-not-allowed', undefined])
  })

  it('shows the stranger’s account by its name beside the own one, and becomes nobody’s default', async () => {
    const { uuid, browser } = await signedIn()
    const stranger = await testApp.makeUser({ platforms: ['student', 'school'], firstName: 'Mallory' })
    await browser.signIn(stranger.uuid)
    const { data } = await browser.list('school')
    assert.deepEqual(data.accounts.map(({ fullName, uuid: id }) => [fullName, id]).sort(), [
      ['Asha Rao', uuid],
      ['Mallory Rao', stranger.uuid],
    ])
    assert.equal(data.lastUsed, null)
    assert.equal((await browser.continueAs(uuid, 'school')).data.user.uuid, uuid)
  })
})

describe('the silent sign-in', () => {
  const silent = (browser: ReturnType<typeof openBrowser>, { accessToken: token }: Session) =>
    browser.call(
      createCode,
      { body: { platform: 'student', redirectUrl: originOf('student'), delivery: 'silent' } },
      { token },
    )

  it('answers with the account that the platform used last in this browser, and with no other', async () => {
    const { browser, own } = await signedIn()
    assert.match((await silent(browser, own)).data.code, /^ac_/)
    const second = await testApp.makeUser({ platforms: ['student', 'school'] })
    const { data: atSchool } = await browser.signIn(second.uuid, 'school')
    assert.equal((await silent(browser, own)).status, 200, 'the other account used another platform')
    const { data: last } = await browser.continueAs(second.uuid, 'student')
    assert.equal((await silent(browser, own)).code, 'not-signed-in-here')
    assert.match((await silent(browser, last)).data.code, /^ac_/)
    assert.equal((await silent(browser, atSchool)).code, 'no-access')
  })

  it('answers nothing without the cookie of the session’s browser', async () => {
    const { browser, own } = await signedIn()
    const other = await signedIn()
    assert.equal((await silent(openBrowser(testApp), own)).code, 'not-signed-in-here')
    assert.equal((await silent(other.browser, own)).code, 'not-signed-in-here')
    const old = openBrowser(testApp)
    old.jar.set('bs', browser.jar.get('bs') ?? '')
    await browser.signIn(other.uuid, 'school')
    assert.equal((await silent(old, own)).code, 'not-signed-in-here')
  })

  it('answers as before with a session that has no browser session', async () => {
    const { browser, own, uuid } = await signedIn()
    await sql`update sessions set browser_session_id = null where user_id = ${uuid}`.execute(
      testApp.services.db,
    )
    browser.jar.clear()
    assert.equal((await silent(browser, own)).status, 200)
  })
})

describe('the doors of a user', () => {
  it('lists the own platforms with a home, the last visited first, and how the user enters', async () => {
    const { uuid, browser, own } = await signedIn([
      'school',
      'professor',
      'serviceAdmin',
      'recruitmentUtils',
      'iqa',
    ])
    await sql`update sessions set auth_time = auth_time - interval '13 hours', created_at = created_at - interval '13 hours', last_seen_at = last_seen_at - interval '13 hours'
      where user_id = ${uuid}`.execute(testApp.services.db)
    const { status, data } = await browser.doors(own)
    assert.equal(status, 200)
    assert.deepEqual(
      data.doors.map(({ platform, entry, isCurrent, lastVisitAt }) => [
        platform,
        entry,
        isCurrent,
        lastVisitAt !== null,
      ]),
      [
        ['school', 'continue', true, true],
        ['professor', 'prove-again', false, false],
        ['iqa', 'prove-again', false, false],
      ],
    )
    assert.deepEqual(data.addable, [{ platform: 'student', home: `${originOf('student')}/home` }])
    await browser.signIn(uuid, 'iqa')
    const after = (await browser.doors(own)).data.doors
    assert.deepEqual(
      after.map(({ platform, entry }) => [platform, entry]),
      [
        ['iqa', 'continue'],
        ['school', 'continue'],
        ['professor', 'continue'],
      ],
    )
  })

  it('opens no door from a browser that has only a copied token', async () => {
    const { own, uuid } = await signedIn(['student', 'school'])
    const { data } = await testApp.call(listDoors, {}, { token: own.accessToken })
    assert.deepEqual(
      data.doors.map(({ platform, entry }) => [platform, entry]),
      [
        ['student', 'prove-again'],
        ['school', 'prove-again'],
      ],
    )
    const other = await signedIn(['student', 'school'])
    assert.equal((await other.browser.doors(own)).data.doors[0]?.entry, 'prove-again')
    assert.equal((await other.browser.continueAs(uuid, 'school')).code, 'not-signed-in-here')
  })

  it('refuses the list to a platform, and to callers without a token', async () => {
    const { browser, own } = await signedIn()
    const child = await browser.handOver(own)
    assert.equal((await browser.doors(child)).code, 'no-access')
    assert.equal((await browser.call(listDoors, {})).status, 401)
  })
})
