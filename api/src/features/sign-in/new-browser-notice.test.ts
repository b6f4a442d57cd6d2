/** Tests the notice about a sign-in with a browser that is new to the user (N-152). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { getSettings, putSettings } from '@foyer/contract/routes/settings'
import { login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { mailedCode, tryCode } from '../otp/test-codes.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
})
after(() => testApp.close())

const onMac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15'

function tryPassword(uuid: string, headers: Record<string, string> = {}, password = rightPassword) {
  return testApp.call(login, { body: { uuid, password, product: 'learning' } }, { headers })
}

async function noticesTo(email: string) {
  const messages = await testApp.services.outbox.recent(testApp.services.db, 200)
  return messages.filter(({ to, template }) => to === email && template === 'new-device')
}

function cookieOf({ headers }: { headers: Record<string, unknown> }): string {
  return String(headers['set-cookie']).split(';')[0] ?? ''
}

describe('notice of a new browser', () => {
  it('mails a notice of a new browser after a sign-in by password or code, except the first', async () => {
    const { uuid, email } = await testApp.makeUser()
    const first = await tryPassword(uuid)
    assert.equal((await noticesTo(email)).length, 0)
    await tryPassword(uuid, { cookie: cookieOf(first) })
    assert.equal((await noticesTo(email)).length, 0, 'the same browser')
    await tryPassword(uuid, { 'user-agent': onMac })
    const [notice] = await noticesTo(email)
    assert.match(notice?.text ?? '', /signed in to Learning/)
    assert.match(notice?.text ?? '', /Safari on macOS/)
    await tryCode(testApp, await mailedCode(testApp, { uuid, email }))
    assert.equal((await noticesTo(email)).length, 2)
  })

  it('writes the time of a notice in the zone of the browser that the user knows, not of the new one', async () => {
    const { uuid, email } = await testApp.makeUser()
    const first = await tryPassword(uuid, { 'x-time-zone': 'Asia/Kolkata' })
    const zoneless = { cookie: cookieOf(first) }
    await tryPassword(uuid, zoneless)
    await tryPassword(uuid, { 'x-time-zone': 'America/New_York' })
    const [notice] = await noticesTo(email)
    assert.match(notice?.text ?? '', /^Time: \d{1,2} \w+ \d{4}, \d\d:\d\d \(India Standard Time\)$/m)
  })

  it('writes the time of a notice in the zone of the user’s settings where they chose one', async () => {
    const { uuid, email } = await testApp.makeUser()
    const { data } = await tryPassword(uuid, { 'x-time-zone': 'Asia/Kolkata' })
    const sent = { token: data.accessToken }
    const { data: current } = await testApp.call(getSettings, {}, sent)
    for (const [timezone, zone] of [
      ['UTC', 'India Standard Time'],
      ['Asia/Tokyo', 'Japan Standard Time'],
    ] as const) {
      await testApp.call(putSettings, { body: { ...current, timezone } }, sent)
      await tryPassword(uuid)
      const [notice] = await noticesTo(email)
      assert.match(notice?.text ?? '', new RegExp(`\\(${zone}\\)$`, 'm'))
    }
  })

  it('names UTC in a notice where no browser sent a time zone, or sent something else', async () => {
    const { uuid, email } = await testApp.makeUser()
    for (const zone of ['Call 1800 555 0199', '<b>', 'Z'.repeat(65)])
      assert.equal((await tryPassword(uuid, { 'x-time-zone': zone })).status, 200)
    const [notice] = await noticesTo(email)
    assert.match(notice?.text ?? '', /^Time: \d{1,2} \w+ \d{4}, \d\d:\d\d UTC$/m)
  })

  it('sends no notice for wrong passwords or to other users of a browser', async () => {
    const [one, two] = [await testApp.makeUser(), await testApp.makeUser()]
    const cookie = cookieOf(await tryPassword(one.uuid))
    await tryPassword(one.uuid, {}, 'wrong')
    await tryPassword(two.uuid, { cookie })
    assert.equal((await noticesTo(one.email)).length, 0)
    assert.equal((await noticesTo(two.email)).length, 0)
    await tryPassword(two.uuid)
    assert.equal((await noticesTo(two.email)).length, 1)
  })

  it('sends at most five notices of new browsers a day', async () => {
    const ownApp = await openTestApp()
    const { uuid, email } = await ownApp.makeUser()
    const signIn = () => ownApp.call(login, { body: { uuid, password: rightPassword, product: 'learning' } })
    const count = async () => {
      const messages = await ownApp.services.outbox.recent(ownApp.services.db, 100)
      return messages.filter(({ to, template }) => to === email && template === 'new-device').length
    }
    await signIn()
    await sql`delete from attempts where key like 'new-device-notices:%'`.execute(ownApp.services.db)
    for (let browser = 0; browser < 7; browser += 1) assert.equal((await signIn()).status, 200)
    const noticeCount = await count()
    assert.equal(noticeCount, 5)
    const { status } = await tryCode(ownApp, await mailedCode(ownApp, { uuid, email }))
    assert.equal(status, 200)
    assert.equal(await count(), noticeCount)
    await sql`update attempts set window_ends_at = clock_timestamp() where key like 'new-device-notices:%'`.execute(
      ownApp.services.db,
    )
    await signIn()
    assert.equal(await count(), noticeCount + 1, 'the day has ended')
    await ownApp.close()
  })

  it('counts no right password that opens no session as one of the five', async () => {
    const ownApp = await openTestApp()
    const { uuid, email } = await ownApp.makeUser({ platforms: ['student'] })
    const body = { uuid, password: rightPassword }
    const signIn = () => ownApp.call(login, { body: { ...body, product: 'learning' } })
    await signIn()
    for (let count = 0; count < 6; count += 1) {
      const refused = await ownApp.call(login, { body: { ...body, product: 'internal', platform: 'iqa' } })
      assert.equal(refused.code, 'no-membership')
    }
    assert.equal((await signIn()).status, 200)
    const messages = await ownApp.services.outbox.recent(ownApp.services.db, 100)
    assert.deepEqual(
      messages.filter(({ to }) => to === email).map(({ template }) => template),
      ['new-device'],
    )
    await ownApp.close()
  })

  it('opens no session if the notice cannot be queued', async () => {
    const { uuid } = await testApp.makeUser()
    const first = await tryPassword(uuid)
    const { outbox, db } = testApp.services
    const { queue } = outbox
    outbox.queue = () => Promise.reject(new Error('the queue is unavailable'))
    assert.equal((await tryPassword(uuid)).status, 500)
    assert.equal((await tryPassword(uuid, { cookie: cookieOf(first) })).status, 200)
    outbox.queue = queue
    const { rows } = await sql`select id from sessions where user_id = ${uuid}`.execute(db)
    assert.equal(rows.length, 2)
  })
})
