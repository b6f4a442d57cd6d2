/** Tests how a client names the user it expects and the claims it wants (`id_token_hint`, `claims`). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestApp } from '../../testing/test-app.ts'
import { claimsIn, openBrowser, openOpenIdApp, redeem, signInAtClient, type Visit } from './test-openid.ts'

let testApp: TestApp
before(async () => {
  testApp = await openOpenIdApp()
})
after(() => testApp.close())

const parameterOf = ({ location }: Visit, name: string) => location?.searchParams.get(name)

/** Sends a request, and passes the sign-in page as this user. */
async function pass(token: string, given: Record<string, string>): Promise<Visit> {
  const browser = openBrowser(testApp)
  return browser.passSignIn(await browser.ask(given), token)
}

const asking = (idToken: object, userinfo: object = {}) => ({
  scope: 'openid',
  claims: JSON.stringify({ id_token: idToken, userinfo }),
})

describe('id_token_hint', () => {
  it('leads back to the client if its user is signed in, also without a page', async () => {
    const { id_token: hint, session } = await signInAtClient(testApp)
    for (const prompt of [{}, { prompt: 'none' }])
      assert.ok(parameterOf(await pass(session.accessToken, { id_token_hint: hint, ...prompt }), 'code'))
  })

  it('keeps the client from another user: login_required without a page, else the user signs in again', async () => {
    const { id_token: hint } = await signInAtClient(testApp)
    const { accessToken } = await testApp.signIn()
    const silent = await pass(accessToken, { id_token_hint: hint, prompt: 'none' })
    assert.equal(parameterOf(silent, 'error'), 'login_required')
    const asked = await pass(accessToken, { id_token_hint: hint })
    assert.equal(asked.location?.pathname, '/logout', 'the sign-out page, which leads to the sign-in page')
  })

  it('of a third party names its user by the name that this third party knows', async () => {
    const third = { client_id: 'third-party', scope: 'openid' }
    const { accessToken } = await testApp.signIn()
    const browser = openBrowser(testApp)
    const page = await browser.passSignIn(await browser.ask(third), accessToken)
    const question = /name="question" value="([^"]+)"/.exec(page.text)?.[1]
    const allowed = await browser.visit('/authorize/decide', { question, answer: 'allow' })
    const code = String(parameterOf(allowed, 'code'))
    const { body } = await redeem(testApp, code, {}, { client: 'third-party' })
    const id_token_hint = String(body.id_token)
    assert.ok(parameterOf(await pass(accessToken, { ...third, id_token_hint, prompt: 'none' }), 'code'))
  })

  it('is refused if it is no ID token of the client', async () => {
    const { id_token: hint, access_token: accessToken } = await signInAtClient(testApp)
    const wrong = [
      { id_token_hint: 'x' },
      { id_token_hint: accessToken },
      { id_token_hint: hint.replace(/.$/, '') },
      { id_token_hint: hint, client_id: 'other-web' },
    ]
    for (const given of wrong) {
      const answer = await openBrowser(testApp).ask(given)
      assert.equal(parameterOf(answer, 'error'), 'invalid_request', JSON.stringify(given))
    }
  })
})

describe('claims', () => {
  it('asks for single claims, which come with their scope', async () => {
    const given = asking({ email: { essential: true } }, { given_name: null, unknown: null })
    const { id_token: idToken, scope } = await signInAtClient(testApp, given)
    assert.equal(scope, 'openid profile email')
    const { email, given_name: name, phone_number: phone } = claimsIn(idToken)
    assert.equal(typeof email, 'string')
    assert.equal(name, 'Asha')
    assert.equal(phone, undefined)
  })

  it('names the user as id_token_hint does', async () => {
    const { id_token: idToken, session } = await signInAtClient(testApp)
    const given = { ...asking({ sub: { value: String(claimsIn(idToken).sub) } }), prompt: 'none' }
    assert.ok(parameterOf(await pass(session.accessToken, given), 'code'))
    const { accessToken } = await testApp.signIn()
    assert.equal(parameterOf(await pass(accessToken, given), 'error'), 'login_required')
  })

  it('demands two factors with an essential acr, and asks for them with a voluntary one', async () => {
    const { accessToken } = await testApp.signIn()
    const essential = { ...asking({ acr: { essential: true, value: '2' } }), prompt: 'none' }
    assert.equal(parameterOf(await pass(accessToken, essential), 'error'), 'login_required')
    const voluntary = { ...asking({ acr: { values: ['2', '1'] } }), prompt: 'none' }
    assert.ok(parameterOf(await pass(accessToken, voluntary), 'code'))
    const asked = await openBrowser(testApp).ask(asking({ acr: { values: ['2', '1'] } }))
    assert.equal(parameterOf(asked, 'acr_values'), '2')
    const impossible = await openBrowser(testApp).ask(asking({ acr: { essential: true, values: ['9'] } }))
    assert.equal(parameterOf(impossible, 'error'), 'access_denied')
  })

  it('is refused if it is not the JSON of the standard', async () => {
    for (const claims of ['x', '1', '{"userinfo":1}', '{"id_token":{"email":true}}'])
      assert.equal(
        parameterOf(await openBrowser(testApp).ask({ claims }), 'error'),
        'invalid_request',
        claims,
      )
  })
})
