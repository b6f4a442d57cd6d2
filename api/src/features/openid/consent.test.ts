/** Tests that a third party reads nothing before the user has agreed. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { getProfile } from '@foyer/contract/profile/profile-routes'
import { listApps, removeApp } from '@foyer/contract/routes/apps'
import type { TestApp } from '../../testing/test-app.ts'
import { call, callback, claimsIn, openBrowser, openOpenIdApp, redeem, type Visit } from './test-openid.ts'

let testApp: TestApp
before(async () => {
  testApp = await openOpenIdApp()
})
after(() => testApp.close())

const asThirdParty = { client_id: 'third-party', scope: 'openid email' }
const questionIn = ({ text }: Visit) => /name="question" value="([^"]+)"/.exec(text)?.[1] ?? ''
const parametersOf = ({ location }: Visit) => Object.fromEntries(location?.searchParams ?? [])

describe('the consent of a user', () => {
  it('is asked by a third party before it gets a code, and remembered for its scopes', async () => {
    const browser = openBrowser(testApp)
    const { accessToken, user } = await testApp.signIn()
    const pass = async (given: Record<string, string> = {}) =>
      browser.passSignIn(await browser.ask({ ...asThirdParty, ...given }), accessToken)
    assert.equal(parametersOf(await pass({ prompt: 'none' })).error, 'consent_required')
    const page = await pass()
    assert.deepEqual([page.status, page.location], [200, null])
    for (const text of [user.email ?? '', 'learn.example', 'does not belong', 'read your email address'])
      assert.ok(page.text.includes(text), text)
    assert.doesNotMatch(page.text, /phone number/)
    const policy = String(page.headers['content-security-policy'])
    assert.match(policy, /frame-ancestors 'none'/)
    assert.equal(page.headers['x-frame-options'], 'DENY')
    const allowed = await browser.visit('/authorize/decide', { question: questionIn(page), answer: 'allow' })
    assert.equal(`${allowed.location?.origin}${allowed.location?.pathname}`, callback)
    const { status, body } = await redeem(testApp, String(parametersOf(allowed).code), {}, asClient)
    assert.deepEqual([status, body.scope], [200, 'openid email'])

    const { access_token: bearer } = body
    const apps = async () => (await testApp.call(listApps, {}, { token: accessToken })).data
    assert.deepEqual(
      (await apps()).map(({ clientId, scopes }) => [clientId, scopes]),
      [['third-party', ['openid', 'email']]],
    )
    const stranger = await testApp.signIn()
    assert.deepEqual((await testApp.call(listApps, {}, { token: stranger.accessToken })).data, [])
    const removal = { params: { clientId: 'third-party' } }
    const userInfo = async () =>
      (await testApp.app.inject({ url: '/userinfo', headers: { authorization: `Bearer ${bearer}` } }))
        .statusCode
    await testApp.call(removeApp, removal, { token: stranger.accessToken })
    assert.equal(await userInfo(), 200, 'another user removes nothing')

    assert.ok(parametersOf(await pass()).code, 'remembered')
    assert.ok(parametersOf(await pass({ prompt: 'none', scope: 'openid' })).code, 'a smaller scope')
    assert.equal((await pass({ scope: 'openid email phone' })).status, 200, 'a larger scope')
    assert.equal((await pass({ prompt: 'consent' })).status, 200, 'prompt=consent')

    for (const _ of ['once', 'again']) {
      const removed = await testApp.call(removeApp, removal, { token: accessToken })
      assert.ok(removed.status < 300)
    }
    assert.deepEqual(await apps(), [])
    assert.equal(await userInfo(), 401, 'the session of the app has ended')
    assert.equal(parametersOf(await pass({ prompt: 'none' })).error, 'consent_required')
  })

  it('lets a third party know the user by a name of its own, with tokens that no platform takes', async () => {
    const { accessToken, user } = await testApp.signIn()
    const names: unknown[] = []
    for (const client of ['third-party', 'other-third-party']) {
      const browser = openBrowser(testApp)
      const given = { client_id: client, scope: 'openid email foyer.profile' }
      const page = await browser.passSignIn(await browser.ask(given), accessToken)
      const form = { question: questionIn(page), answer: 'allow' }
      const { code } = parametersOf(await browser.visit('/authorize/decide', form))
      const { body } = await redeem(testApp, String(code), {}, { client })
      const access = claimsIn(String(body.access_token))
      const { sub } = claimsIn(String(body.id_token))
      assert.deepEqual([access.aud, access.sub], ['http://localhost:4000', sub])
      const bearer = String(body.access_token)
      assert.equal((await call(testApp, '/userinfo', {}, { bearer })).body.sub, sub)
      assert.equal((await testApp.call(getProfile, {}, { token: bearer })).status, 200)
      names.push(sub)
      const signOut = `/end_session?id_token_hint=${body.id_token}`
      assert.equal((await browser.visit(signOut)).status, 303)
      assert.equal((await call(testApp, '/userinfo', {}, { bearer })).status, 401)
      assert.equal((await testApp.mint(accessToken)).status, 200, 'the session of the user goes on')
    }
    assert.equal(new Set([...names, user.uuid]).size, 3)
  })

  it('is asked by a client of the provider only if it wants to', async () => {
    const browser = openBrowser(testApp)
    const { accessToken } = await testApp.signIn()
    const { status, text } = await browser.passSignIn(await browser.ask({ prompt: 'consent' }), accessToken)
    assert.equal(status, 200)
    assert.doesNotMatch(text, /does not belong/)
  })

  it('may be refused, which the client learns', async () => {
    const browser = openBrowser(testApp)
    const { accessToken } = await testApp.signIn()
    const page = await browser.passSignIn(await browser.ask(asThirdParty), accessToken)
    const form = { question: questionIn(page), answer: 'deny' }
    const denied = parametersOf(await browser.visit('/authorize/decide', form))
    assert.deepEqual([denied.error, denied.state, denied.code], ['access_denied', 'the-state', undefined])
    const again = await browser.visit('/authorize/decide', { ...form, answer: 'allow' })
    assert.deepEqual([again.status, again.location], [400, null])
  })

  it('cannot be given in another browser, twice, or without the question', async () => {
    const browser = openBrowser(testApp)
    const { accessToken } = await testApp.signIn()
    const page = await browser.passSignIn(await browser.ask(asThirdParty), accessToken)
    const form = { question: questionIn(page), answer: 'allow' }
    const foreign = openBrowser(testApp)
    await foreign.ask(asThirdParty)
    for (const refused of [
      await foreign.visit('/authorize/decide', form),
      await browser.visit('/authorize/decide', { ...form, question: 'aq_unknown' }),
      await browser.visit('/authorize/decide', { answer: 'allow' }),
    ])
      assert.deepEqual([refused.status, refused.location], [400, null])
    assert.ok(parametersOf(await browser.visit('/authorize/decide', form)).code)
    assert.equal((await browser.visit('/authorize/decide', form)).status, 400)
  })
})

const asClient = { client: 'third-party' }
