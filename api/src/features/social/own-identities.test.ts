/** Tests that users list and remove their own linked accounts (N-121). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { listIdentities, removeIdentity } from '@foyer/contract/routes/identities'
import type { SocialProvider } from '@foyer/contract/social/providers'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { mailsTo } from '../schools/test-schools.ts'
import { linkedTo, makeProviderUser, signUpSocially, tryLink, trySocial } from './test-references.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({
    config: { trustedProxies: ['127.0.0.1'], captcha: 'off', limitsFactor: 1_000 },
  })
})
after(() => testApp.close())

async function list(token: string) {
  const { data } = await testApp.call(listIdentities, {}, { token })
  return data.map(({ provider, email }) => [provider, email])
}

function remove(token: string, provider: SocialProvider) {
  return testApp.call(removeIdentity, { params: { provider } }, { token })
}

describe('linked accounts', () => {
  it('shows the own ones alone, and removes one with a mail, after which it opens nothing', async () => {
    const google = makeProviderUser()
    const { data } = await signUpSocially(testApp, google)
    const { accessToken: token, user } = data
    await signUpSocially(testApp, makeProviderUser())
    assert.deepEqual(await list(token), [['google', google.identity.email]])
    assert.equal((await remove(token, 'google')).status, 204)
    assert.equal((await remove(token, 'google')).status, 204)
    assert.deepEqual([await list(token), await linkedTo(testApp, user.uuid)], [[], []])
    assert.deepEqual(await mailsTo(testApp, user.email ?? ''), ['social-unlinked'])
  })

  it('keeps the last way in of an account with neither password nor proven contact', async () => {
    const person = makeProviderUser({ provider: 'facebook' })
    const { data } = await signUpSocially(testApp, person)
    const { status, code, message } = await remove(data.accessToken, 'facebook')
    assert.deepEqual(
      [status, code, message],
      [400, 'last-way-in', 'This is your only way to sign in. Set a password first, then remove it.'],
    )
    assert.equal((await trySocial(testApp, person)).status, 200)
  })

  it('lets an account with a password or a second provider remove one', async () => {
    const { uuid, email } = await testApp.makeUser()
    const [facebook, apple] = (['facebook', 'apple'] as const).map((provider) =>
      makeProviderUser({ provider, email, isAuthoritative: false }),
    )
    assert.ok(facebook && apple)
    await tryLink(testApp, facebook, { proof: { password: rightPassword } })
    const { data } = await tryLink(testApp, apple, { proof: { password: rightPassword } })
    assert.equal((await remove(data.accessToken, 'facebook')).status, 204)
    assert.deepEqual(await linkedTo(testApp, uuid), ['apple'])
  })

  it('keeps one of two when both are removed at once and there is no other way in', async () => {
    const person = makeProviderUser({ provider: 'facebook' })
    const { data } = await signUpSocially(testApp, person)
    const { uuid } = data.user
    await testApp.services.db
      .insertInto('identities')
      .values({ provider: 'apple', subject: `apple-${uuid}`, userId: uuid, email: null })
      .execute()
    const answers = await Promise.all([
      remove(data.accessToken, 'facebook'),
      remove(data.accessToken, 'apple'),
    ])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 400])
    assert.equal((await linkedTo(testApp, uuid)).length, 1)
  })
})
