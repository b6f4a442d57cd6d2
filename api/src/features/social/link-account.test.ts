/** Tests the proof of an account that has the same email as an identity (N-118). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { platformRow } from '@foyer/contract/platforms'
import { login } from '@foyer/contract/routes/sign-in'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { anotherCode, endWaits, mailedCode } from '../otp/test-codes.ts'
import { mailsTo } from '../schools/test-schools.ts'
import { freshAddress, goodPassword, trySignUp } from '../sign-up/test-sign-ups.ts'
import {
  countAccounts,
  linkCode,
  linkedTo,
  makeProviderUser,
  type ProviderUser,
  referenceOf,
  signUpSocially,
  tryLink,
  trySocial,
} from './test-references.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({
    config: { trustedProxies: ['127.0.0.1'], captcha: 'off', limitsFactor: 1_000 },
  })
})
after(() => testApp.close())

const right = { proof: { password: rightPassword } }
const wrong = { proof: { password: 'not the password' } }

/** Creates a user, and a Facebook user with the same email. */
async function claimed(given: Parameters<TestApp['makeUser']>[0] = {}) {
  const user = await testApp.makeUser(given)
  return { ...user, person: makeProviderUser({ provider: 'facebook', email: user.email }) }
}

/** Sends a first request like a browser. The service refuses the request and keeps the reference valid. */
async function refusedReference(person: ProviderUser): Promise<string> {
  const accessToken = await referenceOf(testApp, person)
  const { code } = await trySocial(testApp, person, { accessToken })
  assert.equal(code, 'social-link-needed')
  return accessToken
}

describe('a proof by password', () => {
  it('links and signs in after a wrong one, with the reference of the refused sign-in, once', async () => {
    const { uuid, email, person } = await claimed()
    const accessToken = await refusedReference(person)
    for (let count = 0; count < 2; count += 1) {
      const { status, code, fields } = await tryLink(testApp, person, { accessToken, ...wrong })
      assert.deepEqual([status, code, Object.keys(fields)], [400, 'wrong-credentials', ['password']])
    }
    assert.deepEqual(await linkedTo(testApp, uuid), [])
    const { status, data } = await tryLink(testApp, person, { accessToken, ...right })
    assert.deepEqual([status, data.user.uuid, data.platform], [200, uuid, 'student'])
    assert.deepEqual(decodeJwt(data.accessToken).amr, ['fed', 'pwd'])
    assert.deepEqual(await linkedTo(testApp, uuid), ['facebook'])
    assert.deepEqual(await mailsTo(testApp, email), ['social-linked'])
    assert.equal((await tryLink(testApp, person, { accessToken, ...right })).code, 'social-failed')
    assert.equal((await trySocial(testApp, person)).data.user.uuid, uuid)
  })

  it('answers a wrong proof alike for a known, an unknown and a disabled account, and makes nothing', async () => {
    const { person: known } = await claimed()
    const disabled = await claimed()
    await sql`update users set disabled_at = now() where id = ${disabled.uuid}`.execute(testApp.services.db)
    const none = await claimed({ password: null })
    const before = await countAccounts(testApp)
    const answers = new Set<string>()
    const counts = new Set<number>()
    for (const [person, proof] of [
      [known, wrong],
      [disabled.person, right],
      [none.person, wrong],
      [makeProviderUser({ provider: 'facebook' }), right],
    ] as const) {
      const accessToken = await referenceOf(testApp, person)
      counts.add(
        await testApp.countStatements(async () => {
          answers.add((await tryLink(testApp, person, { accessToken, ...proof })).text)
        }),
      )
    }
    assert.deepEqual([answers.size, counts.size], [1, 1])
    assert.deepEqual(await countAccounts(testApp), before)
  })

  it('counts wrong proofs against the lockout of sign-ins, in both directions, for passwords and codes', async () => {
    const { email, person } = await claimed()
    const code = await linkCode(testApp, email)
    const signIn = (password: string) =>
      testApp.call(login, { body: { email, password, product: 'learning' } }, { headers: freshAddress() })
    await signIn('not the password')
    await signIn('not the password')
    await tryLink(testApp, person, wrong)
    await tryLink(testApp, person, wrong)
    const typo = { ...code, otp: anotherCode(code.otp) }
    assert.equal((await tryLink(testApp, person, { proof: typo })).code, 'otp-wrong')
    assert.equal((await tryLink(testApp, person, right)).code, 'too-many-attempts')
    assert.equal((await signIn(rightPassword)).code, 'too-many-attempts')
    await endWaits(testApp)
    assert.equal((await tryLink(testApp, person, right)).status, 200)
  })

  it('adds the membership of an account of another platform, and none on a closed platform', async () => {
    const { uuid, person } = await claimed({ platforms: ['professor'] })
    const closed = { platform: 'professor', accountType: platformRow('professor').product } as const
    const { code } = await tryLink(testApp, person, { ...closed, ...right })
    assert.equal(code, 'no-access')
    const { data } = await tryLink(testApp, person, right)
    assert.deepEqual([data.user.uuid, data.platform], [uuid, 'student'])
  })

  it('replaces the account that the user had linked at the same provider', async () => {
    const { uuid, email, person } = await claimed()
    await tryLink(testApp, person, right)
    const other = makeProviderUser({ provider: 'facebook', email })
    assert.equal((await tryLink(testApp, other, right)).status, 200)
    assert.deepEqual(await linkedTo(testApp, uuid), ['facebook'])
    assert.equal((await trySocial(testApp, person)).code, 'social-link-needed')
  })
})

describe('a proof by code', () => {
  it('works for an account with neither password nor proven email, and takes it from its opener', async () => {
    const email = 'opened-by-a-stranger@example.com'
    const stranger = makeProviderUser({ provider: 'apple', email, isAuthoritative: false })
    const { data: opened } = await signUpSocially(testApp, stranger)
    const own = makeProviderUser({ provider: 'facebook', email })
    const accessToken = await refusedReference(own)
    const proof = await linkCode(testApp, email)
    const typo = { ...proof, otp: anotherCode(proof.otp) }
    assert.equal((await tryLink(testApp, own, { accessToken, proof: typo })).code, 'otp-wrong')
    const { status, data } = await tryLink(testApp, own, { accessToken, proof })
    const { uuid, isEmailVerified, fullName } = data.user
    assert.deepEqual([status, uuid, isEmailVerified, fullName], [200, opened.user.uuid, true, 'Ravi Kumar'])
    assert.deepEqual(decodeJwt(data.accessToken).amr, ['fed', 'otp'])
    assert.deepEqual(await linkedTo(testApp, uuid), ['facebook'])
  })

  it('removes the password of a stranger who signed up with the email', async () => {
    const email = 'signed-up-by-a-stranger@example.com'
    await trySignUp(testApp, { email, firstName: 'Mallory' })
    const own = makeProviderUser({ provider: 'facebook', email })
    const { data } = await tryLink(testApp, own, { proof: await linkCode(testApp, email) })
    assert.equal(data.user.fullName, 'Ravi Kumar')
    const body = { email, password: goodPassword, product: 'learning' } as const
    assert.equal((await testApp.call(login, { body })).code, 'wrong-credentials')
  })

  it('takes no code of a sign-in and none that was sent to another email', async () => {
    const { uuid, email, person } = await claimed()
    const ofSignIn = await mailedCode(testApp, { uuid, email })
    assert.equal((await tryLink(testApp, person, { proof: ofSignIn })).code, 'otp-expired')
    const attacker = await testApp.makeUser()
    const ofAttacker = await linkCode(testApp, attacker.email)
    assert.equal((await tryLink(testApp, person, { proof: ofAttacker })).code, 'otp-wrong')
    assert.deepEqual(await linkedTo(testApp, uuid), [])
  })

  it('opens one session for ten requests with the same code', async () => {
    const { uuid, email, person } = await claimed()
    const proof = await linkCode(testApp, email)
    const answers = await Promise.all(Array.from({ length: 10 }, () => tryLink(testApp, person, { proof })))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.deepEqual(await linkedTo(testApp, uuid), ['facebook'])
  })
})

describe('the email of a link', () => {
  it('must be typed where the provider gives none', async () => {
    const { uuid, email } = await testApp.makeUser()
    const person = makeProviderUser({ provider: 'facebook', email: null })
    const missing = await tryLink(testApp, person, right)
    assert.deepEqual([missing.code, Object.keys(missing.fields)], ['invalid-request', ['email']])
    assert.equal((await tryLink(testApp, person, { email, ...right })).data.user.uuid, uuid)
  })

  it('comes from the provider where it gives one, so that a reference proves no other account', async () => {
    const { uuid, email } = await testApp.makeUser()
    const { person } = await claimed()
    assert.equal((await tryLink(testApp, person, { email, ...right })).status, 200)
    assert.deepEqual(await linkedTo(testApp, uuid), [])
  })

  it('does not move an account of a provider from another user', async () => {
    const { person, uuid } = await claimed()
    await tryLink(testApp, person, right)
    const victim = await testApp.makeUser()
    const sameSubject = { ...person, identity: { ...person.identity, email: victim.email } }
    const { status, code } = await tryLink(testApp, sameSubject, right)
    assert.deepEqual([status, code], [400, 'social-failed'])
    assert.deepEqual(
      [await linkedTo(testApp, uuid), await linkedTo(testApp, victim.uuid)],
      [['facebook'], []],
    )
  })
})
