/** Proves N-116, N-119 of docs/security-tests.md. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import type { GivenToken, SocialIdentity } from './identity.ts'
import { identityOf } from './identity-of.ts'
import { createReference } from './references.ts'

const identity: SocialIdentity = {
  provider: 'google',
  subject: '1234567890',
  email: 'asha@gmail.com',
  isEmailVerified: true,
  isAuthoritative: true,
  fullName: { firstName: 'Asha', lastName: 'Rao' },
  pictureUrl: null,
}
const failed = { code: 'social-failed' }

describe('references', () => {
  let testApp: TestApp
  before(async () => {
    testApp = await openTestApp()
  })
  after(() => testApp.close())

  const made = (browser = 'browser-1') => createReference(testApp.services, identity, browser)
  const take = (accessToken: string, given: Partial<GivenToken> = {}) =>
    identityOf(testApp.services, {
      provider: 'google',
      accessToken,
      purpose: 'login',
      browserHash: 'browser-1',
      ...given,
    })

  it('gives the identity back, twice at most, the second time only to sign up', async () => {
    const reference = await made()
    assert.match(reference, /^sr_[\w-]{43}$/)
    assert.deepEqual((await take(reference)).identity, identity)
    await assert.rejects(take(reference), failed)
    assert.deepEqual((await take(reference, { purpose: 'sign_up' })).identity, identity)
    await assert.rejects(take(reference, { purpose: 'sign_up' }), failed)
  })

  it('refuses a reference to another browser and provider without using it up', async () => {
    const reference = await made()
    await assert.rejects(take(reference, { browserHash: 'browser-2' }), failed)
    await assert.rejects(take(reference, { browserHash: null }), failed)
    await assert.rejects(take(reference, { provider: 'apple' }), failed)
    assert.ok(await take(reference))
  })

  it('counts one of fifty parallel tries, and lets one of fifty parallel callers succeed', async () => {
    const reference = await made()
    const tried = await Promise.allSettled(Array.from({ length: 50 }, () => take(reference)))
    assert.equal(tried.filter(({ status }) => status === 'fulfilled').length, 1)
    const proven = await take(reference, { purpose: 'link' })
    const spent = await Promise.all(Array.from({ length: 50 }, () => proven.consume(testApp.services.db)))
    assert.equal(spent.filter(Boolean).length, 1)
    await assert.rejects(take(reference, { purpose: 'link' }), failed)
    await assert.rejects(take(reference, { purpose: 'sign_up' }), failed)
  })

  it('takes a try back, and reads an identity to link it without a try', async () => {
    const reference = await made()
    await (await take(reference)).giveBack()
    assert.ok(await take(reference))
    for (let count = 0; count < 3; count += 1) assert.ok(await take(reference, { purpose: 'link' }))
  })

  it('forgets the identity after ten minutes, and stores it encrypted', async () => {
    const reference = await made()
    const { db } = testApp.services
    const rows = db.selectFrom('oneTimeTokens').selectAll().where('purpose', '=', 'social-reference')
    // The base64 of encrypted data can contain any three or four letters, so the pattern has only longer texts.
    assert.doesNotMatch(JSON.stringify(await rows.execute()), /asha@|1234567890|firstName/i)
    await db
      .updateTable('oneTimeTokens')
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where('purpose', '=', 'social-reference')
      .execute()
    await assert.rejects(take(reference, { purpose: 'link' }), failed)
  })
})
