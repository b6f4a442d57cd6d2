/** How soon another one-time code may be asked for. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { askCode, codeTo, endWaits, mailCode, mailedCode, tryCode } from './test-codes.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', trustedProxies: ['127.0.0.1'] } })
})
after(() => testApp.close())

/** Every code of these tests is asked for from another address. */
let addresses = 0
function elsewhere(more: Record<string, string> = {}) {
  addresses += 1
  return { headers: { 'x-forwarded-for': `198.51.100.${addresses}`, ...more } }
}

describe('the waits between two codes', () => {
  it('are 30, 60, 120 and 300 seconds, and after the fifth the rest of the hour', async () => {
    for (const user of [(await testApp.makeUser()).uuid, randomUUID()]) {
      for (const seconds of [30, 60, 120, 300, 3_600]) {
        const { status, data } = await mailCode(testApp, user, elsewhere())
        assert.equal(status, 200)
        const wait = (Date.parse(data.resendAt) - Date.now()) / 1_000
        assert.ok(wait > seconds - 20 && wait <= seconds + 1, `${wait} of ${seconds}`)
        const early = await mailCode(testApp, user, elsewhere())
        assert.equal(early.code, 'otp-too-soon')
        assert.equal(early.status, 429)
        assert.ok(Number(early.headers['retry-after']) > seconds - 20)
        assert.deepEqual(early.fields.resendAt, [data.resendAt])
        await endWaits(testApp)
      }
      assert.equal((await mailCode(testApp, user, elsewhere())).code, 'otp-too-soon')
    }
  })

  it('begin anew after an hour, and end for the day with the tenth code', async () => {
    const { uuid } = await testApp.makeUser()
    for (let count = 0; count < 10; count += 1) {
      if (count === 5) {
        await sql`update attempts set window_ends_at = clock_timestamp() where key like 'otp-send:%:short'`.execute(
          testApp.services.db,
        )
      }
      const { status, data } = await mailCode(testApp, uuid, elsewhere())
      assert.equal(status, 200, `${count}`)
      if (count === 9) assert.ok(Date.parse(data.resendAt) > Date.now() + 80_000_000)
      await endWaits(testApp)
    }
    await sql`update attempts set window_ends_at = clock_timestamp() where key like 'otp-send:%:short'`.execute(
      testApp.services.db,
    )
    const over = await mailCode(testApp, uuid, elsewhere())
    assert.equal(over.code, 'otp-too-soon')
    assert.ok(Number(over.headers['retry-after']) > 80_000)
  })

  it('hold for one service as for another, and for twenty at once', async () => {
    const { uuid, email } = await testApp.makeUser()
    const second = await testApp.openAnother()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => mailCode(index % 2 ? testApp : second, uuid, elsewhere())),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.equal(answers.filter(({ code }) => code === 'otp-too-soon').length, 19)
    const messages = await testApp.services.outbox.recent(testApp.services.db, 100)
    assert.equal(messages.filter(({ to }) => to === email).length, 1)
    await second.close()
  })

  it('give whoever lost their challenge a token to ask again with, which opens nothing by itself', async () => {
    const user = await testApp.makeUser()
    const { otp } = await mailedCode(testApp, user, elsewhere())
    const early = await mailCode(testApp, user.uuid, elsewhere())
    const token = early.fields.token?.[0] ?? ''
    assert.match(token, /^ot_/)
    assert.equal((await tryCode(testApp, { token, otp }, elsewhere())).code, 'otp-expired')
    await endWaits(testApp)
    const again = await askCode(testApp, { token }, elsewhere())
    assert.equal(again.status, 200)
    const right = { token: again.data.token, otp: await codeTo(testApp, user.email) }
    assert.equal((await tryCode(testApp, right, elsewhere())).status, 200)
  })

  it('answer an early resend with the token that was sent', async () => {
    const { token } = await mailedCode(testApp, await testApp.makeUser(), elsewhere())
    const early = await askCode(testApp, { token }, elsewhere())
    assert.deepEqual(early.fields.token, [token])
  })
})

describe('a browser in which somebody signed in before', () => {
  async function makeKnown() {
    const user = await testApp.makeUser({ password: null })
    const { headers } = await tryCode(testApp, await mailedCode(testApp, user, elsewhere()), elsewhere())
    await sql`delete from attempts where key like 'otp-send:%'`.execute(testApp.services.db)
    return { user, cookie: String(headers['set-cookie']).split(';')[0] ?? '' }
  }

  it('has its own codes of a day: strangers who use theirs up keep nobody out', async () => {
    const { user, cookie } = await makeKnown()
    for (let count = 0; count < 5; count += 1) {
      assert.equal((await mailCode(testApp, user.uuid, elsewhere())).status, 200)
      await endWaits(testApp)
    }
    assert.equal((await mailCode(testApp, user.uuid, elsewhere())).code, 'otp-too-soon')
    const right = await mailedCode(testApp, user, elsewhere({ cookie }))
    assert.equal((await tryCode(testApp, right, elsewhere({ cookie }))).status, 200)
    const early = await mailCode(testApp, user.uuid, elsewhere({ cookie }))
    assert.equal(early.code, 'otp-too-soon', 'its own waits hold')
  })

  it('keeps its code when a stranger asks for one, and replaces it with its next', async () => {
    const { user, cookie } = await makeKnown()
    const first = await mailedCode(testApp, user, elsewhere({ cookie }))
    const strange = await mailedCode(testApp, user, elsewhere())
    await endWaits(testApp)
    const second = await mailedCode(testApp, user, elsewhere({ cookie }))
    assert.equal((await tryCode(testApp, first, elsewhere({ cookie }))).code, 'otp-expired')
    await mailCode(testApp, user.uuid, elsewhere())
    assert.equal((await tryCode(testApp, strange, elsewhere())).code, 'otp-expired')
    assert.equal((await tryCode(testApp, second, elsewhere({ cookie }))).status, 200)
  })

  it('has nothing of its own for somebody else', async () => {
    const { cookie } = await makeKnown()
    const { uuid } = await testApp.makeUser()
    assert.equal((await mailCode(testApp, uuid, elsewhere())).status, 200)
    assert.equal((await mailCode(testApp, uuid, elsewhere({ cookie }))).code, 'otp-too-soon')
  })
})
