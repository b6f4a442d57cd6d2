/** Tests a sign-up with the email of an existing account: disclosure, proofs, lockout and races (N-110, N-154). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { platformRow, platforms } from '@foyer/contract/platforms'
import { sendOtp } from '@foyer/contract/routes/otp'
import type { Call } from '@foyer/contract/routes/route'
import { login } from '@foyer/contract/routes/sign-in'
import { joinPlatform } from '@foyer/contract/routes/sign-up'
import { sql } from 'kysely'
import { setDisabled } from '../../identity/users/users.ts'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { anotherCode, codeTo, endWaits, mailedCode, tryCode } from '../otp/test-codes.ts'
import { countRows, freshAddress, goodPassword, trySignUp } from './test-sign-ups.ts'

const config = { trustedProxies: ['127.0.0.1'], captcha: 'off' as const, limitsFactor: 1_000 }

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config })
})
after(() => testApp.close())

type Body = Call<typeof joinPlatform>['body']

const right = { password: rightPassword }
const wrong = { password: 'a wrong password' }
const typed = { password1: goodPassword, password2: goodPassword }

function join(
  given: Pick<Body, 'email' | 'proof'> & Partial<Body>,
  headers: Record<string, string> = freshAddress(),
  app: TestApp = testApp,
) {
  const names = { firstName: 'Meera', lastName: 'Iyer' }
  const body = { ...names, platform: 'student', source: 'direct', utmParams: {}, ...given } as const
  return app.call(joinPlatform, { body }, { headers })
}

function askCode(email: string, app: TestApp) {
  const body = { medium: 'email', purpose: 'sign_up', email } as const
  return app.call(sendOtp, { body }, { headers: freshAddress() })
}

async function codeFor(email: string, app = testApp) {
  const { data } = await askCode(email, app)
  return { token: data.token, otp: await codeTo(app, email) }
}

async function platformsOf(userId: string): Promise<string[]> {
  const { rows } = await sql<{ platform: string }>`
    select platform from memberships where user_id = ${userId} order by platform`.execute(testApp.services.db)
  return rows.map(({ platform }) => platform)
}

async function mailsTo(email: string): Promise<string[]> {
  const messages = await testApp.services.outbox.recent(testApp.services.db, 200)
  return messages.filter(({ to }) => to === email).map(({ template }) => template)
}

const accountIn = (text: string) => JSON.parse(text).errors.account

describe('a sign-up with the email of an account', () => {
  it('asks for a proof where the account has no access, and not where look-ups name the member', async () => {
    const learner = await testApp.makeUser()
    const teacher = await testApp.makeUser({ platforms: ['professor'] })
    const ofLearner = await trySignUp(testApp, { email: learner.email })
    const ofTeacher = await trySignUp(testApp, { email: teacher.email })
    assert.deepEqual([ofLearner.code, ofTeacher.code], ['email-taken', 'email-taken'])
    assert.equal(accountIn(ofLearner.text), undefined)
    assert.deepEqual(accountIn(ofTeacher.text), { email: teacher.email, has_password: true })
    assert.equal(ofTeacher.fields.email?.[0], 'account with this email already exists')
  })

  it('answers alike for a disabled member, staff, and an account without a password or a platform', async () => {
    const disabled = await testApp.makeUser()
    await setDisabled(testApp.services.db, disabled.uuid, true)
    const others = [
      await testApp.makeUser({ platforms: ['svp'], password: null }),
      await testApp.makeUser({ platforms: [] }),
    ]
    const texts = new Set<string>()
    for (const { email } of [disabled, ...others]) {
      const { text } = await trySignUp(testApp, { email })
      texts.add(text.replaceAll(email, 'the typed email'))
    }
    assert.equal(texts.size, 1)
    assert.match([...texts].join(), /"account"/)
  })

  it('answers alike for members and others where look-ups are guarded', async () => {
    const strict = await openTestApp({ config: { ...config, enumerationMode: 'strict' } })
    const texts = new Set<string>()
    for (const held of [['student'], ['professor']] as const) {
      const { email } = await strict.makeUser({ platforms: [...held] })
      const { text } = await trySignUp(strict, { email })
      texts.add(text.replaceAll(email, 'the typed email'))
      const signedIn = await join({ email, proof: right }, freshAddress(), strict)
      assert.deepEqual([signedIn.status, signedIn.data.platform], [200, 'student'])
    }
    assert.equal(texts.size, 1)
    await strict.close()
  })
})

describe('a proof by password', () => {
  it('adds the platform, signs in, keeps the name and mails the owner', async () => {
    const { uuid, email } = await testApp.makeUser({ platforms: ['iqa'] })
    const { status, data } = await join({ email, proof: right })
    assert.deepEqual([status, data.platform, data.user.uuid], [200, 'student', uuid])
    assert.equal(data.user.fullName, 'Asha Rao')
    assert.deepEqual(await platformsOf(uuid), ['iqa', 'student'])
    assert.ok((await mailsTo(email)).includes('platform-added'))
    const body = { email, ...right, product: 'learning', platform: 'student' } as const
    assert.equal((await testApp.call(login, { body })).status, 200)
  })

  it('signs a member in, adds nothing and sends no mail about it', async () => {
    const { uuid, email } = await testApp.makeUser()
    assert.equal((await join({ email, proof: right })).status, 200)
    assert.deepEqual(await platformsOf(uuid), ['student'])
    assert.ok(!(await mailsTo(email)).includes('platform-added'))
  })

  it('adds no platform whose accounts are invited or come from schools, whatever the proof', async () => {
    const { uuid, email } = await testApp.makeUser()
    for (const platform of platforms.filter((one) => platformRow(one).signUp !== 'open')) {
      const { status, code } = await join({ email, proof: right, platform })
      assert.deepEqual([status, code], [403, 'no-access'], platform)
    }
    assert.deepEqual(await platformsOf(uuid), ['student'])
  })

  it('answers a wrong proof alike for a known, an unknown and a disabled account, and makes nothing', async () => {
    const known = await testApp.makeUser({ platforms: ['iqa'] })
    const disabled = await testApp.makeUser({ platforms: ['iqa'] })
    await setDisabled(testApp.services.db, disabled.uuid, true)
    const noPassword = await testApp.makeUser({ platforms: ['iqa'], password: null })
    const attempts = [
      { email: known.email, proof: wrong },
      { email: 'nobody-has-this@example.com', proof: right },
      { email: disabled.email, proof: right },
      { email: noPassword.email, proof: right },
    ]
    const answers = new Set<string>()
    const counts = new Set<number>()
    const before = await countRows(testApp)
    for (const given of attempts)
      counts.add(
        await testApp.countStatements(async () => {
          const { status, text } = await join(given)
          answers.add(`${status} ${text}`)
        }),
      )
    assert.deepEqual([answers.size, counts.size], [1, 1])
    assert.match([...answers].join(), /^400 .*wrong-credentials/)
    assert.deepEqual(await countRows(testApp), before)
  })

  it('counts wrong proofs against the lockout of sign-ins, in both directions, for passwords and codes', async () => {
    const { email } = await testApp.makeUser({ platforms: ['iqa'] })
    const body = { email, product: 'learning', platform: 'iqa' } as const
    for (let count = 0; count < 3; count += 1) await join({ email, proof: wrong })
    const proof = await codeFor(email)
    assert.equal((await join({ email, proof: { ...proof, otp: anotherCode(proof.otp) } })).code, 'otp-wrong')
    assert.equal((await testApp.call(login, { body: { ...body, ...wrong } })).status, 400)
    for (const locked of [
      await testApp.call(login, { body: { ...body, ...right } }),
      await join({ email, proof: right }),
      await join({ email, proof }),
    ])
      assert.equal(locked.code, 'too-many-attempts')
    await endWaits(testApp)
    assert.equal((await join({ email, proof: right })).status, 200)
  })
})

describe('a proof by code', () => {
  it('works once, and keeps the password of an account that has one', async () => {
    const { email } = await testApp.makeUser({ platforms: ['professor'] })
    const proof = await codeFor(email)
    assert.equal((await join({ email, proof, ...typed })).status, 200)
    assert.equal((await join({ email, proof, ...typed })).code, 'otp-expired')
    assert.equal((await join({ email, proof: { password: goodPassword } })).code, 'wrong-credentials')
    assert.equal((await join({ email, proof: right })).status, 200)
  })

  it('gives no password to an account without one, of a learner or of staff, whatever STAFF_OTP says', async () => {
    for (const staffOtp of ['on', 'off'] as const) {
      const app = await openTestApp({ config: { ...config, staffOtp } })
      for (const platform of ['iqa', 'professor', 'svp'] as const) {
        const { uuid, email } = await app.makeUser({ platforms: [platform], password: null })
        const proof = await codeFor(email, app)
        assert.equal((await join({ email, proof, ...typed }, freshAddress(), app)).status, 200)
        const refused = await app.call(login, { body: { uuid, password: goodPassword, product: 'learning' } })
        assert.deepEqual(
          [refused.status, refused.code],
          [400, 'wrong-credentials'],
          `${platform} ${staffOtp}`,
        )
      }
      await app.close()
    }
  })

  it('gives no password to an invited account whose address it proves first', async () => {
    const { uuid, email } = await testApp.makeUser({ platforms: ['professor'], password: null })
    await sql`update emails set provenance = 'invited' where user_id = ${uuid}`.execute(testApp.services.db)
    assert.equal((await join({ email, proof: await codeFor(email), ...typed })).status, 200)
    assert.equal((await join({ email, proof: { password: goodPassword } })).code, 'wrong-credentials')
  })

  it('takes no code of a sign-in or of another email, and its own code signs in nowhere', async () => {
    const user = await testApp.makeUser()
    const other = await testApp.makeUser({ platforms: ['iqa'] })
    const ofSignIn = await mailedCode(testApp, user)
    assert.equal((await join({ email: user.email, proof: ofSignIn })).code, 'otp-expired')
    await endWaits(testApp)
    const own = await codeFor(user.email)
    assert.equal((await tryCode(testApp, own)).code, 'otp-expired')
    assert.equal((await join({ email: other.email, proof: own })).code, 'otp-wrong')
    assert.deepEqual(await platformsOf(other.uuid), ['iqa'])
  })

  it('clears an account that a stranger opened when its owner enters a code', async () => {
    const email = 'owner-of-this@example.com'
    const stranger = await trySignUp(testApp, { email, firstName: 'Mallory' })
    const { data } = await join({ email, proof: await codeFor(email) })
    assert.deepEqual([data.user.fullName, data.user.isEmailVerified], ['Meera Iyer', true])
    assert.equal(data.user.uuid, stranger.data.user.uuid)
    assert.equal((await join({ email, proof: { password: goodPassword } })).code, 'wrong-credentials')
  })

  it("stores the typed password in place of the stranger's that it has just removed", async () => {
    const email = 'owner-with-a-password@example.com'
    await trySignUp(testApp, { email, firstName: 'Mallory' })
    const own = 'heron on a tin roof'
    const given = { email, password1: own, password2: own }
    assert.equal((await join({ ...given, proof: await codeFor(email) })).status, 200)
    assert.equal((await join({ email, proof: { password: goodPassword } })).code, 'wrong-credentials')
    assert.equal((await join({ email, proof: { password: own } })).status, 200)
  })
})

describe('repetitions and races', () => {
  it('adds the platform once and mails the owner once for twenty proofs at once', async () => {
    const { uuid, email } = await testApp.makeUser({ platforms: ['iqa'] })
    const answers = await Promise.all(Array.from({ length: 20 }, () => join({ email, proof: right })))
    assert.ok(answers.some(({ status }) => status === 200))
    assert.deepEqual(await platformsOf(uuid), ['iqa', 'student'])
    assert.equal((await mailsTo(email)).filter((template) => template === 'platform-added').length, 1)
  })

  it('answers a repeated request with a used code with a session', async () => {
    const { email } = await testApp.makeUser({ platforms: ['iqa'] })
    const proof = await codeFor(email)
    const headers = { ...freshAddress(), 'idempotency-key': randomUUID() }
    const first = await join({ email, proof }, headers)
    const again = await join({ email, proof }, headers)
    assert.deepEqual([first.status, again.status], [200, 200])
  })

  it('makes nothing and keeps the code valid when a later statement fails', async () => {
    const { db } = testApp.services
    const { uuid, email } = await testApp.makeUser({ platforms: ['iqa'] })
    const proof = await codeFor(email)
    await sql`alter table sign_ups rename to away`.execute(db)
    const failed = await join({ email, proof })
    await sql`alter table away rename to sign_ups`.execute(db)
    assert.equal(failed.code, 'sign-up-failed')
    assert.deepEqual(await platformsOf(uuid), ['iqa'])
    assert.equal((await join({ email, proof })).status, 200)
  })
})
