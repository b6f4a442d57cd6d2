/** Tests the list of a user's own passkeys (N-221). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sendOtp, verifyOtp } from '@foyer/contract/routes/otp'
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  startPasskey,
} from '@foyer/contract/routes/passkeys'
import { sql } from 'kysely'
import { passkeysMax } from '../../identity/credentials/passkeys.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { emailSteps } from '../contacts/test-emails.ts'
import { codeTo } from '../otp/test-codes.ts'
import { mailsTo } from '../schools/test-schools.ts'
import { makeAuthenticator, passkeySteps } from './test-authenticator.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', limitsFactor: 1_000 } })
})
after(() => testApp.close())

const { open } = emailSteps(() => testApp)
const steps = passkeySteps(() => testApp)
const list = async (token: string) => (await testApp.call(listPasskeys, {}, { token })).data.items
const remove = (token: string, id: string) => testApp.call(removePasskey, { params: { id } }, { token })

describe('a new passkey', () => {
  it('has the name of its keeper, and its owner is told', async () => {
    const { token, email } = await open()
    const aaguid = 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd'
    const { answer } = await steps.add(token, makeAuthenticator({ aaguid }))
    const { name, keeper, isSynced, lastUsedAt } = answer.data
    assert.deepEqual([name, keeper, isSynced, lastUsedAt], ['Apple Passwords', 'Apple Passwords', true, null])
    assert.deepEqual(await list(token), [answer.data])
    assert.ok((await mailsTo(testApp, email)).includes('passkey-added'))
  })

  it('has the time of its last use', async () => {
    const { token } = await open()
    const { authenticator } = await steps.add(token)
    await steps.signIn(authenticator)
    assert.notEqual((await list(token))[0]?.lastUsedAt, null)
  })

  it('is refused with a wrong origin, relying party or kind, or without verification', async () => {
    const { token } = await open()
    const authenticator = makeAuthenticator()
    const wrong = [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { type: 'webauthn.get' },
      { isVerified: false },
    ]
    for (const fault of wrong) {
      const credential = authenticator.attest({ ...(await steps.offered(token)), ...fault })
      const { status, code } = await testApp.call(addPasskey, { body: { credential } }, { token })
      assert.deepEqual([status, code], [400, 'passkey-refused'], JSON.stringify(fault))
    }
    assert.deepEqual(await list(token), [])
  })

  it('is refused with the challenge of another session or of a sign-in, or a challenge that was used', async () => {
    const { token } = await open()
    const { token: another } = await open()
    const used = await steps.offered(token)
    const first = makeAuthenticator().attest(used)
    assert.equal((await testApp.call(addPasskey, { body: { credential: first } }, { token })).status, 200)
    for (const answer of [await steps.offered(another), await steps.asked(), used]) {
      const credential = makeAuthenticator().attest(answer)
      const { code } = await testApp.call(addPasskey, { body: { credential } }, { token })
      assert.equal(code, 'passkey-refused')
    }
    assert.equal((await list(token)).length, 1)
  })

  it('is refused with an attestation that is not right', async () => {
    const { token } = await open()
    const credential = makeAuthenticator().attest(await steps.offered(token), { fmt: 'packed' })
    const { code } = await testApp.call(addPasskey, { body: { credential } }, { token })
    assert.equal(code, 'passkey-refused')
  })

  it('belongs to one user', async () => {
    const { token } = await open()
    const { authenticator } = await steps.add(token)
    const { token: another } = await open()
    assert.equal((await steps.add(another, authenticator)).answer.code, 'passkey-refused')
    assert.deepEqual(await list(another), [])
  })

  it('is made by no authenticator that has one already, and by none above the limit', async () => {
    const { token } = await open()
    const { authenticator } = await steps.add(token)
    const { options } = await steps.offered(token)
    assert.deepEqual(options.excludeCredentials, [
      { id: authenticator.id, transports: ['internal'], type: 'public-key' },
    ])
    for (let count = 1; count < passkeysMax; count += 1) await steps.add(token)
    assert.equal((await testApp.call(startPasskey, {}, { token })).code, 'list-full')
    assert.equal((await list(token)).length, passkeysMax)
  })
})

describe('passkeys of a user', () => {
  it('are renamed and removed by their user alone, who is told', async () => {
    const { token, email } = await open()
    const { authenticator, answer } = await steps.add(token)
    const { id } = answer.data
    const { token: stranger } = await open()
    const rename = (by: string) =>
      testApp.call(renamePasskey, { params: { id }, body: { name: 'My phone' } }, { token: by })
    assert.deepEqual(
      [(await rename(stranger)).code, (await remove(stranger, id)).code],
      ['not-found', 'not-found'],
    )
    assert.equal((await rename(token)).data.name, 'My phone')
    assert.equal((await remove(token, id)).status, 204)
    assert.equal((await remove(token, randomUUID())).code, 'not-found')
    assert.equal((await steps.signIn(authenticator)).code, 'passkey-unknown')
    assert.ok((await mailsTo(testApp, email)).includes('passkey-removed'))
  })

  it('keep the last one of an account that has no other way in', async () => {
    const { uuid, token } = await open()
    const { answer } = await steps.add(token)
    const { db } = testApp.services
    await sql`delete from credentials where user_id = ${uuid}`.execute(db)
    await sql`update emails set provenance = 'self_unverified' where user_id = ${uuid}`.execute(db)
    const { status, code } = await remove(token, answer.data.id)
    assert.deepEqual([status, code, (await list(token)).length], [400, 'last-way-in', 1])
  })

  it('of an impostor are gone once the owner of the email proves it', async () => {
    const { uuid, email, token } = await open()
    const { db } = testApp.services
    await sql`update emails set provenance = 'self_unverified' where user_id = ${uuid}`.execute(db)
    const { authenticator } = await steps.add(token)
    const { data } = await testApp.call(sendOtp, { body: { medium: 'email', purpose: 'login', user: uuid } })
    const otp = await codeTo(testApp, email)
    const body = { universalToken: true, token: data.token, otp, platform: 'student' } as const
    assert.equal((await testApp.call(verifyOtp, { body })).status, 200)
    assert.equal((await steps.signIn(authenticator)).code, 'passkey-unknown')
  })
})
