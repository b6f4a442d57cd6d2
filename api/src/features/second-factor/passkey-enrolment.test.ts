/** Tests the setup of a passkey within a sign-in at a platform that asks for two factors (N-203). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { platformRow } from '@foyer/contract/platforms'
import { createCode } from '@foyer/contract/routes/handover'
import { addPasskey, listPasskeys, startPasskey } from '@foyer/contract/routes/passkeys'
import {
  finishEnrolment,
  finishPasskeyEnrolment,
  startEnrolment,
  startPasskeyEnrolment,
} from '@foyer/contract/routes/second-factor'
import { decodeJwt } from 'jose'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { type Authenticator, makeAuthenticator, passkeySteps } from '../passkeys/test-authenticator.ts'
import { ageEnrolment, enrolmentIn, secondFactorSteps, waysIn } from './test-second-factor.ts'
import { codeOf } from './test-totp.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', limitsFactor: 1_000, platformAssurance: {} } })
})
after(() => testApp.close())

const { signIn, add, complete } = secondFactorSteps(() => testApp)
const passkeys = passkeySteps(() => testApp)

/** Makes a user whose time to set up a second factor is over, and returns the token of the setup. */
async function overdue() {
  const user = await testApp.makeUser({ platforms: ['iqa'] })
  const { data: session } = await signIn(user.uuid, 'iqa')
  await ageEnrolment(testApp, user.uuid, 15)
  const refused = await signIn(user.uuid, 'iqa')
  assert.equal(refused.code, 'enrolment-needed', refused.text)
  return { ...user, session, token: enrolmentIn(refused) }
}

async function begin(token: string) {
  const { data, status, text } = await testApp.call(startPasskeyEnrolment, { body: { token } })
  assert.equal(status, 200, text)
  return { options: data.options, challenge: data.options.challenge, origin: testApp.services.config.baseUrl }
}

type Answer = { challenge: string; origin: string; isVerified?: boolean }

function finish(token: string, authenticator: Authenticator, { challenge, origin, ...rest }: Answer) {
  const credential = authenticator.attest({ challenge, origin: new URL(origin).origin, ...rest })
  return testApp.call(finishPasskeyEnrolment, { body: { token, credential } })
}

describe('a passkey that is set up within a sign-in', () => {
  it('is the second factor of this sign-in, opens later ones, and comes with recovery codes', async () => {
    const user = await overdue()
    const begun = await begin(user.token)
    assert.deepEqual(begun.options.excludeCredentials, [])
    const authenticator = makeAuthenticator()
    authenticator.userHandle = (begun.options.user as { id: string }).id
    const { data, status, text } = await finish(user.token, authenticator, begun)
    assert.equal(status, 200, text)
    const { acr, amr } = decodeJwt(data.session.accessToken)
    assert.deepEqual([acr, amr], ['2', ['pwd', 'mfa', 'swk', 'user']])
    assert.equal(data.recoveryCodes.length, 10)
    const later = await signIn(user.uuid, 'iqa')
    const { token, passkey, totp } = waysIn(later)
    assert.deepEqual([passkey, totp], [true, false])
    assert.equal((await complete({ token, recoveryCode: data.recoveryCodes[0] ?? '' })).status, 200)
    const { product } = platformRow('iqa')
    assert.equal((await passkeys.signIn(authenticator, { platform: 'iqa', product })).status, 200)
  })

  it('is refused with the challenge of another user, of a session or of a sign-in, and once used', async () => {
    const [one, other] = [await overdue(), await overdue()]
    const ofOther = await begin(other.token)
    assert.equal((await finish(one.token, makeAuthenticator(), ofOther)).code, 'passkey-refused')
    const ofSignIn = await passkeys.asked()
    assert.equal((await finish(one.token, makeAuthenticator(), ofSignIn)).code, 'passkey-refused')
    const { data, status, text } = await testApp.call(startPasskey, {}, { token: one.session.accessToken })
    assert.equal(status, 200, text)
    const ofSession = { ...ofOther, challenge: data.options.challenge }
    assert.equal((await finish(one.token, makeAuthenticator(), ofSession)).code, 'passkey-refused')
    const unverified = { ...(await begin(one.token)), isVerified: false }
    assert.equal((await finish(one.token, makeAuthenticator(), unverified)).code, 'passkey-refused')
    assert.equal((await finish(one.token, makeAuthenticator(), unverified)).code, 'passkey-refused')
    const { data: listed } = await testApp.call(listPasskeys, {}, { token: one.session.accessToken })
    assert.deepEqual(listed.items, [])
    assert.equal((await finish(one.token, makeAuthenticator(), await begin(one.token))).status, 200)
  })

  it('has a challenge that adds no passkey to a session', async () => {
    const user = await overdue()
    const { challenge, origin } = await begin(user.token)
    const credential = makeAuthenticator().attest({ challenge, origin: new URL(origin).origin })
    const added = await testApp.call(
      addPasskey,
      { body: { credential } },
      { token: user.session.accessToken },
    )
    assert.equal(added.code, 'passkey-refused')
  })

  it('is set up once: of ten concurrent callers with one token one adds a passkey', async () => {
    const user = await overdue()
    const begun = await Promise.all(Array.from({ length: 10 }, () => begin(user.token)))
    const answers = await Promise.all(begun.map((one) => finish(user.token, makeAuthenticator(), one)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    const { data } = await testApp.call(
      listPasskeys,
      {},
      { token: answers.find(({ status }) => status === 200)?.data.session.accessToken ?? '' },
    )
    assert.equal(data.items.length, 1)
  })

  it('is refused to a user who has a passkey or an app meanwhile, as is an app', async () => {
    for (const has of ['passkey', 'app'] as const) {
      const user = await overdue()
      const begun = await begin(user.token)
      const { data: app } = await testApp.call(startEnrolment, { body: { token: user.token } })
      const own = user.session.accessToken
      if (has === 'app') await add(own)
      else assert.equal((await passkeys.add(own)).answer.status, 200)
      const { token } = user
      assert.equal((await finish(token, makeAuthenticator(), begun)).code, 'second-factor-expired', has)
      assert.equal(
        (await testApp.call(startPasskeyEnrolment, { body: { token } })).code,
        'second-factor-expired',
      )
      assert.equal((await testApp.call(startEnrolment, { body: { token } })).code, 'second-factor-expired')
      const body = { token, id: app.id, totp: codeOf(app.secret) }
      assert.equal((await testApp.call(finishEnrolment, { body })).code, 'second-factor-expired')
    }
  })

  it('is refused with another token than that of a setup', async () => {
    const user = await overdue()
    const { challenge, origin } = await begin(user.token)
    for (const token of [user.session.accessToken, `en_${'a'.repeat(43)}`]) {
      assert.equal((await testApp.call(startPasskeyEnrolment, { body: { token } })).status, 403)
      assert.equal((await finish(token, makeAuthenticator(), { challenge, origin })).status, 403)
    }
  })

  it('raises a session in which its user adds it, so that the platform opens without another step', async () => {
    const user = await testApp.makeUser({ platforms: ['iqa'] })
    const { data: session } = await signIn(user.uuid, 'iqa')
    assert.equal((await passkeys.add(session.accessToken)).answer.status, 200)
    const code = await testApp.call(createCode, { body: { platform: 'iqa' } }, { token: session.accessToken })
    assert.equal(code.status, 200, code.text)
  })
})
