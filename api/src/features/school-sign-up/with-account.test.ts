/**
 * Tests the sign-up of a school with an existing account: proofs, lockout, disclosure, first proofs and races (N-109,
 * N-112).
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { listSessions } from '@foyer/contract/routes/sessions'
import { login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { anotherCode, endWaits } from '../otp/test-codes.ts'
import { mailsTo, newKey, placeIn, schoolCode, schoolsOf, tryWithAccount } from '../schools/test-schools.ts'

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

describe('a proof by password', () => {
  it('adds school, membership and session to the account, keeps its name and mails the owner', async () => {
    const { uuid, email } = await testApp.makeUser()
    const { status, data } = await tryWithAccount(testApp, { ...india, email, proof: right })
    assert.equal(status, 200)
    assert.deepEqual([data.platform, data.user.uuid, data.user.fullName], ['school', uuid, 'Asha Rao'])
    assert.deepEqual(await schoolsOf(testApp, uuid), ['Green Valley School'])
    assert.equal((await testApp.call(listSessions, {}, { token: data.accessToken })).status, 200)
    assert.ok((await mailsTo(testApp, email)).includes('school-added'))
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
    assert.deepEqual(await schoolsOf(testApp, uuid), [])
    assert.equal((await mailsTo(testApp, disabled.email)).length, 0)
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

describe('repetitions and races', () => {
  it('answers a repeated request with a used code with the same session', async () => {
    const { uuid, email } = await testApp.makeUser()
    const proof = await schoolCode(testApp, email)
    const headers = newKey()
    const first = await tryWithAccount(testApp, { ...india, email, proof }, headers)
    const again = await tryWithAccount(testApp, { ...india, email, proof }, headers)
    assert.deepEqual([first.status, again.status], [200, 200])
    assert.deepEqual(await schoolsOf(testApp, uuid), ['Green Valley School'])
  })

  it('makes one school of twenty proofs at once, by password and by one code', async () => {
    const { uuid, email } = await testApp.makeUser()
    const proof = await schoolCode(testApp, email)
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        tryWithAccount(testApp, { ...india, email, proof: index % 2 ? right : proof }),
      ),
    )
    assert.deepEqual(await schoolsOf(testApp, uuid), ['Green Valley School'])
  })

  it('makes nothing and keeps the code valid when a later statement fails', async () => {
    const { db } = testApp.services
    const { uuid, email } = await testApp.makeUser()
    const proof = await schoolCode(testApp, email)
    await sql`alter table school_access rename to away`.execute(db)
    const failed = await tryWithAccount(testApp, { ...india, email, proof })
    await sql`alter table away rename to school_access`.execute(db)
    assert.equal(failed.code, 'sign-up-failed')
    assert.deepEqual(await schoolsOf(testApp, uuid), [])
    assert.equal((await tryWithAccount(testApp, { ...india, email, proof })).status, 200)
  })
})
