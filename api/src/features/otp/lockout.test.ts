/**
 * Tests the limits of wrong codes: the lockout shared with passwords, the windows per user, and the alarm across all users
 * (N-20).
 */
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { tryRules } from '../../identity/tokens/otp-breaker.ts'
import { lockoutKey, otpTryRules } from '../../kernel/limits/user-limits.ts'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { anotherCode, endWaits, mailCode, mailedCode, solveCaptcha, tryCode } from './test-codes.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { trustedProxies: ['127.0.0.1'] } })
})
after(() => testApp.close())

let addresses = 0
function newAddress(more: Record<string, string> = {}) {
  addresses += 1
  return { headers: { 'x-forwarded-for': `198.51.${addresses >> 8}.${addresses & 255}`, ...more } }
}

function tryPassword(uuid: string, password: string, more = newAddress(), at = testApp) {
  return at.call(login, { body: { uuid, password, product: 'learning' } }, more)
}

/** Ends the resend waits. */
async function forgetSends(): Promise<void> {
  await sql`delete from attempts where key like 'otp-send:%'`.execute(testApp.services.db)
}

function cookieOf({ headers }: { headers: Record<string, unknown> }): string {
  return String(headers['set-cookie']).split(';')[0] ?? ''
}

describe('lockout by passwords and codes', () => {
  it('locks passwords and codes after three wrong ones of one and two of the other', async () => {
    const user = await testApp.makeUser()
    for (let count = 0; count < 3; count += 1) await tryPassword(user.uuid, 'wrong')
    const right = await mailedCode(testApp, user, newAddress())
    for (let count = 0; count < 2; count += 1) {
      assert.equal(
        (await tryCode(testApp, { ...right, otp: anotherCode(right.otp) }, newAddress())).code,
        'otp-wrong',
      )
    }
    const locked = await tryCode(testApp, right, newAddress())
    assert.equal(locked.status, 429)
    const seconds = Number(locked.headers['retry-after'])
    assert.ok(seconds > 20 && seconds <= 30, `${seconds}`)
    assert.equal((await tryPassword(user.uuid, rightPassword)).status, 429)
    await endWaits(testApp)
    assert.equal(
      (await tryCode(testApp, right, newAddress())).status,
      200,
      'an unchecked code does not count',
    )
  })

  it('shares the lockout across two copies of the service, for unknown users too', async () => {
    const second = await testApp.openAnother()
    const user = randomUUID()
    for (let count = 0; count < 3; count += 1) await tryPassword(user, 'wrong', newAddress(), second)
    const { token } = (await mailCode(testApp, user, newAddress())).data
    for (let count = 0; count < 2; count += 1) {
      assert.equal((await tryCode(second, { token, otp: '123456' }, newAddress())).code, 'otp-wrong')
    }
    assert.equal((await tryCode(testApp, { token, otp: '123456' }, newAddress())).status, 429)
    assert.equal((await tryPassword(user, 'wrong')).status, 429)
    await second.close()
  })

  it('sorts its keys before those of the limits of codes, so that two statements never deadlock', async () => {
    const { db, keyring } = testApp.services
    const known = [null, randomBytes(16)]
    const lockouts = Array.from({ length: 50 }, () => randomUUID()).flatMap((subject) =>
      known.map((browser) => lockoutKey(keyring, subject, browser)),
    )
    const limits = [...lockouts.flatMap(otpTryRules), ...tryRules].map(({ key }) => key)
    const { rows } = await sql<{ key: string }>`
      select key from unnest(${[...limits, ...lockouts]}::text[]) as given (key) order by key`.execute(db)
    const first = rows.slice(0, lockouts.length).map(({ key }) => key)
    assert.deepEqual(new Set(first), new Set(lockouts))
  })

  it('resets the lockout after a right code', async () => {
    const user = await testApp.makeUser()
    for (let count = 0; count < 4; count += 1) await tryPassword(user.uuid, 'wrong')
    assert.equal(
      (await tryCode(testApp, await mailedCode(testApp, user, newAddress()), newAddress())).status,
      200,
    )
    for (let count = 0; count < 4; count += 1) {
      assert.equal((await tryPassword(user.uuid, 'wrong')).code, 'wrong-credentials')
    }
    assert.equal((await tryPassword(user.uuid, rightPassword)).status, 200)
  })

  it('locks the account for codes at the hundredth wrong attempt', async () => {
    const user = await testApp.makeUser()
    const right = await mailedCode(testApp, user, newAddress())
    await tryPassword(user.uuid, 'wrong')
    await sql`update attempts set count = 100, blocked_until = 'infinity' where key like 'guess:%' and count = 1`.execute(
      testApp.services.db,
    )
    const locked = await tryCode(testApp, right, newAddress())
    assert.equal(locked.status, 429)
    assert.equal(locked.code, 'account-locked')
    await sql`delete from attempts where key like 'guess:%'`.execute(testApp.services.db)
  })

  it('keeps a known browser out of a lockout by other browsers', async () => {
    const user = await testApp.makeUser()
    const cookie = cookieOf(
      await tryCode(testApp, await mailedCode(testApp, user, newAddress()), newAddress()),
    )
    for (let count = 0; count < 6; count += 1) await tryPassword(user.uuid, 'wrong')
    await forgetSends()
    const right = await mailedCode(testApp, user, newAddress())
    assert.equal((await tryCode(testApp, right, newAddress())).status, 429)
    assert.equal((await tryCode(testApp, right, newAddress({ cookie }))).status, 200)
  })
})

describe('wrong codes of one user', () => {
  it('refuses codes of a user after ten wrong ones within an hour, across challenges', async () => {
    const user = await testApp.makeUser()
    for (let round = 0; round < 2; round += 1) {
      const { token, otp } = await mailedCode(testApp, user, newAddress())
      for (let count = 0; count < 5; count += 1) {
        const answer = await tryCode(testApp, { token, otp: anotherCode(otp) }, newAddress())
        assert.equal(answer.code, 'otp-wrong', `${round} ${count}`)
        await endWaits(testApp)
      }
    }
    const right = await mailedCode(testApp, user, newAddress())
    const refused = await tryCode(testApp, right, newAddress())
    assert.equal(refused.status, 429)
    assert.ok(Number(refused.headers['retry-after']) > 3_000)
    await sql`update attempts set window_ends_at = clock_timestamp() where key like 'otp-verify:3600:%'`.execute(
      testApp.services.db,
    )
    assert.equal((await tryCode(testApp, right, newAddress())).status, 200, 'neither attempt counted')
  })

  it('refuses codes of a user after fifty wrong ones within a day', async () => {
    const user = await testApp.makeUser()
    const right = await mailedCode(testApp, user, newAddress())
    await tryCode(testApp, { ...right, otp: anotherCode(right.otp) }, newAddress())
    await sql`update attempts set count = 50 where key like 'otp-verify:86400:%' and count = 1`.execute(
      testApp.services.db,
    )
    const refused = await tryCode(testApp, right, newAddress())
    assert.ok(Number(refused.headers['retry-after']) > 80_000)
    await sql`delete from attempts where key like 'otp-verify:86400:%'`.execute(testApp.services.db)
  })

  it('demands a captcha of a network address after thirty wrong codes, not counting right ones', async () => {
    const classroom = newAddress()
    for (let count = 0; count < 32; count += 1) {
      const right = await mailedCode(testApp, await testApp.makeUser(), newAddress())
      assert.equal((await tryCode(testApp, right, classroom)).status, 200, `user ${count}`)
    }
    for (let count = 0; count < 30; count += 1)
      await tryCode(testApp, { token: 'ot_x', otp: '123456' }, classroom)
    assert.equal((await tryCode(testApp, { token: 'ot_x', otp: '123456' }, classroom)).code, 'captcha-needed')
  })
})

describe('wrong codes of all users', () => {
  /** Opens a test app that has counted these numbers of attempts and wrong codes, and captures its log. */
  async function openSprayed(attempts: number, wrong: number) {
    const busy = await openTestApp({ config: { logLevel: 'warn', trustedProxies: ['127.0.0.1'] } })
    const lines = busy.captureLog()
    const tryWrong = async () => {
      const { token } = (await mailCode(busy, randomUUID(), newAddress())).data
      return tryCode(busy, { token, otp: '123456' }, newAddress())
    }
    await tryWrong()
    await sql`update attempts set count = case key when 'otp-codes:tries' then ${attempts}::int else ${wrong}::int end
      where key in ('otp-codes:tries', 'otp-codes:wrong')`.execute(busy.services.db)
    assert.equal((await tryWrong()).code, 'otp-wrong')
    return { busy, lines, tryWrong }
  }

  for (const [name, attempts, wrong] of [
    ['two hundred', 10_000, 200],
    ['three in ten of a hundred', 100, 30],
  ] as const) {
    it(`demands a captcha for every code above ${name} wrong codes and raises one alarm`, async () => {
      const { busy, lines, tryWrong } = await openSprayed(attempts, wrong)
      const user = await busy.makeUser()
      const right = await mailedCode(busy, user, newAddress())
      const unsolved = await tryCode(busy, right, newAddress())
      assert.equal(unsolved.code, 'captcha-needed')
      assert.equal((await tryWrong()).code, 'captcha-needed')
      const solved = { ...right, captcha: await solveCaptcha(unsolved.text) }
      assert.equal((await tryCode(busy, solved, newAddress())).status, 200)
      const alarms = lines.filter((line) => line.includes('many wrong one-time codes'))
      assert.equal(alarms.length, 1)
      assert.doesNotMatch(alarms[0] ?? '', /ot_|123456|@/)
      const counted = await busy.services.metrics.alarms.get()
      assert.equal(counted.values.find(({ labels }) => labels.alarm === 'wrong-codes')?.value, 1)
      await sql`update attempts set window_ends_at = clock_timestamp() where key like 'otp-codes:%'`.execute(
        busy.services.db,
      )
      assert.equal((await tryWrong()).code, 'otp-wrong', 'the window has ended')
      await busy.close()
    })
  }

  it('raises no alarm below both thresholds of wrong codes', async () => {
    const { busy, lines, tryWrong } = await openSprayed(10_000, 198)
    assert.equal((await tryWrong()).code, 'otp-wrong')
    assert.equal((await tryWrong()).code, 'otp-wrong', 'the two hundred and first')
    assert.equal((await tryWrong()).code, 'captcha-needed')
    assert.equal(lines.length, 1)
    await busy.close()
  })
})
