/** Tests the resend waits (N-22, N-24). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { codeTo, endWaits, mailCode, mailedCode, requestCode, tryCode } from './test-codes.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', trustedProxies: ['127.0.0.1'] } })
})
after(() => testApp.close())

/** Counts the network addresses, so that each request has another address. */
let addresses = 0
function newAddress(more: Record<string, string> = {}) {
  addresses += 1
  return { headers: { 'x-forwarded-for': `198.51.100.${addresses}`, ...more } }
}

describe('waits between codes', () => {
  it('waits 30, 60, 120 and 300 seconds between codes and an hour after the fifth', async () => {
    for (const user of [(await testApp.makeUser()).uuid, randomUUID()]) {
      for (const seconds of [30, 60, 120, 300, 3_600]) {
        const { status, data } = await mailCode(testApp, user, newAddress())
        assert.equal(status, 200)
        const wait = (Date.parse(data.resendAt) - Date.now()) / 1_000
        assert.ok(wait > seconds - 20 && wait <= seconds + 1, `${wait} of ${seconds}`)
        const early = await mailCode(testApp, user, newAddress())
        assert.equal(early.code, 'otp-too-soon')
        assert.equal(early.status, 429)
        assert.ok(Number(early.headers['retry-after']) > seconds - 20)
        assert.deepEqual(early.fields.resendAt, [data.resendAt])
        await endWaits(testApp)
      }
      assert.equal((await mailCode(testApp, user, newAddress())).code, 'otp-too-soon')
    }
  })

  it('restarts the waits between codes after an hour and refuses the eleventh code of a day', async () => {
    const { uuid } = await testApp.makeUser()
    for (let count = 0; count < 10; count += 1) {
      if (count === 5) {
        await sql`update attempts set window_ends_at = clock_timestamp() where key like 'otp-send:%:short'`.execute(
          testApp.services.db,
        )
      }
      const { status, data } = await mailCode(testApp, uuid, newAddress())
      assert.equal(status, 200, `${count}`)
      if (count === 9) assert.ok(Date.parse(data.resendAt) > Date.now() + 80_000_000)
      await endWaits(testApp)
    }
    await sql`update attempts set window_ends_at = clock_timestamp() where key like 'otp-send:%:short'`.execute(
      testApp.services.db,
    )
    const over = await mailCode(testApp, uuid, newAddress())
    assert.equal(over.code, 'otp-too-soon')
    assert.ok(Number(over.headers['retry-after']) > 80_000)
  })

  it('sends one code for twenty requests at once to two copies of the service', async () => {
    const { uuid, email } = await testApp.makeUser()
    const second = await testApp.openAnother()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => mailCode(index % 2 ? testApp : second, uuid, newAddress())),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.equal(answers.filter(({ code }) => code === 'otp-too-soon').length, 19)
    const messages = await testApp.services.outbox.recent(testApp.services.db, 100)
    assert.equal(messages.filter(({ to }) => to === email).length, 1)
    await second.close()
  })

  it('answers an early request with a token that can only request another code', async () => {
    const user = await testApp.makeUser()
    const { otp } = await mailedCode(testApp, user, newAddress())
    const early = await mailCode(testApp, user.uuid, newAddress())
    const token = early.fields.token?.[0] ?? ''
    assert.match(token, /^ot_/)
    assert.equal((await tryCode(testApp, { token, otp }, newAddress())).code, 'otp-expired')
    await endWaits(testApp)
    const again = await requestCode(testApp, { token }, newAddress())
    assert.equal(again.status, 200)
    const right = { token: again.data.token, otp: await codeTo(testApp, user.email) }
    assert.equal((await tryCode(testApp, right, newAddress())).status, 200)
  })

  it('answers an early resend with the same challenge token', async () => {
    const { token } = await mailedCode(testApp, await testApp.makeUser(), newAddress())
    const early = await requestCode(testApp, { token }, newAddress())
    assert.deepEqual(early.fields.token, [token])
  })
})

describe('codes of a known browser', () => {
  async function makeKnown() {
    const user = await testApp.makeUser({ password: null })
    const { headers } = await tryCode(testApp, await mailedCode(testApp, user, newAddress()), newAddress())
    await sql`delete from attempts where key like 'otp-send:%'`.execute(testApp.services.db)
    return { user, cookie: String(headers['set-cookie']).split(';')[0] ?? '' }
  }

  it('counts the codes of a known browser separately from those of attackers', async () => {
    const { user, cookie } = await makeKnown()
    for (let count = 0; count < 5; count += 1) {
      assert.equal((await mailCode(testApp, user.uuid, newAddress())).status, 200)
      await endWaits(testApp)
    }
    assert.equal((await mailCode(testApp, user.uuid, newAddress())).code, 'otp-too-soon')
    const right = await mailedCode(testApp, user, newAddress({ cookie }))
    assert.equal((await tryCode(testApp, right, newAddress({ cookie }))).status, 200)
    const early = await mailCode(testApp, user.uuid, newAddress({ cookie }))
    assert.equal(early.code, 'otp-too-soon', 'its own waits apply')
  })

  it('keeps the code of a known browser when another browser requests one', async () => {
    const { user, cookie } = await makeKnown()
    const first = await mailedCode(testApp, user, newAddress({ cookie }))
    const foreign = await mailedCode(testApp, user, newAddress())
    await endWaits(testApp)
    const second = await mailedCode(testApp, user, newAddress({ cookie }))
    assert.equal((await tryCode(testApp, first, newAddress({ cookie }))).code, 'otp-expired')
    await mailCode(testApp, user.uuid, newAddress())
    assert.equal((await tryCode(testApp, foreign, newAddress())).code, 'otp-expired')
    assert.equal((await tryCode(testApp, second, newAddress({ cookie }))).status, 200)
  })

  it('gives a known browser of another user no codes of its own', async () => {
    const { cookie } = await makeKnown()
    const { uuid } = await testApp.makeUser()
    assert.equal((await mailCode(testApp, uuid, newAddress())).status, 200)
    assert.equal((await mailCode(testApp, uuid, newAddress({ cookie }))).code, 'otp-too-soon')
  })
})
