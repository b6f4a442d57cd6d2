/** Tests which one-time codes open a session and which are refused (N-20, N-21, N-23). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { refreshToken } from '@foyer/contract/routes/sessions'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import {
  ageChallenges,
  anotherCode,
  codeTo,
  endWaits,
  mailCode,
  mailedCode,
  requestCode,
  tryCode,
} from './test-codes.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
})
after(() => testApp.close())

async function countSessions(userId: string): Promise<number> {
  const rows = await testApp.services.db
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', userId)
    .execute()
  return rows.length
}

describe('right code', () => {
  it('opens a session by a code in Devanagari and Arabic-Indic digits', async () => {
    for (const digits of ['०१२३४५६७८९', '٠١٢٣٤٥٦٧٨٩']) {
      const user = await testApp.makeUser({ password: null })
      const sent = await mailedCode(testApp, user)
      const otp = sent.otp.replace(/\d/g, (digit) => digits[Number(digit)] ?? '')
      assert.equal((await tryCode(testApp, { ...sent, otp })).status, 200)
    }
  })

  it('opens a session by a right code with amr otp', async () => {
    const user = await testApp.makeUser({ password: null })
    const { status, data, headers } = await tryCode(testApp, await mailedCode(testApp, user))
    assert.equal(status, 200)
    assert.equal(data.universal.platform, 'student')
    assert.deepEqual(data.user, {
      uuid: user.uuid,
      email: user.email,
      isEmailVerified: true,
      firstName: 'Asha',
      lastName: 'Rao',
      fullName: 'Asha Rao',
    })
    assert.deepEqual(data.universal.user, data.user)
    assert.deepEqual(decodeJwt(data.universal.accessToken).amr, ['otp'])
    assert.match(String(headers['set-cookie']), /^kd=[\w-]{43};/)
    const renewed = await testApp.call(refreshToken, { body: { refreshToken: data.universal.refreshToken } })
    assert.equal(renewed.status, 200)
  })

  it('opens a session by a code sent by SMS', async () => {
    const { uuid } = await testApp.makeUser({ phoneNumber: '+919876500001' })
    const { data } = await requestCode(testApp, { medium: 'sms', purpose: 'login', user: uuid })
    const otp = await codeTo(testApp, '+919876500001')
    assert.equal((await tryCode(testApp, { token: data.token, otp })).status, 200)
  })

  it('opens one session for fifty requests with the same code', async () => {
    const user = await testApp.makeUser()
    const right = await mailedCode(testApp, user)
    const answers = await Promise.all(Array.from({ length: 50 }, () => tryCode(testApp, right)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.equal(await countSessions(user.uuid), 1)
    assert.equal((await tryCode(testApp, right)).code, 'otp-expired')
  })

  it('opens one session for the same code at two copies of the service', async () => {
    const second = await testApp.openAnother()
    const user = await testApp.makeUser()
    const right = await mailedCode(testApp, user)
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, index) => tryCode(index % 2 ? testApp : second, right)),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    await second.close()
  })

  it('opens the requested platform, else the first of the product, else the first of all', async () => {
    const both = await testApp.makeUser({ platforms: ['professor', 'student', 'centreAdmin'] })
    const platformOf = async (
      verifyMore: { platform?: 'professor' },
      query?: 'learning-web' | 'center-web',
    ) => {
      await endWaits(testApp)
      await sql`delete from attempts where key like 'otp-send:%'`.execute(testApp.services.db)
      const more = query && { query: { platform: query } }
      const right = await mailedCode(testApp, both, more)
      return (await tryCode(testApp, { ...right, ...verifyMore }, more)).data.universal.platform
    }
    assert.equal(await platformOf({ platform: 'professor' }, 'learning-web'), 'professor')
    assert.equal(await platformOf({}, 'learning-web'), 'student')
    assert.equal(await platformOf({}, 'center-web'), 'centreAdmin')
    assert.equal(await platformOf({}), 'student')
  })
})

describe('validity of a code', () => {
  it('refuses a code after five minutes', async () => {
    const right = await mailedCode(testApp, await testApp.makeUser())
    await ageChallenges(testApp, 290)
    const other = await mailedCode(testApp, await testApp.makeUser())
    await ageChallenges(testApp, 15)
    const late = await tryCode(testApp, right)
    assert.equal(late.status, 400)
    assert.equal(late.code, 'otp-expired')
    assert.equal((await tryCode(testApp, other)).status, 200)
  })

  it('refuses a code for another or made-up challenge', async () => {
    const [mine, theirs] = [await testApp.makeUser(), await testApp.makeUser()]
    const one = await mailedCode(testApp, mine)
    const two = await mailedCode(testApp, theirs)
    const otp = one.otp === two.otp ? anotherCode(one.otp) : one.otp
    assert.equal((await tryCode(testApp, { token: two.token, otp })).code, 'otp-wrong')
    assert.equal((await tryCode(testApp, { token: 'ot_made-up', otp })).code, 'otp-expired')
    assert.equal((await tryCode(testApp, one)).status, 200)
  })

  it('refuses a code of another purpose at sign-in', async () => {
    const right = await mailedCode(testApp, await testApp.makeUser())
    await sql`update otp_challenges set purpose = 'email-change' where used_at is null and superseded_at is null`.execute(
      testApp.services.db,
    )
    assert.equal((await tryCode(testApp, right)).code, 'otp-expired')
  })

  it('keeps a code valid while its user requests one for another purpose', async () => {
    const user = await testApp.makeUser()
    const right = await mailedCode(testApp, user)
    await endWaits(testApp)
    const body = { medium: 'email', purpose: 'sign_up', email: user.email } as const
    assert.equal((await requestCode(testApp, body)).status, 200)
    assert.equal((await tryCode(testApp, right)).status, 200)
  })

  it('refuses a code for another product or device than it was sent for', async () => {
    const user = await testApp.makeUser({ platforms: ['student', 'serviceAdmin'] })
    const headers = { 'x-device-id': 'device-of-mine' }
    const query = { platform: 'learning-web' } as const
    const right = await mailedCode(testApp, user, { query, headers })
    const wrong = [
      { headers: { 'x-device-id': 'device-of-theirs' } },
      { query: { platform: 'internal-web' as const }, headers },
    ]
    for (const more of wrong) assert.equal((await tryCode(testApp, right, more)).code, 'otp-wrong')
    assert.equal((await tryCode(testApp, right)).status, 200)
  })

  it('uses up a code that is tried for a platform it cannot open', async () => {
    for (const platform of ['serviceAdmin', 'professor'] as const) {
      const user = await testApp.makeUser({ platforms: ['student', 'serviceAdmin'] })
      const right = await mailedCode(testApp, user, { query: { platform: 'learning-web' } })
      assert.equal((await tryCode(testApp, { ...right, platform })).code, 'no-membership')
      assert.equal((await tryCode(testApp, right)).code, 'otp-expired')
    }
  })

  it('refuses a code once the user lost its address or is disabled', async () => {
    const { db } = testApp.services
    const [moved, disabled] = [await testApp.makeUser(), await testApp.makeUser()]
    const codes = [await mailedCode(testApp, moved), await mailedCode(testApp, disabled)]
    await db.deleteFrom('emails').where('userId', '=', moved.uuid).execute()
    await db.updateTable('users').set({ disabledAt: new Date() }).where('id', '=', disabled.uuid).execute()
    for (const code of codes) assert.equal((await tryCode(testApp, code)).code, 'otp-wrong')
  })
})

describe('wrong codes', () => {
  it('refuses even the right code after five wrong ones', async () => {
    const [four, five] = [await testApp.makeUser(), await testApp.makeUser()]
    const [one, two] = [await mailedCode(testApp, four), await mailedCode(testApp, five)]
    const wrong = (right: typeof one) => tryCode(testApp, { token: right.token, otp: anotherCode(right.otp) })
    for (let count = 0; count < 4; count += 1) {
      const answer = await wrong(one)
      assert.equal(answer.code, 'otp-wrong')
      assert.deepEqual(Object.keys(answer.fields), ['otp'])
    }
    assert.equal((await tryCode(testApp, one)).status, 200)
    for (let count = 0; count < 5; count += 1) assert.equal((await wrong(two)).code, 'otp-wrong')
    await endWaits(testApp)
    assert.equal((await tryCode(testApp, two)).code, 'otp-expired')
  })

  it('checks at most five of fifty wrong codes at once', async () => {
    const user = await testApp.makeUser()
    const { token, otp } = await mailedCode(testApp, user)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => tryCode(testApp, { token, otp: anotherCode(otp) })),
    )
    const checked = answers.filter(({ code }) => code === 'otp-wrong').length
    assert.ok(checked <= 5 && checked > 0, `${checked}`)
    for (const { status } of answers) assert.ok(status === 400 || status === 429)
    for (let more = checked; more < 5; more += 1) {
      await endWaits(testApp)
      await tryCode(testApp, { token, otp: anotherCode(otp) })
    }
    await endWaits(testApp)
    assert.equal((await tryCode(testApp, { token, otp })).code, 'otp-expired')
    assert.equal(await countSessions(user.uuid), 0)
  })

  it('refuses wrong codes of known and unknown users alike, as often and at the same cost', async () => {
    const known = await testApp.makeUser()
    const texts: string[][] = []
    const counts: number[] = []
    for (const user of [known.uuid, randomUUID()]) {
      const { token } = (await mailCode(testApp, user)).data
      const otp = user === known.uuid ? anotherCode(await codeTo(testApp, known.email)) : '123456'
      const answers: string[] = []
      const once = async () => {
        const { text, headers } = await tryCode(testApp, { token, otp })
        // The remaining seconds of the wait differ by a few seconds between answers, so 20 to 30 s become 30 s.
        answers.push(`${text} ${headers['retry-after']}`.replaceAll(/\b(2\d|30)\b/g, '30'))
      }
      counts.push(await testApp.countStatements(once))
      for (let count = 0; count < 6; count += 1) await once()
      await endWaits(testApp)
      await once()
      texts.push(answers)
    }
    assert.deepEqual(texts[0], texts[1])
    assert.equal(counts[0], counts[1])
  })
})

describe('codes of staff', () => {
  it('signs staff in by a code unless the configuration forbids it', async () => {
    const user = await testApp.makeUser({ platforms: ['professor'] })
    assert.equal((await tryCode(testApp, await mailedCode(testApp, user))).status, 200)
    const withoutStaffOtp = await openTestApp({ config: { staffOtp: 'off' } })
    const staff = await withoutStaffOtp.makeUser({ platforms: ['professor'] })
    assert.equal((await mailCode(withoutStaffOtp, staff.uuid)).status, 200)
    assert.equal((await withoutStaffOtp.services.outbox.recent(withoutStaffOtp.services.db, 1)).length, 0)
    const both = await withoutStaffOtp.makeUser({ platforms: ['professor', 'student'] })
    const right = await mailedCode(withoutStaffOtp, both)
    assert.equal(
      (await tryCode(withoutStaffOtp, { ...right, platform: 'professor' })).code,
      'password-needed',
    )
    await endWaits(withoutStaffOtp)
    const again = await mailedCode(withoutStaffOtp, both)
    assert.equal((await tryCode(withoutStaffOtp, again)).data.universal.platform, 'student')
    await withoutStaffOtp.close()
  })
})
