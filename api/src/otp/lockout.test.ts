/** Guessing at codes: one ladder with passwords, windows of its own, and what everybody's wrong codes together bring about. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { openTestApp, rightPassword, type TestApp } from '../testing/test-app.ts'
import { endWaits, mailCode, mailedCode, notThe, solveCaptcha, tryCode } from './test-codes.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { trustedProxies: ['127.0.0.1'] } })
})
after(() => testApp.close())

let addresses = 0
function elsewhere(more: Record<string, string> = {}) {
  addresses += 1
  return { headers: { 'x-forwarded-for': `198.51.${addresses >> 8}.${addresses & 255}`, ...more } }
}

function tryPassword(uuid: string, password: string, more = elsewhere(), at = testApp) {
  return at.call(login, { body: { uuid, password, product: 'learning' } }, more)
}

/** As if so many seconds had passed for the waits between codes. */
async function forgetSends(): Promise<void> {
  await sql`delete from attempts where key like 'otp-send:%'`.execute(testApp.services.db)
}

function cookieOf({ headers }: { headers: Record<string, unknown> }): string {
  return String(headers['set-cookie']).split(';')[0] ?? ''
}

describe('guesses at passwords and codes', () => {
  it('are one ladder: three of one and two of the other hold both', async () => {
    const user = await testApp.makeUser()
    for (let count = 0; count < 3; count += 1) await tryPassword(user.uuid, 'wrong')
    const right = await mailedCode(testApp, user, elsewhere())
    for (let count = 0; count < 2; count += 1) {
      assert.equal(
        (await tryCode(testApp, { ...right, otp: notThe(right.otp) }, elsewhere())).code,
        'otp-wrong',
      )
    }
    const held = await tryCode(testApp, right, elsewhere())
    assert.equal(held.status, 429)
    assert.equal(held.headers['retry-after'], '30')
    assert.equal((await tryPassword(user.uuid, rightPassword)).status, 429)
    await endWaits(testApp)
    assert.equal((await tryCode(testApp, right, elsewhere())).status, 200, 'what was not looked at is no try')
  })

  it('are one ladder over two services, and for people nobody knows', async () => {
    const second = await testApp.openAnother()
    const user = randomUUID()
    for (let count = 0; count < 3; count += 1) await tryPassword(user, 'wrong', elsewhere(), second)
    const { token } = (await mailCode(testApp, user, elsewhere())).data
    for (let count = 0; count < 2; count += 1) {
      assert.equal((await tryCode(second, { token, otp: '123456' }, elsewhere())).code, 'otp-wrong')
    }
    assert.equal((await tryCode(testApp, { token, otp: '123456' }, elsewhere())).status, 429)
    assert.equal((await tryPassword(user, 'wrong')).status, 429)
    await second.close()
  })

  it('begin anew after a right code', async () => {
    const user = await testApp.makeUser()
    for (let count = 0; count < 4; count += 1) await tryPassword(user.uuid, 'wrong')
    assert.equal(
      (await tryCode(testApp, await mailedCode(testApp, user, elsewhere()), elsewhere())).status,
      200,
    )
    for (let count = 0; count < 4; count += 1) {
      assert.equal((await tryPassword(user.uuid, 'wrong')).code, 'wrong-credentials')
    }
    assert.equal((await tryPassword(user.uuid, rightPassword)).status, 200)
  })

  it('close the account at the hundredth, for codes too', async () => {
    const user = await testApp.makeUser()
    const right = await mailedCode(testApp, user, elsewhere())
    await tryPassword(user.uuid, 'wrong')
    await sql`update attempts set count = 100, blocked_until = 'infinity' where key like 'guess:%' and count = 1`.execute(
      testApp.services.db,
    )
    const closed = await tryCode(testApp, right, elsewhere())
    assert.equal(closed.status, 429)
    assert.equal(closed.code, 'account-locked')
    await sql`delete from attempts where key like 'guess:%'`.execute(testApp.services.db)
  })

  it('of others shut nobody out of the browser in which they signed in before', async () => {
    const user = await testApp.makeUser()
    const cookie = cookieOf(await tryCode(testApp, await mailedCode(testApp, user, elsewhere()), elsewhere()))
    for (let count = 0; count < 6; count += 1) await tryPassword(user.uuid, 'wrong')
    await forgetSends()
    const right = await mailedCode(testApp, user, elsewhere())
    assert.equal((await tryCode(testApp, right, elsewhere())).status, 429)
    assert.equal((await tryCode(testApp, right, elsewhere({ cookie }))).status, 200)
  })
})

describe('wrong codes of one person', () => {
  it('are refused from the eleventh an hour on, whatever challenge they are for', async () => {
    const user = await testApp.makeUser()
    for (let round = 0; round < 2; round += 1) {
      const { token, otp } = await mailedCode(testApp, user, elsewhere())
      for (let count = 0; count < 5; count += 1) {
        const answer = await tryCode(testApp, { token, otp: notThe(otp) }, elsewhere())
        assert.equal(answer.code, 'otp-wrong', `${round} ${count}`)
        await endWaits(testApp)
      }
    }
    const right = await mailedCode(testApp, user, elsewhere())
    const refused = await tryCode(testApp, right, elsewhere())
    assert.equal(refused.status, 429)
    assert.ok(Number(refused.headers['retry-after']) > 3_000)
    await sql`update attempts set window_ends_at = clock_timestamp() where key like 'otp-verify:3600:%'`.execute(
      testApp.services.db,
    )
    assert.equal(
      (await tryCode(testApp, right, elsewhere())).status,
      200,
      'neither the try nor the guess was spent',
    )
  })

  it('are refused from the fifty-first a day on', async () => {
    const user = await testApp.makeUser()
    const right = await mailedCode(testApp, user, elsewhere())
    await tryCode(testApp, { ...right, otp: notThe(right.otp) }, elsewhere())
    await sql`update attempts set count = 50 where key like 'otp-verify:86400:%' and count = 1`.execute(
      testApp.services.db,
    )
    const refused = await tryCode(testApp, right, elsewhere())
    assert.ok(Number(refused.headers['retry-after']) > 80_000)
    await sql`delete from attempts where key like 'otp-verify:86400:%'`.execute(testApp.services.db)
  })

  it('cost an address a puzzle from the 31st on; right ones are given back', async () => {
    const lab = elsewhere()
    for (let count = 0; count < 32; count += 1) {
      const right = await mailedCode(testApp, await testApp.makeUser(), elsewhere())
      assert.equal((await tryCode(testApp, right, lab)).status, 200, `pupil ${count}`)
    }
    for (let count = 0; count < 30; count += 1) await tryCode(testApp, { token: 'ot_x', otp: '123456' }, lab)
    assert.equal((await tryCode(testApp, { token: 'ot_x', otp: '123456' }, lab)).code, 'captcha-needed')
  })
})

describe('wrong codes of everybody together', () => {
  /** Answers with what the log said, in a house where so many codes were tried before the next wrong one. */
  async function sprayed(tries: number, wrong: number) {
    const busy = await openTestApp({ config: { logLevel: 'warn', trustedProxies: ['127.0.0.1'] } })
    const lines = busy.captureLog()
    const tryWrong = async () => {
      const { token } = (await mailCode(busy, randomUUID(), elsewhere())).data
      return tryCode(busy, { token, otp: '123456' }, elsewhere())
    }
    await tryWrong()
    await sql`update attempts set count = case key when 'otp-codes:tries' then ${tries}::int else ${wrong}::int end
      where key in ('otp-codes:tries', 'otp-codes:wrong')`.execute(busy.services.db)
    assert.equal((await tryWrong()).code, 'otp-wrong')
    return { busy, lines, tryWrong }
  }

  for (const [name, tries, wrong] of [
    ['two hundred', 10_000, 200],
    ['three in ten of a hundred', 100, 30],
  ] as const) {
    it(`above ${name} make each try cost a puzzle, and raise one alarm`, async () => {
      const { busy, lines, tryWrong } = await sprayed(tries, wrong)
      const user = await busy.makeUser()
      const right = await mailedCode(busy, user, elsewhere())
      const asked = await tryCode(busy, right, elsewhere())
      assert.equal(asked.code, 'captcha-needed')
      assert.equal((await tryWrong()).code, 'captcha-needed')
      const solved = { ...right, captcha: await solveCaptcha(asked.text) }
      assert.equal((await tryCode(busy, solved, elsewhere())).status, 200)
      const alarms = lines.filter((line) => line.includes('many wrong one-time codes'))
      assert.equal(alarms.length, 1)
      assert.doesNotMatch(alarms[0] ?? '', /ot_|123456|@/)
      const counted = await busy.services.metrics.alarms.get()
      assert.equal(counted.values.find(({ labels }) => labels.alarm === 'wrong-codes')?.value, 1)
      await sql`update attempts set window_ends_at = clock_timestamp() where key like 'otp-codes:%'`.execute(
        busy.services.db,
      )
      assert.equal((await tryWrong()).code, 'otp-wrong', 'the window is over')
      await busy.close()
    })
  }

  it('below both are nobody’s concern', async () => {
    const { busy, lines, tryWrong } = await sprayed(10_000, 198)
    assert.equal((await tryWrong()).code, 'otp-wrong')
    assert.equal((await tryWrong()).code, 'otp-wrong', 'the two hundred and first')
    assert.equal((await tryWrong()).code, 'captcha-needed')
    assert.equal(lines.length, 1)
    await busy.close()
  })
})
