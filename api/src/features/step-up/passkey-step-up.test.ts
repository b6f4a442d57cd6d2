/** Tests that a passkey of the session's own user proves the session again, and that nothing else signed does (N-178). */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { Platform } from '@foyer/contract/platforms'
import { listPasskeys, removePasskey, signInWithPasskey, startPasskey } from '@foyer/contract/routes/passkeys'
import { endOneSession, refreshToken } from '@foyer/contract/routes/sessions'
import { login } from '@foyer/contract/routes/sign-in'
import { startPasskeyStepUp, stepUp } from '@foyer/contract/routes/step-up'
import { decodeJwt } from 'jose'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { openBrowser } from '../browser-sessions/test-browser.ts'
import { emailSteps } from '../contacts/test-emails.ts'
import { makeAuthenticator, passkeySteps } from '../passkeys/test-authenticator.ts'
import { ageSessions, password, proofsIn, stepUpSteps } from './test-step-up.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', limitsFactor: 1_000 } })
})
after(() => testApp.close())

const { open } = emailSteps(() => testApp)
const { change, prove, authTimeOf } = stepUpSteps(() => testApp)
const steps = passkeySteps(() => testApp)

/** Opens a session with a passkey, whose proof is too old. */
async function openOldWithPasskey(
  given: Parameters<typeof makeAuthenticator>[0] = {},
  platforms: Platform[] = ['student'],
) {
  const owner = await open({ platforms })
  const { authenticator, answer } = await steps.add(owner.token, makeAuthenticator(given))
  assert.equal(answer.status, 200, answer.text)
  await ageSessions(testApp, owner.uuid)
  return { ...owner, authenticator }
}

describe('a step-up by passkey', () => {
  it('gives the session the time and the two factors of the passkey', async () => {
    const { uuid, token, authenticator } = await openOldWithPasskey()
    const body = { uuid, ...password, product: 'learning' } as const
    const { data: session } = await testApp.call(login, { body })
    await ageSessions(testApp, uuid)
    const refused = await change(session.accessToken)
    assert.equal(proofsIn(refused).has_passkey, true)
    assert.equal((await steps.proveAgain(session.accessToken, authenticator)).status, 204)
    assert.equal((await change(session.accessToken)).status, 204)
    assert.equal((await change(token)).code, 'proof-needed')
    const { data } = await testApp.call(refreshToken, { body: { refreshToken: session.refreshToken } })
    const { amr, auth_time: authTime, sid } = decodeJwt(data.accessToken)
    assert.deepEqual(amr, ['swk', 'user'])
    assert.equal(authTime, await authTimeOf(String(sid)))
    const { data: list } = await testApp.call(listPasskeys, {}, { token })
    assert.ok(list.items[0]?.lastUsedAt, 'the use is noted')
  })

  it('alone, and no password, proves changes of a user whose passkey opens a platform that asks for two factors', async () => {
    const learner = await openOldWithPasskey()
    assert.equal((await prove(learner.token, password)).status, 204, 'a learner may choose')
    const { token, authenticator } = await openOldWithPasskey({}, ['student', 'iqa'])
    const refused = await prove(token, password)
    const { has_passkey: hasPasskey, has_password: hasPassword, code } = proofsIn(refused)
    assert.deepEqual([refused.code, hasPasskey, hasPassword, code], ['proof-needed', true, false, null])
    const another = () => testApp.call(startPasskey, {}, { token })
    assert.equal((await another()).code, 'proof-needed')
    assert.equal((await steps.proveAgain(token, authenticator)).status, 204)
    assert.equal((await another()).status, 200)
  })

  it('is needed at once where the sign-in was by password only', async () => {
    const { uuid } = await openOldWithPasskey({}, ['student', 'iqa'])
    const body = { uuid, ...password, product: 'learning' } as const
    const { data: session } = await testApp.call(login, { body })
    assert.equal((await change(session.accessToken)).code, 'proof-needed')
  })

  it('names the user’s own passkeys and no others', async () => {
    const { token, authenticator } = await openOldWithPasskey()
    await openOldWithPasskey()
    const { options } = await steps.askedAgain(token)
    const named = (options.allowCredentials as { id: string }[]).map(({ id }) => id)
    assert.deepEqual([named, options.userVerification], [[authenticator.id], 'required'])
    const without = await testApp.call(startPasskeyStepUp, {}, { token: (await open()).token })
    assert.deepEqual([without.status, without.code], [404, 'not-found'])
    assert.equal((await testApp.call(startPasskeyStepUp, {})).code, 'session-ended')
  })

  it('replaces the cookie of the browser session, so that a copy continues nothing', async () => {
    const user = await testApp.makeUser({ platforms: ['student', 'school'] })
    const browser = openBrowser(testApp)
    const { data } = await browser.signIn(user.uuid)
    const { authenticator } = await steps.add(data.accessToken)
    await browser.list()
    const copy = openBrowser(testApp)
    for (const [name, value] of browser.jar) copy.jar.set(name, value)
    const body = { credential: authenticator.assert(await steps.askedAgain(data.accessToken)) }
    assert.equal((await browser.call(stepUp, { body }, { token: data.accessToken })).status, 204)
    assert.equal((await copy.continueAs(user.uuid, 'school')).code, 'not-signed-in-here')
  })
})

describe('a session is not proven by', () => {
  const refused = { status: 400, code: 'passkey-refused' }
  const seen = ({ status, code }: { status: number; code?: string | undefined }) => ({ status, code })

  it('the passkey of another user, even with a challenge of this session', async () => {
    const { token } = await openOldWithPasskey()
    const { authenticator: another } = await openOldWithPasskey()
    const answer = await steps.proveAgain(token, another)
    assert.deepEqual(seen(answer), refused)
    assert.match(answer.detail ?? '', /belongs to another account/)
    assert.equal((await change(token)).code, 'proof-needed')
    const { db } = testApp.services
    const { details } = await db
      .selectFrom('auditEvents')
      .select('details')
      .where('event', '=', 'passkey-refused')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    assert.deepEqual(details, { cause: 'user' })
  })

  it('a challenge that was used, is of another session, of a sign-in, or of a new passkey', async () => {
    const { uuid, token, authenticator } = await openOldWithPasskey()
    const used = authenticator.assert(await steps.askedAgain(token))
    assert.equal((await steps.proveAgain(token, authenticator, used)).status, 204)
    const body = { uuid, ...password, product: 'learning' } as const
    const { data: other } = await testApp.call(login, { body })
    const offered = await steps.offered(token)
    await ageSessions(testApp, uuid)
    const wrong = [
      used,
      authenticator.assert(await steps.askedAgain(other.accessToken)),
      authenticator.assert(await steps.asked()),
      authenticator.assert(offered),
    ]
    for (const credential of wrong)
      assert.deepEqual(seen(await steps.proveAgain(token, authenticator, credential)), refused)
    assert.equal((await change(token)).code, 'proof-needed')
  })

  it('a signature of another key, for another origin or relying party, or without verification of the user', async () => {
    const { token, authenticator } = await openOldWithPasskey()
    const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    const wrong = [
      authenticator.assert(await steps.askedAgain(token), stranger),
      authenticator.assert({ ...(await steps.askedAgain(token)), origin: 'https://evil.example' }),
      authenticator.assert({ ...(await steps.askedAgain(token)), rpId: 'evil.example' }),
      authenticator.assert({ ...(await steps.askedAgain(token)), isVerified: false }),
    ]
    for (const credential of wrong)
      assert.deepEqual(seen(await steps.proveAgain(token, authenticator, credential)), refused)
    assert.equal((await change(token)).code, 'proof-needed')
  })

  it('a passkey whose counter did not grow', async () => {
    const { uuid, token, authenticator } = await openOldWithPasskey({ hasCounter: true })
    assert.equal((await steps.proveAgain(token, authenticator)).status, 204)
    await ageSessions(testApp, uuid)
    authenticator.setCounter(1)
    assert.deepEqual(seen(await steps.proveAgain(token, authenticator)), refused)
    assert.equal((await change(token)).code, 'proof-needed')
  })

  it('a removed passkey, and its user learns that it is gone', async () => {
    const { uuid, token, authenticator } = await openOldWithPasskey()
    const credential = authenticator.assert(await steps.askedAgain(token))
    assert.equal((await prove(token, password)).status, 204)
    const { data } = await testApp.call(listPasskeys, {}, { token })
    const params = { id: data.items[0]?.id ?? '' }
    assert.equal((await testApp.call(removePasskey, { params }, { token })).status, 204)
    await ageSessions(testApp, uuid)
    assert.equal((await steps.proveAgain(token, authenticator, credential)).code, 'passkey-unknown')
    assert.equal((await change(token)).code, 'proof-needed')
  })

  it('one signature twice at the same moment', async () => {
    const { token, authenticator } = await openOldWithPasskey()
    const credential = authenticator.assert(await steps.askedAgain(token))
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => steps.proveAgain(token, authenticator, credential)),
    )
    assert.equal(answers.filter(({ status }) => status === 204).length, 1)
  })

  it('anything once it has ended, or together with a password', async () => {
    const { token, authenticator } = await openOldWithPasskey()
    const credential = authenticator.assert(await steps.askedAgain(token))
    const both = await testApp.call(stepUp, { body: { credential, ...password } }, { token })
    assert.equal(both.code, 'invalid-request')
    const params = { id: String(decodeJwt(token).sid) }
    assert.equal((await testApp.call(endOneSession, { params }, { token })).status, 204)
    assert.equal((await steps.proveAgain(token, authenticator, credential)).code, 'session-ended')
  })
})

describe('a challenge of a step-up', () => {
  it('signs nobody in', async () => {
    const { token, authenticator } = await openOldWithPasskey()
    const credential = authenticator.assert(await steps.askedAgain(token))
    assert.equal((await steps.signIn(authenticator, { credential })).code, 'passkey-refused')
  })
})

describe('a sign-in for one user', () => {
  it('takes the passkey of this user only', async () => {
    const { uuid, authenticator } = await openOldWithPasskey()
    const { uuid: other } = await openOldWithPasskey()
    const refused = await steps.signIn(authenticator, { user: other })
    assert.deepEqual([refused.status, refused.code], [400, 'passkey-refused'])
    const credential = authenticator.assert(await steps.asked())
    const body = { credential, product: 'learning', user: uuid } as const
    assert.equal((await testApp.call(signInWithPasskey, { body })).status, 200)
  })
})
