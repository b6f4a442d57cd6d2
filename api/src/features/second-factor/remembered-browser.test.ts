/** Tests browsers in which a user is asked for no second factor for some time (N-204). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { completeSignIn, removeTotp } from '@foyer/contract/routes/second-factor'
import { disownSession, forgetRememberedBrowser, listSessions } from '@foyer/contract/routes/sessions'
import { changePassword } from '@foyer/contract/routes/settings'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { openBrowser, type TestBrowser } from '../browser-sessions/test-browser.ts'
import { newPassword } from '../password-links/test-links.ts'
import { passStep, secondFactorSteps, waysIn } from './test-second-factor.ts'
import { codeOf } from './test-totp.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', limitsFactor: 1_000 } })
})
after(() => testApp.close())

const { add, makeEnrolled } = secondFactorSteps(() => testApp)

/** Signs an enrolled user in, in a browser that then remembers the second factor. */
async function remembered() {
  const user = await makeEnrolled()
  const browser = openBrowser(testApp)
  const { token } = waysIn(await browser.signIn(user.uuid))
  const body = { token, totp: codeOf(user.secret), rememberBrowser: true } as const
  const { data } = await browser.call(completeSignIn, { body })
  await passStep(testApp, user.uuid)
  return { ...user, browser, own: data }
}

async function isRemembered(browser: TestBrowser, uuid: string, typed = rightPassword): Promise<boolean> {
  const { status, code } = await browser.signIn(uuid, 'student', typed)
  assert.ok(status === 200 || code === 'second-factor-needed', code)
  return status === 200
}

describe('a remembered browser', () => {
  it('is asked for the password only, and its session has two factors', async () => {
    const { browser, uuid } = await remembered()
    const { data } = await browser.signIn(uuid)
    const { acr, amr } = decodeJwt(data.accessToken)
    assert.deepEqual([acr, amr], ['2', ['pwd']])
    assert.equal(await isRemembered(openBrowser(testApp), uuid), false)
  })

  it('proves no change: the removal of the app asks for the app', async () => {
    const { browser, uuid, id } = await remembered()
    const { data } = await browser.signIn(uuid)
    const removing = await browser.call(removeTotp, { params: { id } }, { token: data.accessToken })
    assert.equal(removing.code, 'proof-needed')
  })

  it('is shown in the list of sessions and forgotten by its user, and by nobody else', async () => {
    const { browser, uuid, own } = await remembered()
    const { data: listed } = await browser.call(listSessions, {}, { token: own.accessToken })
    const here = listed.find(({ isCurrent }) => isCurrent)
    const days = (Date.parse(here?.rememberedUntil ?? '') - Date.now()) / 86_400_000
    assert.ok(days > 29.9 && days <= 30, `${days}`)
    const params = { id: here?.id ?? '' }
    const stranger = await makeEnrolled()
    const foreign = await testApp.call(forgetRememberedBrowser, { params }, { token: stranger.token })
    assert.equal(foreign.code, 'not-found')
    assert.equal(await isRemembered(browser, uuid), true)
    assert.equal(
      (await browser.call(forgetRememberedBrowser, { params }, { token: own.accessToken })).status,
      204,
    )
    assert.equal(await isRemembered(browser, uuid), false)
  })

  it('asks again after its time, which is shorter at a platform with two factors', async () => {
    const { browser, uuid } = await remembered()
    const { db } = testApp.services
    await sql`update known_browsers set second_factor_at = now() - interval '8 days' where user_id = ${uuid}`.execute(
      db,
    )
    await sql`insert into memberships (user_id, platform, provenance) values (${uuid}, 'svp', 'invited')`.execute(
      db,
    )
    assert.equal((await browser.signIn(uuid, 'svp')).code, 'second-factor-needed')
    assert.equal(await isRemembered(browser, uuid), true)
    await sql`update known_browsers set second_factor_at = now() - interval '31 days' where user_id = ${uuid}`.execute(
      db,
    )
    assert.equal(await isRemembered(browser, uuid), false)
  })

  it('asks again after a change of the password', async () => {
    const { browser, uuid, own } = await remembered()
    const body = { currentPassword: rightPassword, password1: newPassword, password2: newPassword }
    const changed = await browser.call(changePassword, { body }, { token: own.accessToken })
    assert.ok(changed.status < 300, changed.text)
    assert.equal(await isRemembered(browser, uuid, newPassword), false)
  })

  it('asks again after ‘That’s not me’', async () => {
    const { browser, uuid, own, session } = await remembered()
    const params = { id: String(decodeJwt(own.accessToken).sid) }
    await testApp.call(disownSession, { params }, { token: session.accessToken })
    assert.equal(await isRemembered(browser, uuid), false)
  })

  it('asks again after the removal of an app', async () => {
    const { browser, uuid, own, id } = await remembered()
    await add(own.accessToken)
    assert.equal((await browser.call(removeTotp, { params: { id } }, { token: own.accessToken })).status, 204)
    assert.equal(await isRemembered(browser, uuid), false)
  })

  it('is none on a shared computer', async () => {
    const user = await makeEnrolled()
    const browser = openBrowser(testApp, { isShared: true })
    const ways = waysIn(await browser.signIn(user.uuid))
    assert.equal(ways.rememberDays, null)
    const body = { token: ways.token, totp: codeOf(user.secret), rememberBrowser: true } as const
    assert.equal((await browser.call(completeSignIn, { body })).status, 200)
    assert.equal(await isRemembered(browser, user.uuid), false)
  })
})
