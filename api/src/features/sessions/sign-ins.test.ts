/** Tests the history of a user's sign-ins: what it tells, page by page, and that it is the user's own (N-182). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { continueWithProof } from '@foyer/contract/routes/browser-sessions'
import { verifyOtp } from '@foyer/contract/routes/otp'
import { disownSession, endOtherSessions } from '@foyer/contract/routes/sessions'
import { changePassword } from '@foyer/contract/routes/settings'
import { login } from '@foyer/contract/routes/sign-in'
import { listSignIns, signInsPerAnswer } from '@foyer/contract/routes/sign-ins'
import { deviceIdHeader } from '@foyer/contract/wire'
import { sql } from 'kysely'
import { leastStatements } from '../../testing/least-statements.ts'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { openBrowser, sidOf } from '../browser-sessions/test-browser.ts'
import { mailedCode } from '../otp/test-codes.ts'
import { autoLogIn, signInAtSister } from './test-sister.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', limitsFactor: 1_000 } })
})
after(() => testApp.close())

const onWindows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0'
const onAndroid =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

type Sent = { before?: string; device?: string }

const ask = ({ accessToken: token }: { accessToken: string }, { before, device }: Sent = {}) =>
  testApp.call(
    listSignIns,
    { query: before === undefined ? {} : { before } },
    { token, headers: device ? { [deviceIdHeader]: device } : {} },
  )
const itemsOf = async (...given: Parameters<typeof ask>) => (await ask(...given)).data.items

async function signIn(uuid: string, { password = rightPassword, agent = onWindows, device = '' } = {}) {
  const headers = { 'user-agent': agent, ...(device && { [deviceIdHeader]: device }) }
  return testApp.call(login, { body: { uuid, password, product: 'learning' } }, { headers })
}

/** Adds sign-ins to the audit trail, each a minute older than the former. */
const addOlder = (userId: string, count: number, step = '1 minute') =>
  sql`insert into audit_events (event, user_id, platform, at)
    select 'sign-in', ${userId}, 'student', now() - interval '1 minute' - minutes * ${step}::interval
    from generate_series(1, ${count}::int) as minutes`.execute(testApp.services.db)

describe('the history of sign-ins', () => {
  it('tells platform, method, browser and session, the newest first', async () => {
    const { uuid } = await testApp.makeUser()
    const first = (await signIn(uuid, { agent: onAndroid })).data
    const second = (await signIn(uuid)).data
    const common = { outcome: 'signed-in', platform: 'student', method: 'password', from: null, asks: false }
    assert.deepEqual(
      (await itemsOf(second)).map(({ at: _, ...entry }) => entry),
      [
        { ...common, device: 'Firefox on Windows', isHere: true, session: sidOf(second) },
        { ...common, device: 'Chrome on Android', isHere: false, session: sidOf(first) },
      ],
    )
    const [newest] = await itemsOf(second)
    assert.ok(Math.abs(Date.now() - Date.parse(newest?.at ?? '')) < 60_000)
  })

  it('tells a sign-in by code, one that continued, and one that an auto-login opened', async () => {
    const user = await testApp.makeUser({ platforms: ['student', 'school'] })
    const browser = openBrowser(testApp)
    const right = await mailedCode(testApp, user)
    const { data } = await browser.call(verifyOtp, { body: { ...right, universalToken: true } })
    await browser.continueAs(user.uuid, 'school')
    const [continued, byCode] = await itemsOf(data.universal)
    assert.deepEqual([byCode?.outcome, byCode?.method], ['signed-in', 'code'])
    assert.deepEqual(
      [continued?.outcome, continued?.platform, continued?.from, continued?.isHere],
      ['continued', 'school', 'student', true],
    )
    const signed = await signInAtSister(testApp)
    const [auto] = await itemsOf((await autoLogIn(testApp, signed)).data)
    assert.deepEqual([auto?.outcome, auto?.platform, auto?.from], ['continued', 'student', null])
  })

  it('tells failed attempts, with the browser by its device id', async () => {
    const user = await testApp.makeUser({ platforms: ['student'] })
    const { uuid } = user
    const [mine, theirs] = ['device-of-the-user', 'device-of-a-stranger']
    await signIn(uuid, { password: 'a wrong password', device: theirs, agent: onAndroid })
    await signIn(uuid, { password: 'a wrong password', device: mine })
    const code = await mailedCode(testApp, user)
    const wrong = code.otp === '000000' ? '000001' : '000000'
    await testApp.call(verifyOtp, { body: { token: code.token, otp: wrong, universalToken: true } })
    await openBrowser(testApp).signIn(uuid, 'school')
    const { data: own } = await signIn(uuid, { device: mine })
    const entries = (await itemsOf(own, { device: mine })).slice(1)
    assert.deepEqual(
      entries.map(({ outcome, device, isHere, session }) => [outcome, device, isHere, session]),
      [
        ['no-access', null, false, null],
        ['wrong-code', null, false, null],
        ['wrong-password', 'Firefox on Windows', true, null],
        ['wrong-password', 'Chrome on Android', false, null],
      ],
    )
  })

  it('takes no device id for a sign-in of another browser that sends the id of the user', async () => {
    const { uuid } = await testApp.makeUser()
    const device = 'device-that-was-copied'
    await signIn(uuid, { device })
    const { data: own } = await signIn(uuid, { device })
    assert.deepEqual(
      (await itemsOf(own, { device })).map(({ isHere }) => isHere),
      [true, false],
    )
  })

  it('leaves out a code that was refused in a session, and a password that was typed there', async () => {
    const { uuid } = await testApp.makeUser()
    const { data: own } = await signIn(uuid)
    const body = { currentPassword: 'a wrong password', password1: 'heron on tin', password2: 'heron on tin' }
    await testApp.call(changePassword, { body }, { token: own.accessToken })
    await sql`insert into audit_events (event, user_id, session_id) values ('otp-refused', ${uuid}, ${sidOf(own)})`.execute(
      testApp.services.db,
    )
    assert.equal((await itemsOf(own)).length, 1)
  })

  it('names the session of a sign-in until its row is deleted, also after it has ended', async () => {
    const { uuid } = await testApp.makeUser()
    const { data: old } = await signIn(uuid)
    const { data: own } = await signIn(uuid)
    const token = own.accessToken
    await testApp.call(endOtherSessions, {}, { token })
    const [, ended] = await itemsOf(own)
    assert.equal(ended?.session, sidOf(old))
    const { status } = await testApp.call(disownSession, { params: { id: sidOf(old) } }, { token })
    assert.equal(status, 204)
    await testApp.services.db.deleteFrom('sessions').where('id', '=', sidOf(old)).execute()
    const [, gone] = await itemsOf(own)
    assert.deepEqual([gone?.session, gone?.isHere, gone?.device], [null, false, 'Firefox on Windows'])
  })

  it('reads events of before the update, which name no browser', async () => {
    const { uuid } = await testApp.makeUser()
    await addOlder(uuid, 1)
    const { data: own } = await signIn(uuid)
    const [, older] = await itemsOf(own)
    assert.deepEqual(
      [older?.outcome, older?.method, older?.device, older?.isHere],
      ['signed-in', null, null, false],
    )
  })
})

describe('the pages of the history', () => {
  it('give every entry once, while new ones arrive', async () => {
    const { uuid } = await testApp.makeUser()
    await addOlder(uuid, 59)
    const { data: own } = await signIn(uuid)
    const seen: string[] = []
    let next: string | null | undefined
    for (let page = 0; next !== null; page += 1) {
      const { data } = await ask(own, next === undefined ? {} : { before: next })
      seen.push(...data.items.map(({ at }) => at))
      next = data.next
      await signIn(uuid)
      assert.ok(page < 5)
    }
    assert.equal(seen.length, 60)
    assert.equal(new Set(seen).size, 60)
    assert.deepEqual(seen, seen.toSorted().reverse())
  })

  it('drop no entry of the same moment', async () => {
    const { uuid } = await testApp.makeUser()
    await addOlder(uuid, 40, '0')
    const { data: own } = await signIn(uuid)
    const { data: first } = await ask(own)
    assert.equal(first.items.length, 41)
    const { data: rest } = await ask(own, { before: first.next ?? '' })
    assert.deepEqual(rest, { items: [], next: null })
  })

  it('cost one statement each, whatever the number of months and entries', async () => {
    const { uuid } = await testApp.makeUser()
    const { data: own } = await signIn(uuid)
    const few = await leastStatements(testApp, () => ask(own))
    await addOlder(uuid, 5 * signInsPerAnswer)
    const next = (await ask(own)).data.next ?? ''
    assert.equal(await leastStatements(testApp, () => ask(own)), few)
    assert.equal(await leastStatements(testApp, () => ask(own, { before: next })), few)
  })

  it('refuse a `before` that no answer gave', async () => {
    const { data: own } = await signIn((await testApp.makeUser()).uuid)
    for (const wrong of ['', 'x', '-1', '1e9', '2026-01-01', '1'.repeat(17)])
      assert.equal((await ask(own, { before: wrong })).status, 400, wrong)
    assert.deepEqual((await ask(own, { before: '0' })).data.items, [])
    assert.equal((await ask(own, { before: '9'.repeat(16) })).status, 200)
  })
})

describe('a caller of the history', () => {
  it('reads no entry of another user, whatever page the caller names', async () => {
    const victim = await testApp.makeUser()
    await addOlder(victim.uuid, 30)
    const theirs = (await ask((await signIn(victim.uuid)).data)).data
    const { data: own } = await signIn((await testApp.makeUser()).uuid)
    const { data } = await ask(own, { before: theirs.next ?? '' })
    assert.deepEqual(data, { items: [], next: null })
    assert.equal((await itemsOf(own)).length, 1)
  })

  it('reads no attempt with an identifier of no account', async () => {
    const { data: own } = await signIn((await testApp.makeUser()).uuid)
    await testApp.call(login, {
      body: { email: 'nobody@example.com', password: rightPassword, product: 'learning' },
    })
    assert.equal((await itemsOf(own)).length, 1)
  })

  it('needs a session of Foyer', async () => {
    const browser = openBrowser(testApp)
    const { uuid } = await testApp.makeUser()
    const { data: own } = await browser.signIn(uuid)
    assert.equal((await ask(await browser.handOver(own))).code, 'no-access')
    assert.equal((await testApp.call(listSignIns, {})).status, 401)
  })

  it('finds no history of a user who was deleted', async () => {
    const user = await testApp.makeUser()
    const { data: own } = await signIn(user.uuid)
    await testApp.services.db.deleteFrom('sessions').where('id', '=', sidOf(own)).execute()
    assert.equal((await ask(own)).status, 401)
  })

  it('sees the proof of a refused sign-in that opened another platform', async () => {
    const { uuid } = await testApp.makeUser({ platforms: ['student', 'school'] })
    const browser = openBrowser(testApp)
    const { proof } = JSON.parse((await browser.signIn(uuid, 'iqa')).text).errors
    const body = { proof, platform: 'school', delivery: 'redirect' } as const
    const { data } = await browser.call(continueWithProof, { body })
    assert.deepEqual(
      (await itemsOf(data)).map(({ outcome, platform }) => [outcome, platform]),
      [
        ['signed-in', 'school'],
        ['no-access', 'iqa'],
      ],
    )
  })
})
