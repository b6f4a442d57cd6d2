/** Tests the cookie of a browser session: its attributes, its replacement at a proof, copies and tabs (N-167, N-171). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { refreshToken } from '@foyer/contract/routes/sessions'
import { changePassword } from '@foyer/contract/routes/settings'
import { findUser } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { leastStatements } from '../../testing/least-statements.ts'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { browserSessionSteps, openBrowser, sidOf } from './test-browser.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
})
after(() => testApp.close())

const { rowOf, wait, isOpen, newUser, names } = browserSessionSteps(() => testApp)

/** Another browser that has this value of the cookie. */
function withValue(value: string | undefined) {
  const browser = openBrowser(testApp)
  browser.jar.set('bs', value ?? '')
  return browser
}

describe('the cookie of a browser session', () => {
  it('is a random value for this host and its pages only, and no table contains it', async () => {
    const browser = openBrowser(testApp)
    const { data } = await browser.signIn(await newUser())
    const value = browser.jar.get('bs') ?? ''
    assert.match(value, /^[A-Za-z0-9_-]{43}$/)
    assert.equal(browser.attributes.get('bs'), 'Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000')
    const row = await rowOf(sidOf(data))
    const bytes = Buffer.from(value, 'base64url')
    for (const part of [bytes, bytes.subarray(0, 16), bytes.subarray(16)])
      assert.ok(!row?.row.includes(part.toString('hex')))
    assert.deepEqual([row?.idle, row?.absolute, row?.sessionIdle], [1_209_600, 2_592_000, 1_209_600])
  })

  it('has the prefix __Host- and Secure where browsers use https', async () => {
    const secure = await openTestApp({ config: { baseUrl: 'https://accounts.foyer.example' } })
    try {
      const { uuid } = await secure.makeUser()
      const browser = openBrowser(secure)
      assert.equal((await browser.signIn(uuid)).status, 200)
      assert.equal(
        browser.attributes.get('__Host-bs'),
        'Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=2592000',
      )
      assert.equal((await browser.list()).data.accounts.length, 1)
    } finally {
      await secure.close()
    }
  })

  it('is not written by a refused sign-in, a look-up or a list', async () => {
    const { uuid, email } = await testApp.makeUser()
    const browser = openBrowser(testApp)
    assert.equal((await browser.signIn(uuid, 'student', 'not the password')).status, 400)
    assert.equal((await browser.signIn(uuid, 'school')).code, 'no-membership')
    await browser.call(findUser, { body: { userId: email, product: 'learning' } })
    await browser.list('student')
    assert.equal(browser.jar.has('bs'), false)
  })

  it('keeps the account when a later sign-in is refused', async () => {
    const uuid = await newUser()
    const browser = openBrowser(testApp)
    await browser.signIn(uuid)
    assert.equal((await browser.signIn(await newUser(['student']), 'school')).code, 'no-membership')
    assert.deepEqual(await names(browser), [uuid])
  })
})

describe('statements', () => {
  it('takes as many statements for a sign-in with the cookie as without, and one for a list without it', async () => {
    const uuid = await newUser()
    const browser = openBrowser(testApp)
    await browser.signIn(uuid)
    const withCookie = await leastStatements(testApp, () => browser.signIn(uuid))
    const withoutCookie = await leastStatements(testApp, () => {
      browser.jar.delete('bs')
      return browser.signIn(uuid)
    })
    assert.equal(withoutCookie, withCookie)
    browser.jar.delete('bs')
    const listed = await leastStatements(testApp, () => browser.list('student'))
    assert.equal(listed, 1, 'the limit is counted')
  })
})

describe('a value that was replaced', () => {
  it('is replaced at each proof, and the account of the proof joins the accounts of the browser', async () => {
    const [first, second] = [await newUser(), await newUser()]
    const browser = openBrowser(testApp)
    await browser.signIn(first)
    const before = browser.jar.get('bs')
    await browser.signIn(second)
    assert.notEqual(browser.jar.get('bs'), before)
    assert.deepEqual((await names(browser)).sort(), [first, second].sort())
  })

  it('never reaches the account of a later proof, whether its holder lists, continues or signs in', async () => {
    const [stranger, victim] = [await newUser(), await newUser()]
    const browser = openBrowser(testApp)
    await browser.signIn(stranger)
    const planted = browser.jar.get('bs')
    const { data } = await browser.signIn(victim)
    const copy = withValue(planted)
    assert.deepEqual(await names(copy), [])
    assert.equal((await copy.continueAs(victim, 'school')).code, 'not-signed-in-here')
    await copy.signIn(stranger)
    assert.deepEqual(await names(copy), [stranger])
    assert.equal((await copy.continueAs(victim, 'school')).code, 'not-signed-in-here')
    assert.equal(await isOpen(data), true)
    assert.deepEqual((await names(browser)).sort(), [stranger, victim].sort())
  })

  it('ends every session of the browser if it comes back after the tabs have the new value', async () => {
    const [first, second] = [await newUser(), await newUser()]
    const browser = openBrowser(testApp)
    const one = await browser.signIn(first)
    const old = browser.jar.get('bs')
    const two = await browser.signIn(second)
    const child = await browser.handOver(two.data)
    await names(browser)
    await wait(31)
    assert.deepEqual(await names(withValue(old)), [])
    assert.deepEqual(await names(browser), [])
    for (const { data } of [one, two]) assert.equal(await isOpen(data), false)
    const renewed = await testApp.call(
      refreshToken,
      { body: { refreshToken: child.refreshToken } },
      { client: 'student-client' },
    )
    assert.equal(renewed.status, 401)
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit_events
      where event = 'browser-session-replayed' and user_id = any(${[first, second]}::uuid[])`.execute(
      testApp.services.db,
    )
    assert.deepEqual(rows, [{ count: 2 }])
  })

  it('ends nothing within 30 seconds, or while the browser never sent the new value', async () => {
    const uuid = await newUser()
    const browser = openBrowser(testApp)
    await browser.signIn(uuid)
    const old = browser.jar.get('bs')
    const { data } = await browser.signIn(uuid)
    await wait(86_400)
    assert.deepEqual(await names(withValue(old)), [], 'the answer with the new value may be lost')
    assert.deepEqual(await names(browser), [uuid])
    await wait(1)
    assert.deepEqual(await names(withValue(old)), [], 'another tab may have sent it before')
    assert.deepEqual(await names(browser), [uuid])
    assert.equal(await isOpen(data), true)
  })

  it('continues nothing after a change of the password, at which the session of the browser stays', async () => {
    const uuid = await newUser()
    const browser = openBrowser(testApp)
    const { data } = await browser.signIn(uuid)
    const copy = withValue(browser.jar.get('bs'))
    assert.deepEqual(await names(copy), [uuid])
    const body = {
      currentPassword: rightPassword,
      password1: 'heron on tin roofs',
      password2: 'heron on tin roofs',
    }
    const changed = await browser.call(changePassword, { body }, { token: data.accessToken })
    assert.equal(changed.status, 204)
    assert.equal((await copy.continueAs(uuid, 'school')).code, 'not-signed-in-here')
    assert.deepEqual(await names(browser), [uuid])
  })

  it('takes no value that the service never made, or of another length', async () => {
    const browser = openBrowser(testApp)
    const uuid = await newUser()
    await browser.signIn(uuid)
    const value = browser.jar.get('bs') ?? ''
    for (const wrong of [
      '',
      'x',
      value.slice(1),
      `${value}A`,
      'A'.repeat(43),
      `${value.slice(0, 22)}${'A'.repeat(21)}`,
    ])
      assert.deepEqual(await names(withValue(wrong)), [], wrong)
    assert.deepEqual(await names(browser), [uuid])
  })
})

describe('several tabs', () => {
  it('keeps the session of each tab when two accounts sign in, and lists both', async () => {
    const [teacher, parent] = [await newUser(), await newUser()]
    const browser = openBrowser(testApp)
    const tabs = [await browser.signIn(teacher, 'school'), await browser.signIn(parent, 'student')]
    const [one, two] = await Promise.all([
      browser.continueAs(teacher, 'student'),
      browser.continueAs(parent, 'school'),
    ])
    assert.deepEqual([one.data.user.uuid, two.data.user.uuid], [teacher, parent])
    for (const { data } of [...tabs, one, two]) assert.equal(await isOpen(data), true)
  })

  it('signs nobody out when ten tabs sign in, list and continue at the same moment', async () => {
    const [first, ...others] = await Promise.all(Array.from({ length: 10 }, () => newUser()))
    const browser = openBrowser(testApp)
    const start = await browser.signIn(first ?? '')
    const [signedIn] = await Promise.all([
      Promise.all(others.map((uuid) => browser.signIn(uuid))),
      Promise.all(others.map(() => browser.list('school'))),
      Promise.all(others.map(() => browser.continueAs(first ?? '', 'school'))),
    ])
    await browser.list('school')
    for (const { data } of [start, ...signedIn]) assert.equal(await isOpen(data), true)
    await browser.logOut()
    for (const { data } of [start, ...signedIn])
      assert.equal(await isOpen(data), false, 'also the tabs whose cookie another tab has replaced')
  })
})
