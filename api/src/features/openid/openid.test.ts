/** Tests the OpenID provider by its endpoints: sign-in, tokens, claims and sign-out. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createCode } from '@foyer/contract/routes/handover'
import { logout } from '@foyer/contract/routes/sessions'
import { rightPassword, type TestApp } from '../../testing/test-app.ts'
import { openBrowser as openBrowserOfFoyer } from '../browser-sessions/test-browser.ts'
import { secondFactorSteps } from '../second-factor/test-second-factor.ts'
import {
  call,
  callback,
  claimsIn,
  openBrowser,
  openOpenIdApp,
  redeem,
  signedOut,
  signInAtClient,
  type Visit,
} from './test-openid.ts'

let testApp: TestApp
before(async () => {
  testApp = await openOpenIdApp()
})
after(() => testApp.close())

const issuer = 'http://localhost:4000'

async function get(path: string, token?: string) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const { statusCode, body, headers: sent } = await testApp.app.inject({ url: path, headers })
  return { status: statusCode, body: body.startsWith('{') ? JSON.parse(body) : {}, headers: sent }
}

describe('OpenID Connect', () => {
  it('describes its endpoints at both well-known addresses, for pages of any origin', async () => {
    for (const name of ['openid-configuration', 'oauth-authorization-server']) {
      const { status, body, headers } = await get(`/.well-known/${name}`)
      assert.equal(status, 200)
      assert.equal(body.issuer, issuer)
      assert.equal(body.token_endpoint, `${issuer}/token`)
      assert.deepEqual(body.code_challenge_methods_supported, ['S256'])
      assert.equal(headers['access-control-allow-origin'], '*')
    }
    const { statusCode, headers } = await testApp.app.inject({ method: 'OPTIONS', url: '/token' })
    assert.equal(statusCode, 204)
    assert.equal(headers['access-control-allow-headers'], 'authorization, content-type')
  })

  it('signs a user in with code, state, nonce and PKCE, and names itself in the answer', async () => {
    const browser = openBrowser(testApp)
    const { accessToken, user } = await testApp.signIn()
    const asked = await browser.ask({ login_hint: 'asha@example.com' })
    assert.equal(asked.status, 303)
    assert.equal(asked.location?.pathname, '/')
    assert.equal(asked.location?.searchParams.get('platform'), 'student')
    assert.equal(asked.location?.searchParams.get('email'), 'asha@example.com')
    const back = await browser.passSignIn(asked, accessToken)
    assert.equal(`${back.location?.origin}${back.location?.pathname}`, callback)
    const { code = '', ...others } = Object.fromEntries(back.location?.searchParams ?? [])
    assert.deepEqual(others, { state: 'the-state', iss: issuer })
    const { status, body, headers } = await redeem(testApp, code)
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(body.token_type, 'Bearer')
    assert.equal(body.scope, 'openid profile email phone offline_access')
    const claims = claimsIn(String(body.id_token))
    assert.equal(claims.iss, issuer)
    assert.equal(claims.aud, 'web')
    assert.equal(claims.sub, user.uuid)
    assert.equal(claims.nonce, 'the-nonce')
    assert.equal(claims.name, 'Asha Rao')
    assert.equal(claims.email, user.email)
    assert.equal(claims.email_verified, true)
    assert.equal(claims.acr, '1')
    const accessClaims = claimsIn(String(body.access_token))
    assert.equal(accessClaims.client_id, 'web')
    assert.equal(accessClaims.sid, claims.sid)
    assert.equal(accessClaims.scope, body.scope)
  })

  it('takes the request and the answer as forms', async () => {
    const browser = openBrowser(testApp)
    const { accessToken } = await testApp.signIn()
    const asked = await browser.ask({ response_mode: 'form_post' })
    const { status, text, headers } = await browser.passSignIn(asked, accessToken)
    assert.equal(status, 200)
    assert.match(text, /<form method="post" action="https:\/\/learn\.example\/callback">/)
    assert.match(text, /name="code" value="oc_/)
    assert.match(String(headers['content-security-policy']), /form-action https:\/\/learn\.example;/)
  })

  it('answers the claims of the granted scopes only', async () => {
    const { access_token: token } = await signInAtClient(testApp, { scope: 'openid email' })
    const { status, body } = await get('/userinfo', token)
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body).sort(), ['email', 'email_verified', 'sub'])
    const posted = await call(testApp, '/userinfo', {}, { bearer: token })
    assert.deepEqual(posted.body, body)
  })

  it('issues a refresh token for offline_access, rotates it, and ends the session of a copied one', async () => {
    assert.equal((await signInAtClient(testApp, { scope: 'openid' })).refresh_token, undefined)
    const { refresh_token: first } = await signInAtClient(testApp)
    const renew = (token: string) =>
      call(testApp, '/token', { grant_type: 'refresh_token', refresh_token: token })
    const second = await renew(first)
    assert.equal(second.status, 200)
    const third = await renew(String(second.body.refresh_token))
    assert.equal(third.status, 200)
    assert.notEqual(third.body.refresh_token, first)
    assert.equal((await renew(first)).body.error, 'invalid_grant')
    assert.equal((await renew(String(third.body.refresh_token))).body.error, 'invalid_grant')
    assert.equal((await get('/userinfo', String(third.body.access_token))).status, 401)
  })

  it('tells a client about its own tokens only, and ends their session at its request', async () => {
    const tokens = await signInAtClient(testApp)
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      const own = await call(testApp, '/introspect', { token })
      assert.equal(own.body.active, true)
      assert.equal(own.body.client_id, 'web')
      const foreign = await call(testApp, '/introspect', { token }, { client: 'other-web' })
      assert.deepEqual(foreign.body, { active: false })
      const revoked = await call(testApp, '/revoke', { token }, { client: 'other-web' })
      assert.equal(revoked.status, 200)
    }
    assert.equal((await get('/userinfo', tokens.access_token)).status, 200)
    assert.equal((await call(testApp, '/revoke', { token: tokens.refresh_token })).status, 200)
    assert.equal((await get('/userinfo', tokens.access_token)).status, 401)
    assert.deepEqual((await call(testApp, '/introspect', { token: tokens.access_token })).body, {
      active: false,
    })
    assert.equal((await call(testApp, '/revoke', { token: 'unknown' })).status, 200)
  })

  it('ends with the session of the user at Foyer', async () => {
    const { access_token: token, session } = await signInAtClient(testApp)
    await testApp.call(logout, {}, { token: session.accessToken })
    assert.equal((await get('/userinfo', token)).status, 401)
  })

  it('signs a user of a public client in without a secret', async () => {
    const { access_token: token } = await signInAtClient(
      testApp,
      { client_id: 'spa' },
      { client_id: 'spa' },
      { client: '' },
    )
    assert.equal(claimsIn(token).client_id, 'spa')
  })

  it('asks a user again for prompt=login and after max_age, and accepts the new session', async () => {
    for (const given of [{ prompt: 'login' }, { max_age: '0' }]) {
      const browser = openBrowser(testApp)
      const { accessToken } = await testApp.signIn()
      const asked = await browser.ask(given)
      if (given.prompt) assert.equal(asked.location?.pathname, '/logout')
      const again = given.prompt ? asked : await browser.passSignIn(asked, accessToken)
      assert.equal(again.location?.pathname, '/logout')
      const { accessToken: fresh } = await testApp.signIn()
      assert.equal((await browser.passSignIn(again, fresh)).location?.searchParams.has('code'), true)
    }
  })

  it('answers prompt=none without a page for the user: with a code, or with login_required', async () => {
    const browser = openBrowser(testApp)
    const finishOf = ({ location }: Visit) =>
      (location?.searchParams.get('redirect-url') ?? '').slice(issuer.length)
    const here = openBrowserOfFoyer(testApp)
    const { uuid } = await testApp.makeUser({ password: rightPassword })
    const { accessToken } = (await here.signIn(uuid)).data
    const asked = await browser.ask({ prompt: 'none' })
    const { pathname, searchParams } = asked.location as URL
    assert.deepEqual([pathname, searchParams.get('origin')], ['/iframe-sso', issuer])
    const silent = { platform: 'student', redirectUrl: issuer + finishOf(asked), delivery: 'silent' } as const
    assert.equal((await testApp.mint(accessToken, silent)).code, 'not-signed-in-here')
    const { data } = await here.call(createCode, { body: silent }, { token: accessToken })
    const back = await browser.visit(`${finishOf(asked)}&code=${data.code}`)
    assert.equal((await redeem(testApp, back.location?.searchParams.get('code') ?? '')).status, 200)

    const refusals = {
      'nobody is signed in': async () => browser.visit(finishOf(await browser.ask({ prompt: 'none' }))),
      'the sign-in is too old': async () =>
        browser.passSignIn(await browser.ask({ prompt: 'none', max_age: '0' }), accessToken),
      'the frame has no cookies': async () =>
        openBrowser(testApp).passSignIn(await browser.ask({ prompt: 'none' }), accessToken),
    }
    for (const [name, refused] of Object.entries(refusals)) {
      const { location } = await refused()
      assert.equal(`${location?.origin}${location?.pathname}`, callback, name)
      assert.equal(location?.searchParams.get('error'), 'login_required', name)
      assert.equal(location?.searchParams.get('state'), 'the-state', name)
    }
  })

  it('asks for a second factor for acr_values=2, and says in the tokens that it was given', async () => {
    const browser = openBrowser(testApp)
    const { accessToken } = await testApp.signIn()
    const asked = await browser.ask({ acr_values: '2 1' })
    assert.equal(asked.location?.searchParams.get('acr_values'), '2')
    const again = await browser.passSignIn(asked, accessToken)
    assert.equal(again.location?.pathname, '/', 'the sign-in page, with one factor')
    assert.equal(again.location?.searchParams.get('acr_values'), '2')
    const { token } = await secondFactorSteps(() => testApp).makeEnrolled()
    const back = await browser.passSignIn(again, token)
    const { body } = await redeem(testApp, back.location?.searchParams.get('code') ?? '')
    assert.equal(claimsIn(String(body.id_token)).acr, '2')
    const voluntary = await openBrowser(testApp).ask({ acr_values: '1 2' })
    assert.equal(voluntary.location?.searchParams.has('acr_values'), false)
  })

  it('signs a user out by the ID token, and returns to the client with its state', async () => {
    const { id_token: hint, access_token: token, session } = await signInAtClient(testApp)
    const query = new URLSearchParams({
      id_token_hint: hint,
      post_logout_redirect_uri: signedOut,
      state: 'bye',
    })
    const { location } = await openBrowser(testApp).visit(`/end_session?${query}`)
    assert.equal(location?.href, `${signedOut}?state=bye`)
    assert.equal((await get('/userinfo', token)).status, 401)
    assert.equal((await testApp.mint(session.accessToken)).code, 'session-ended')
  })

  it('leads to the sign-out page of the platform without an ID token, and with one whose key is gone', async () => {
    const { id_token: hint, access_token: token } = await signInAtClient(testApp)
    const [, claims, signature] = hint.split('.')
    const head = Buffer.from(JSON.stringify({ alg: 'ES256', kid: 'gone', typ: 'JWT' })).toString('base64url')
    const old = `${head}.${claims}.${signature}`
    const target = encodeURIComponent(signedOut)
    for (const given of [
      'client_id=web',
      `client_id=web&post_logout_redirect_uri=${target}`,
      `id_token_hint=${old}`,
    ]) {
      const { location } = await openBrowser(testApp).visit(`/end_session?${given}`)
      assert.equal(`${location?.pathname}${location?.search}`, '/logout?platform=student', given)
    }
    assert.equal((await get('/userinfo', token)).status, 200, 'an unverified token ends nothing')
  })
})
