/** How soon another one-time code may be asked for. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type House, openHouse } from '../testing/test-app.ts'
import { askCode, codeTo, endWaits, mailCode, mailedCode, tryCode } from './test-codes.ts'

let house: House
before(async () => {
  house = await openHouse({ config: { captcha: 'off', trustedProxies: ['127.0.0.1'] } })
})
after(() => house.close())

/** Every code of these tests is asked for from another address. */
let addresses = 0
function elsewhere(more: Record<string, string> = {}) {
  addresses += 1
  return { headers: { 'x-forwarded-for': `198.51.100.${addresses}`, ...more } }
}

describe('the waits between two codes', () => {
  it('are 30, 60, 120 and 300 seconds, and after the fifth the rest of the hour', async () => {
    for (const user of [(await house.makeUser()).uuid, randomUUID()]) {
      for (const seconds of [30, 60, 120, 300, 3_600]) {
        const { status, data } = await mailCode(house, user, elsewhere())
        assert.equal(status, 200)
        const wait = (Date.parse(data.resendAt) - Date.now()) / 1_000
        assert.ok(wait > seconds - 20 && wait <= seconds + 1, `${wait} of ${seconds}`)
        const early = await mailCode(house, user, elsewhere())
        assert.equal(early.code, 'otp-too-soon')
        assert.equal(early.status, 429)
        assert.ok(Number(early.headers['retry-after']) > seconds - 20)
        assert.deepEqual(early.fields.resendAt, [data.resendAt])
        await endWaits(house)
      }
      assert.equal((await mailCode(house, user, elsewhere())).code, 'otp-too-soon')
    }
  })

  it('begin anew after an hour, and end for the day with the tenth code', async () => {
    const { uuid } = await house.makeUser()
    for (let count = 0; count < 10; count += 1) {
      if (count === 5) {
        await sql`update attempts set window_ends_at = clock_timestamp() where key like 'otp-send:%:short'`.execute(
          house.services.db,
        )
      }
      const { status, data } = await mailCode(house, uuid, elsewhere())
      assert.equal(status, 200, `${count}`)
      if (count === 9) assert.ok(Date.parse(data.resendAt) > Date.now() + 80_000_000)
      await endWaits(house)
    }
    await sql`update attempts set window_ends_at = clock_timestamp() where key like 'otp-send:%:short'`.execute(
      house.services.db,
    )
    const over = await mailCode(house, uuid, elsewhere())
    assert.equal(over.code, 'otp-too-soon')
    assert.ok(Number(over.headers['retry-after']) > 80_000)
  })

  it('hold for one service as for another, and for twenty at once', async () => {
    const { uuid, email } = await house.makeUser()
    const second = await house.openAnother()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => mailCode(index % 2 ? house : second, uuid, elsewhere())),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.equal(answers.filter(({ code }) => code === 'otp-too-soon').length, 19)
    const messages = await house.services.outbox.recent(house.services.db, 100)
    assert.equal(messages.filter(({ to }) => to === email).length, 1)
    await second.close()
  })

  it('give whoever lost their challenge a token to ask again with, which opens nothing by itself', async () => {
    const user = await house.makeUser()
    const { otp } = await mailedCode(house, user, elsewhere())
    const early = await mailCode(house, user.uuid, elsewhere())
    const token = early.fields.token?.[0] ?? ''
    assert.match(token, /^ot_/)
    assert.equal((await tryCode(house, { token, otp }, elsewhere())).code, 'otp-expired')
    await endWaits(house)
    const again = await askCode(house, { token }, elsewhere())
    assert.equal(again.status, 200)
    const right = { token: again.data.token, otp: await codeTo(house, user.email) }
    assert.equal((await tryCode(house, right, elsewhere())).status, 200)
  })

  it('answer an early resend with the token that was sent', async () => {
    const { token } = await mailedCode(house, await house.makeUser(), elsewhere())
    const early = await askCode(house, { token }, elsewhere())
    assert.deepEqual(early.fields.token, [token])
  })
})

describe('a browser in which somebody signed in before', () => {
  async function makeKnown() {
    const user = await house.makeUser({ password: null })
    const { headers } = await tryCode(house, await mailedCode(house, user, elsewhere()), elsewhere())
    await sql`delete from attempts where key like 'otp-send:%'`.execute(house.services.db)
    return { user, cookie: String(headers['set-cookie']).split(';')[0] ?? '' }
  }

  it('has its own codes of a day: strangers who use theirs up keep nobody out', async () => {
    const { user, cookie } = await makeKnown()
    for (let count = 0; count < 5; count += 1) {
      assert.equal((await mailCode(house, user.uuid, elsewhere())).status, 200)
      await endWaits(house)
    }
    assert.equal((await mailCode(house, user.uuid, elsewhere())).code, 'otp-too-soon')
    const right = await mailedCode(house, user, elsewhere({ cookie }))
    assert.equal((await tryCode(house, right, elsewhere({ cookie }))).status, 200)
    const early = await mailCode(house, user.uuid, elsewhere({ cookie }))
    assert.equal(early.code, 'otp-too-soon', 'its own waits hold')
  })

  it('keeps its code when a stranger asks for one, and replaces it with its next', async () => {
    const { user, cookie } = await makeKnown()
    const first = await mailedCode(house, user, elsewhere({ cookie }))
    const strange = await mailedCode(house, user, elsewhere())
    await endWaits(house)
    const second = await mailedCode(house, user, elsewhere({ cookie }))
    assert.equal((await tryCode(house, first, elsewhere({ cookie }))).code, 'otp-expired')
    await mailCode(house, user.uuid, elsewhere())
    assert.equal((await tryCode(house, strange, elsewhere())).code, 'otp-expired')
    assert.equal((await tryCode(house, second, elsewhere({ cookie }))).status, 200)
  })

  it('has nothing of its own for somebody else', async () => {
    const { cookie } = await makeKnown()
    const { uuid } = await house.makeUser()
    assert.equal((await mailCode(house, uuid, elsewhere())).status, 200)
    assert.equal((await mailCode(house, uuid, elsewhere({ cookie }))).code, 'otp-too-soon')
  })
})
