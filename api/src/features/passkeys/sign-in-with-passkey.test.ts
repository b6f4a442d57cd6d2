/** Tests that a passkey signs its owner in, and that nothing else does (N-220). */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { startPasskeySignIn } from '@foyer/contract/routes/passkeys'
import { getSettings } from '@foyer/contract/routes/settings'
import { listSignIns } from '@foyer/contract/routes/sign-ins'
import { decodeJwt } from 'jose'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { emailSteps } from '../contacts/test-emails.ts'
import { makeAuthenticator, passkeySteps } from './test-authenticator.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', limitsFactor: 1_000 } })
})
after(() => testApp.close())

const { open } = emailSteps(() => testApp)
const steps = passkeySteps(() => testApp)

async function openWithPasskey(given: Parameters<typeof makeAuthenticator>[0] = {}) {
  const owner = await open()
  const { authenticator, answer } = await steps.add(owner.token, makeAuthenticator(given))
  assert.equal(answer.status, 200, answer.text)
  return { ...owner, authenticator }
}

describe('a sign-in with a passkey', () => {
  it('needs no name, and opens a session with two factors', async () => {
    const { uuid, authenticator } = await openWithPasskey()
    const { status, data } = await steps.signIn(authenticator)
    assert.deepEqual([status, data.user.uuid, data.platform], [200, uuid, 'student'])
    assert.deepEqual(decodeJwt(data.accessToken).amr, ['swk', 'user'])
    assert.equal((await testApp.call(getSettings, {}, { token: data.accessToken })).status, 200)
    const { data: history } = await testApp.call(listSignIns, {}, { token: data.accessToken })
    assert.equal(history.items[0]?.method, 'passkey')
  })

  it('says that the key of a passkey that no keeper copies is in hardware', async () => {
    const { authenticator } = await openWithPasskey({ isSynced: false })
    const { data } = await steps.signIn(authenticator)
    assert.deepEqual(decodeJwt(data.accessToken).amr, ['hwk', 'user'])
  })

  it('names nobody in its options', async () => {
    await openWithPasskey()
    const { data, headers } = await testApp.call(startPasskeySignIn, {})
    assert.deepEqual(Object.keys(data.options).sort(), ['challenge', 'rpId', 'timeout', 'userVerification'])
    assert.deepEqual([data.options.rpId, data.options.userVerification], ['localhost', 'required'])
    assert.equal(headers['cache-control'], 'no-store')
  })

  it('is refused at a platform that is not in the account', async () => {
    const { authenticator } = await openWithPasskey()
    const { status, code, detail } = await steps.signIn(authenticator, {
      product: 'school',
      platform: 'school',
    })
    assert.deepEqual([status, code], [403, 'no-membership'])
    assert.match(detail ?? '', /^Your passkey is right, but this account has no access/)
  })

  it('is refused for a passkey that nobody has', async () => {
    const { status, code } = await steps.signIn(makeAuthenticator())
    assert.deepEqual([status, code], [400, 'passkey-unknown'])
  })
})

describe('what an authenticator signed', () => {
  const refused = { status: 400, code: 'passkey-refused' }
  const seen = ({ status, code }: { status: number; code?: string | undefined }) => ({ status, code })

  it('is refused for another origin, relying party, kind or an absent verification', async () => {
    const { authenticator } = await openWithPasskey()
    const wrong = [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { type: 'webauthn.create' },
      { isVerified: false },
      { topOrigin: 'https://evil.example' },
    ]
    for (const fault of wrong) {
      const credential = authenticator.assert({ ...(await steps.asked()), ...fault })
      assert.deepEqual(
        seen(await steps.signIn(authenticator, { credential })),
        refused,
        JSON.stringify(fault),
      )
    }
    assert.equal((await steps.signIn(authenticator)).status, 200)
  })

  it('is accepted from a frame in a page of a registered platform', async () => {
    const { authenticator } = await openWithPasskey()
    const [topOrigin] = testApp.services.config.registry.originsOf('student')
    assert.ok(topOrigin)
    const credential = authenticator.assert({ ...(await steps.asked()), topOrigin })
    assert.equal((await steps.signIn(authenticator, { credential })).status, 200)
  })

  it('is refused with the key of another, and with the user handle of another', async () => {
    const { authenticator } = await openWithPasskey()
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    const forged = authenticator.assert(await steps.asked(), other)
    assert.deepEqual(seen(await steps.signIn(authenticator, { credential: forged })), refused)
    const { authenticator: another } = await openWithPasskey()
    authenticator.userHandle = another.userHandle
    assert.deepEqual(seen(await steps.signIn(authenticator)), refused)
  })

  it('opens one session, however often it is sent', async () => {
    const { authenticator } = await openWithPasskey()
    const credential = authenticator.assert(await steps.asked())
    const answers = await Promise.all([1, 2, 3].map(() => steps.signIn(authenticator, { credential })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400])
  })

  it('is refused for a challenge that is old, invented, or was made for a new passkey', async () => {
    const { authenticator, token } = await openWithPasskey()
    const asked = await steps.asked()
    await testApp.services.db
      .updateTable('oneTimeTokens')
      .set({ expiresAt: new Date(0) })
      .execute()
    const offered = await steps.offered(token)
    for (const answer of [asked, { ...asked, challenge: 'aW52ZW50ZWQ' }, offered])
      assert.deepEqual(
        seen(await steps.signIn(authenticator, { credential: authenticator.assert(answer) })),
        refused,
      )
  })

  it('is refused if its counter did not grow, because the key may have been copied', async () => {
    const { authenticator } = await openWithPasskey({ hasCounter: true })
    assert.equal((await steps.signIn(authenticator)).status, 200)
    authenticator.setCounter(1)
    assert.deepEqual(seen(await steps.signIn(authenticator)), refused)
    const { db } = testApp.services
    const events = db.selectFrom('auditEvents').select('details').where('event', '=', 'passkey-refused')
    assert.ok(
      (await events.execute()).some(({ details }) => (details as { cause?: string }).cause === 'counter'),
    )
    authenticator.setCounter(9)
    assert.equal((await steps.signIn(authenticator)).status, 200)
  })

  it('opens nothing for a disabled account', async () => {
    const { uuid, authenticator } = await openWithPasskey()
    const { db } = testApp.services
    await db.updateTable('users').set({ disabledAt: new Date() }).where('id', '=', uuid).execute()
    assert.deepEqual(seen(await steps.signIn(authenticator)), refused)
  })
})
