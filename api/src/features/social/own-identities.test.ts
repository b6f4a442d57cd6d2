/** Tests that users list and remove their own linked accounts (N-121). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { beginIdentityLink, listIdentities, removeIdentity } from '@foyer/contract/routes/identities'
import { socialToggleId } from '@foyer/contract/routes/toggles'
import type { SocialProvider } from '@foyer/contract/social/providers'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { mailsTo } from '../schools/test-schools.ts'
import { storeToggle } from '../toggles/toggles.queries.ts'
import { openSocialApp } from './providers/test-social.ts'
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
  return data.linked.map(({ provider, email }) => [provider, email])
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
      [
        400,
        'last-way-in',
        'This is your only way to sign in. Add another one first, such as a password, a passkey or a linked account.',
      ],
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

  it('says which account is the last way in', async () => {
    const isLast = async (token: string) =>
      (await testApp.call(listIdentities, {}, { token })).data.linked.map(({ isLastWayIn }) => isLastWayIn)
    const { data } = await signUpSocially(testApp, makeProviderUser({ provider: 'facebook' }))
    assert.deepEqual(await isLast(data.accessToken), [true])
    const { email } = await testApp.makeUser()
    const facebook = makeProviderUser({ provider: 'facebook', email })
    const linked = await tryLink(testApp, facebook, { proof: { password: rightPassword } })
    assert.deepEqual(await isLast(linked.data.accessToken), [false])
  })

  it('can be added of the providers that the operator offers, on platforms with social sign-in', async () => {
    const social = await openSocialApp({ config: { captcha: 'off', limitsFactor: 1_000 } })
    await storeToggle(social.services.db, {
      id: socialToggleId,
      value: { enabled: { web: true }, providers: ['google', 'apple'] },
    })
    const linkable = async ({ accessToken: token }: { accessToken: string }) =>
      (await social.testApp.call(listIdentities, {}, { token })).data.linkable
    const learner = await social.testApp.signIn()
    assert.deepEqual(await linkable(learner), ['google', 'apple'])
    assert.deepEqual(await linkable(await social.testApp.signIn('professor')), [])
    const values = { provider: 'google', subject: 'google-1', userId: learner.user.uuid, email: null }
    await social.services.db.insertInto('identities').values(values).execute()
    assert.deepEqual(await linkable(learner), ['apple'])
    const begin = (provider: SocialProvider) =>
      social.testApp.call(beginIdentityLink, { params: { provider } }, { token: learner.accessToken })
    assert.deepEqual(
      [(await begin('facebook')).code, (await begin('google')).code, (await begin('apple')).status],
      ['no-access', 'provider-linked', 200],
    )
    await social.close()
  })
})
