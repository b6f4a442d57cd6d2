/** Tests that a right passkey at a platform without a membership opens another one without a second proof (N-224). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Platform } from '@foyer/contract/platforms'
import { continueWithProof } from '@foyer/contract/routes/browser-sessions'
import { listPasskeys, removePasskey, signInWithPasskey } from '@foyer/contract/routes/passkeys'
import { decodeJwt } from 'jose'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { openBrowser, type TestBrowser } from '../browser-sessions/test-browser.ts'
import { makeAuthenticator, passkeySteps } from './test-authenticator.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', limitsFactor: 1_000, staffOtp: 'off' } })
})
after(() => testApp.close())

const steps = passkeySteps(() => testApp)
const proofIn = ({ text }: { text: string }) => JSON.parse(text).errors.proof

/** Signs in by passkey at a platform of staff that is not in the account. */
async function atWrongPlatform(held: Platform[], given: Parameters<typeof makeAuthenticator>[0] = {}) {
  const user = await testApp.makeUser({ platforms: held })
  const browser = openBrowser(testApp)
  const { data } = await browser.signIn(user.uuid, held[0])
  const { authenticator } = await steps.add(data.accessToken, makeAuthenticator(given))
  const credential = authenticator.assert(await steps.asked())
  const body = { credential, product: 'internal', platform: 'iqa' } as const
  const refused = await openBrowser(testApp).call(signInWithPasskey, { body })
  assert.deepEqual([refused.status, refused.code], [403, 'no-membership'])
  return { user, token: data.accessToken, authenticator, refused }
}

const enter = (browser: TestBrowser, proof: string, platform: Platform) =>
  browser.call(continueWithProof, { body: { proof, platform, delivery: 'redirect' } })

describe('the proof of a passkey', () => {
  it('opens a platform of staff of the account once, with the two factors of the passkey', async () => {
    const { user, refused } = await atWrongPlatform(['professor', 'student'])
    const browser = openBrowser(testApp)
    const { status, data } = await enter(browser, proofIn(refused), 'professor')
    assert.deepEqual([status, data.user.uuid], [200, user.uuid])
    assert.deepEqual(decodeJwt(data.accessToken).amr, ['swk', 'user'])
    assert.equal((await enter(browser, proofIn(refused), 'professor')).code, 'not-signed-in-here')
    assert.equal((await browser.continueAs(user.uuid, 'student')).status, 200)
  })

  it('opens nothing after the removal of the passkey', async () => {
    const { token, refused } = await atWrongPlatform(['student'])
    const { data } = await testApp.call(listPasskeys, {}, { token })
    const params = { id: data.items[0]?.id ?? '' }
    assert.equal((await testApp.call(removePasskey, { params }, { token })).status, 204)
    assert.equal((await enter(openBrowser(testApp), proofIn(refused), 'student')).code, 'not-signed-in-here')
  })

  it('is not given for a counter that did not grow', async () => {
    const { authenticator } = await atWrongPlatform(['student'], { hasCounter: true })
    authenticator.setCounter(1)
    const refused = await steps.signIn(authenticator, { product: 'internal', platform: 'iqa' })
    assert.equal(refused.code, 'passkey-refused')
  })
})

describe('a session of a passkey', () => {
  it('continues at a platform of staff, as one of a password does', async () => {
    const user = await testApp.makeUser({ platforms: ['student', 'professor'] })
    const browser = openBrowser(testApp)
    const { data } = await browser.signIn(user.uuid, 'student')
    const { authenticator } = await steps.add(data.accessToken)
    const other = openBrowser(testApp)
    const body = { credential: authenticator.assert(await steps.asked()), product: 'learning' } as const
    assert.equal((await other.call(signInWithPasskey, { body })).status, 200)
    assert.equal((await other.continueAs(user.uuid, 'professor')).status, 200)
  })
})
