/** Tests the sign-up of a school with an account that exists: proofs, lockout, disclosure, first proofs and races. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { listSessions } from '@foyer/contract/routes/sessions'
import { login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { anotherCode, endWaits, mailedCode, tryCode } from '../otp/test-codes.ts'
import { trySignUp } from '../sign-up/test-sign-ups.ts'
import { openTestApp, rightPassword, type TestApp } from '../testing/test-app.ts'
import {
  goodPassword,
  newKey,
  placeIn,
  requestSchoolCode,
  schoolCode,
  trySchool,
  tryWithAccount,
} from './test-schools.ts'

let testApp: TestApp
let india: Awaited<ReturnType<typeof placeIn>>
before(async () => {
  testApp = await openTestApp({
    config: { trustedProxies: ['127.0.0.1'], captcha: 'off', limitsFactor: 1_000 },
  })
  india = await placeIn(testApp, 'IN')
})
after(() => testApp.close())

const right = { password: rightPassword }
const wrong = { password: 'a wrong password' }

async function schoolsOf(userId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from schools join school_access on school_id = id where user_id = ${userId}
    order by name`.execute(testApp.services.db)
  return rows.map(({ name }) => name)
}

async function mailsTo(email: string): Promise<string[]> {
  const messages = await testApp.services.outbox.recent(testApp.services.db, 50)
  return messages.filter(({ to }) => to === email).map(({ template }) => template)
}

describe('a proof by password', () => {
  it('adds school, membership and session to the account, keeps its name and mails the owner', async () => {
    const { uuid, email } = await testApp.makeUser()
    const { status, data } = await tryWithAccount(testApp, { ...india, email, proof: right })
    assert.equal(status, 200)
    assert.deepEqual([data.platform, data.user.uuid, data.user.fullName], ['school', uuid, 'Asha Rao'])
    assert.deepEqual(await schoolsOf(uuid), ['Green Valley School'])
    assert.equal((await testApp.call(listSessions, {}, { token: data.accessToken })).status, 200)
    assert.ok((await mailsTo(email)).includes('school-added'))
    const again = await testApp.call(login, { body: { email, ...right, product: 'school' } })
    assert.equal(again.data.platform, 'school')
  })

  it('lets a member sign up a second school, and five a day', async () => {
    const strict = await openTestApp({ config: { trustedProxies: ['127.0.0.1'], captcha: 'off' } })
    const place = await placeIn(strict, 'GI')
    const { email } = await strict.makeUser({ platforms: ['school'] })
    const statuses: number[] = []
    for (const schoolName of ['One', 'Two', 'Three', 'Four', 'Five', 'Six'])
      statuses.push((await tryWithAccount(strict, { ...place, email, schoolName, proof: right })).status)
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
    await strict.close()
  })

  it('refuses a wrong place at its field before it looks at the proof', async () => {
    const { email } = await testApp.makeUser()
    const { status, fields } = await tryWithAccount(testApp, { ...india, stateId: null, email, proof: right })
    assert.deepEqual([status, Object.keys(fields)], [400, ['stateId']])
  })

  it('refuses no proof, half a proof and two proofs', async () => {
    const { email } = await testApp.makeUser()
    const proofs = [{}, { otp: '123456' }, { token: 'ot_x' }, { ...right, token: 'ot_x', otp: '123456' }]
    for (const proof of proofs) {
      const { status, fields } = await tryWithAccount(testApp, { ...india, email, proof })
      assert.deepEqual([status, Object.keys(fields)], [400, ['proof']])
    }
  })
})

describe('a wrong proof', () => {
  it('answers a wrong proof alike for a known, an unknown and a disabled account, and makes nothing', async () => {
    const { uuid, email } = await testApp.makeUser()
    const disabled = await testApp.makeUser()
    const { db } = testApp.services
    await sql`update users set disabled_at = now() where id = ${disabled.uuid}`.execute(db)
    const noPassword = await testApp.makeUser({ password: null })
    const attempts = [
      { email, proof: wrong },
      { email: 'nobody-has-this@example.com', proof: right },
      { email: disabled.email, proof: right },
      { email: noPassword.email, proof: right },
    ]
    const texts = new Set<string>()
    const counts = new Set<number>()
    for (const given of attempts) {
      counts.add(
        await testApp.countStatements(async () => {
          const { status, code, fields, text } = await tryWithAccount(testApp, { ...india, ...given })
          assert.deepEqual([status, code, Object.keys(fields)], [400, 'wrong-credentials', ['password']])
          texts.add(text)
        }),
      )
    }
    assert.equal(texts.size, 1)
    assert.equal(counts.size, 1, 'the same number of statements')
    assert.deepEqual(await schoolsOf(uuid), [])
    assert.equal((await mailsTo(disabled.email)).length, 0)
  })

  it('counts wrong proofs against the lockout of sign-ins, in both directions, for passwords and codes', async () => {
    const { email } = await testApp.makeUser({ platforms: ['school'] })
    const signIn = (password: string) => testApp.call(login, { body: { email, password, product: 'school' } })
    for (let count = 0; count < 3; count += 1)
      assert.equal((await tryWithAccount(testApp, { ...india, email, proof: wrong })).status, 400)
    const proof = await schoolCode(testApp, email)
    const wrongCode = { ...proof, otp: anotherCode(proof.otp) }
    assert.equal((await tryWithAccount(testApp, { ...india, email, proof: wrongCode })).code, 'otp-wrong')
    assert.equal((await signIn('a wrong password')).status, 400)
    for (const locked of [
      await signIn(rightPassword),
      await tryWithAccount(testApp, { ...india, email, proof: right }),
      await tryWithAccount(testApp, { ...india, email, proof }),
    ])
      assert.equal(locked.code, 'too-many-attempts')
    await endWaits(testApp)
    assert.equal((await tryWithAccount(testApp, { ...india, email, proof: right })).status, 200)
  })

  it('refuses the right password of a closed account', async () => {
    const { email } = await testApp.makeUser()
    await tryWithAccount(testApp, { ...india, email, proof: wrong })
    await sql`update attempts set count = 100, blocked_until = 'infinity' where key like 'guess:%'`.execute(
      testApp.services.db,
    )
    const { code } = await tryWithAccount(testApp, { ...india, email, proof: right })
    await sql`delete from attempts`.execute(testApp.services.db)
    assert.equal(code, 'account-locked')
  })
})

describe('a proof by code', () => {
  it('works for an account without a membership in the product, once, and stores a password if there is none', async () => {
    const { uuid, email } = await testApp.makeUser({ password: null, platforms: ['professor'] })
    const proof = await schoolCode(testApp, email)
    const typed = { password1: goodPassword, password2: goodPassword }
    const { status, data } = await tryWithAccount(testApp, { ...india, email, proof, ...typed })
    assert.deepEqual([status, data.user.uuid, data.platform], [200, uuid, 'school'])
    const used = await tryWithAccount(testApp, { ...india, email, proof })
    assert.equal(used.code, 'otp-expired')
    const signIn = await testApp.call(login, { body: { email, password: goodPassword, product: 'school' } })
    assert.equal(signIn.status, 200)
  })

  it('keeps the password of an account that has one', async () => {
    const { email } = await testApp.makeUser()
    const proof = await schoolCode(testApp, email)
    const typed = { password1: goodPassword, password2: goodPassword }
    assert.equal((await tryWithAccount(testApp, { ...india, email, proof, ...typed })).status, 200)
    const signIn = (password: string) => testApp.call(login, { body: { email, password, product: 'school' } })
    assert.equal((await signIn(goodPassword)).status, 400)
    assert.equal((await signIn(rightPassword)).status, 200)
  })

  it('takes no code of a sign-in, and its own code signs in nowhere', async () => {
    const user = await testApp.makeUser()
    const ofSignIn = await mailedCode(testApp, user)
    assert.equal(
      (await tryWithAccount(testApp, { ...india, email: user.email, proof: ofSignIn })).code,
      'otp-expired',
    )
    await endWaits(testApp)
    const ofSchool = await schoolCode(testApp, user.email)
    assert.equal((await tryCode(testApp, ofSchool)).code, 'otp-expired')
  })

  it('takes no code that was sent to another email', async () => {
    const attacker = await testApp.makeUser()
    const victim = await testApp.makeUser()
    const proof = await schoolCode(testApp, attacker.email)
    const { code } = await tryWithAccount(testApp, { ...india, email: victim.email, proof })
    assert.equal(code, 'otp-wrong')
    assert.deepEqual([await schoolsOf(victim.uuid), await schoolsOf(attacker.uuid)], [[], []])
  })

  it('answers a request for a code alike for unknown, disabled and known emails, and mails the known alone', async () => {
    const known = await testApp.makeUser()
    const disabled = await testApp.makeUser()
    await sql`update users set disabled_at = now() where id = ${disabled.uuid}`.execute(testApp.services.db)
    const emails = [known.email, disabled.email, 'unknown-to-all@example.com']
    const shapes = new Set<string>()
    const counts = new Set<number>()
    for (const email of emails)
      counts.add(
        await testApp.countStatements(async () => {
          const { status, data } = await requestSchoolCode(testApp, email)
          shapes.add(JSON.stringify([status, Object.keys(data), data.token.length]))
        }),
      )
    assert.deepEqual([shapes.size, counts.size], [1, 1])
    assert.deepEqual(await Promise.all(emails.map(async (email) => (await mailsTo(email)).length)), [1, 0, 0])
  })
})

describe('an account that a stranger opened with the email', () => {
  it('clears an account that a stranger opened when its owner enters a code, who alone gets the school', async () => {
    const email = 'owner-of-this@example.com'
    const stranger = await trySignUp(testApp, { email, firstName: 'Mallory' })
    const ofStranger = { ...india, email, schoolName: 'A trap', proof: { password: goodPassword } }
    assert.equal((await tryWithAccount(testApp, ofStranger)).status, 200)
    const proof = await schoolCode(testApp, email)
    const { data } = await tryWithAccount(testApp, { ...india, email, proof })
    assert.deepEqual([data.user.fullName, data.user.isEmailVerified], ['Meera Iyer', true])
    assert.deepEqual(await schoolsOf(data.user.uuid), ['Green Valley School'])
    const old = await testApp.call(listSessions, {}, { token: stranger.data.accessToken })
    assert.equal(old.status, 401)
    const password = await tryWithAccount(testApp, { ...india, email, proof: { password: goodPassword } })
    assert.equal(password.code, 'wrong-credentials')
  })

  it('removes the school of a stranger when the owner of the email signs in by code', async () => {
    const email = 'owner-of-another@example.com'
    const { data } = await trySchool(testApp, { ...india, email, schoolName: 'A trap' })
    assert.deepEqual(await schoolsOf(data.user.uuid), ['A trap'])
    const code = await mailedCode(testApp, { uuid: data.user.uuid, email })
    assert.equal((await tryCode(testApp, { ...code, platform: 'school' })).status, 200)
    assert.deepEqual(await schoolsOf(data.user.uuid), [])
  })
})

describe('repetitions and races', () => {
  it('answers a repeated request with a used code with the same session', async () => {
    const { uuid, email } = await testApp.makeUser()
    const proof = await schoolCode(testApp, email)
    const headers = newKey()
    const first = await tryWithAccount(testApp, { ...india, email, proof }, headers)
    const again = await tryWithAccount(testApp, { ...india, email, proof }, headers)
    assert.deepEqual([first.status, again.status], [200, 200])
    assert.deepEqual(await schoolsOf(uuid), ['Green Valley School'])
  })

  it('makes one school of twenty proofs at once, by password and by one code', async () => {
    const { uuid, email } = await testApp.makeUser()
    const proof = await schoolCode(testApp, email)
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        tryWithAccount(testApp, { ...india, email, proof: index % 2 ? right : proof }),
      ),
    )
    assert.deepEqual(await schoolsOf(uuid), ['Green Valley School'])
  })

  it('makes nothing and keeps the code valid when a later statement fails', async () => {
    const { db } = testApp.services
    const { uuid, email } = await testApp.makeUser()
    const proof = await schoolCode(testApp, email)
    await sql`alter table school_access rename to away`.execute(db)
    const failed = await tryWithAccount(testApp, { ...india, email, proof })
    await sql`alter table away rename to school_access`.execute(db)
    assert.equal(failed.code, 'sign-up-failed')
    assert.deepEqual(await schoolsOf(uuid), [])
    assert.equal((await tryWithAccount(testApp, { ...india, email, proof })).status, 200)
  })
})
