/** Tests that the OpenID provider refuses wrong, foreign and repeated requests (RFC 9700). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { getProfile } from '@foyer/contract/profile/profile-routes'
import { exchangeCode } from '@foyer/contract/routes/handover'
import type { TestApp } from '../../testing/test-app.ts'
import {
  call,
  callback,
  openBrowser,
  openOpenIdApp,
  queryOf,
  redeem,
  requestOf,
  signedOut,
  signInAtClient,
  site,
} from './test-openid.ts'

let testApp: TestApp
before(async () => {
  testApp = await openOpenIdApp()
})
after(() => testApp.close())

/** Signs a user in up to the code. */
async function codeOf(given: Record<string, string | undefined> = {}): Promise<string> {
  const browser = openBrowser(testApp)
  const { accessToken } = await testApp.signIn()
  const { location } = await browser.passSignIn(await browser.ask(given), accessToken)
  return location?.searchParams.get('code') ?? ''
}

describe('an authorization request', () => {
  const strangers: Record<string, Record<string, string | undefined>> = {
    'an unknown client': { client_id: 'nobody' },
    'a client without OpenID Connect': { client_id: 'plain' },
    'no client': { client_id: undefined },
    'no redirect URI': { redirect_uri: undefined },
    'a redirect URI of another site': { redirect_uri: 'https://evil.example/callback' },
    'a longer path': { redirect_uri: `${callback}/more` },
    'a query that is not registered': { redirect_uri: `${callback}?next=1` },
    'another case': { redirect_uri: callback.toUpperCase() },
    'a dot segment': { redirect_uri: `${site}/a/../callback` },
    'a user name': { redirect_uri: 'https://learn.example@evil.example/callback' },
    'a fragment': { redirect_uri: `${callback}#x` },
  }
  for (const [name, given] of Object.entries(strangers)) {
    it(`with ${name} gets a page and no redirect`, async () => {
      const { status, location, text } = await openBrowser(testApp).ask(given)
      assert.deepEqual([status, location], [400, null])
      assert.match(text, /This link does not work/)
    })
  }

  const refused: [name: string, given: Record<string, string | undefined>, error: string][] = [
    ['an implicit response', { response_type: 'token' }, 'unsupported_response_type'],
    ['no response type', { response_type: undefined }, 'unsupported_response_type'],
    ['a fragment response', { response_mode: 'fragment' }, 'invalid_request'],
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['PKCE without a method', { code_challenge_method: undefined }, 'invalid_request'],
    ['a short challenge', { code_challenge: 'x' }, 'invalid_request'],
    ['a request object', { request: 'e30.e30.' }, 'request_not_supported'],
    ['the address of a request object', { request_uri: 'http://127.0.0.1/' }, 'request_uri_not_supported'],
    ['prompt=none with another', { prompt: 'none login' }, 'invalid_request'],
    ['an unknown prompt', { prompt: 'dance' }, 'invalid_request'],
    ['a wrong max_age', { max_age: '-1' }, 'invalid_request'],
  ]
  for (const [name, given, error] of refused) {
    it(`with ${name} is refused at the redirect URI with ${error}, state and issuer`, async () => {
      const { location } = await openBrowser(testApp).ask(given)
      assert.equal(`${location?.origin}${location?.pathname}`, callback)
      const { searchParams } = location as URL
      assert.equal(searchParams.get('error'), error)
      assert.equal(searchParams.get('state'), 'the-state')
      assert.equal(searchParams.get('iss'), 'http://localhost:4000')
      assert.equal(searchParams.has('code'), false)
    })
  }

  it('with a repeated parameter gets a page and no redirect', async () => {
    const query = `${queryOf(requestOf({}))}&redirect_uri=${encodeURIComponent(callback)}`
    const { status, location } = await openBrowser(testApp).visit(`/authorize?${query}`)
    assert.deepEqual([status, location], [400, null])
  })
})

describe('the way back from the sign-in page', () => {
  it('works once, and only in the browser that began', async () => {
    const browser = openBrowser(testApp)
    const { accessToken } = await testApp.signIn()
    const asked = await browser.ask()
    const stranger = await openBrowser(testApp).passSignIn(asked, accessToken)
    assert.deepEqual([stranger.status, stranger.location], [400, null])
    assert.equal((await browser.passSignIn(asked, accessToken)).location?.searchParams.has('code'), true)
    const again = await browser.passSignIn(asked, accessToken)
    assert.deepEqual([again.status, again.location], [400, null])
  })

  it('takes no code of another request, of another address or of nobody', async () => {
    const browser = openBrowser(testApp)
    const { accessToken } = await testApp.signIn()
    const first = await browser.ask()
    const second = await browser.ask()
    const finishOf = (visit: typeof first) => visit.location?.searchParams.get('redirect-url') ?? ''
    const { data } = await testApp.mint(accessToken, { redirectUrl: finishOf(second) })
    const home = await testApp.mint(accessToken)
    for (const code of [data.code, home.data.code, 'ac_made-up']) {
      const url = new URL(finishOf(first))
      const { location } = await browser.visit(`${url.pathname}${url.search}&code=${code}`)
      assert.equal(location?.pathname, '/', 'the sign-in page')
    }
    assert.equal((await browser.visit('/authorize/finish/web?request=ar_made-up&code=ac_x')).status, 400)
  })

  it('is the only page of Foyer for which a code is minted', async () => {
    const { accessToken } = await testApp.signIn()
    for (const path of ['/', '/account', '/authorize', '/authorize/finish', '/authorize/finished/web'])
      assert.equal(
        (await testApp.mint(accessToken, { redirectUrl: `http://localhost:4000${path}` })).code,
        'redirect-not-allowed',
      )
    const admin = await testApp.signIn('serviceAdmin')
    const redirectUrl = 'http://localhost:4000/authorize/finish/web?request=ar_x'
    const { code } = await testApp.mint(admin.accessToken, { platform: 'serviceAdmin', redirectUrl })
    assert.equal(code, 'redirect-not-allowed', 'a platform that leads nowhere')
  })
})

describe('a code', () => {
  const wrong: [name: string, more: Record<string, string | undefined>, client?: string][] = [
    ['another client', {}, 'other-web'],
    ['another registered redirect URI', { redirect_uri: `${site}/other` }],
    ['no redirect URI', { redirect_uri: undefined }],
    ['a wrong verifier', { code_verifier: 'v'.repeat(43) }],
    ['no verifier', { code_verifier: undefined }],
  ]
  for (const [name, more, client] of wrong) {
    it(`is refused and used up with ${name}`, async () => {
      const code = await codeOf()
      assert.equal((await redeem(testApp, code, more, { client })).body.error, 'invalid_grant')
      assert.equal((await redeem(testApp, code)).body.error, 'invalid_grant')
    })
  }

  it('ends the session that it opened when it comes again', async () => {
    const { code, access_token: token } = await signInAtClient(testApp)
    assert.equal((await redeem(testApp, code)).body.error, 'invalid_grant')
    const { body } = await call(testApp, '/introspect', { token })
    assert.deepEqual(body, { active: false })
  })

  it('of the sign-in page is no authorization code, and an authorization code is no code of a platform', async () => {
    const { accessToken } = await testApp.signIn()
    const { data } = await testApp.mint(accessToken)
    assert.equal((await redeem(testApp, data.code)).body.error, 'invalid_grant')
    const body = { code: await codeOf(), platform: 'student', redirectUrl: callback } as const
    const exchanged = await testApp.call(exchangeCode, { body }, { client: 'web' })
    assert.equal(exchanged.code, 'code-invalid')
  })
})

describe('a client', () => {
  const wrong: [name: string, form: Record<string, string>, sent: object, error: string][] = [
    ['a wrong secret', {}, { secret: 'wrong' }, 'invalid_client'],
    ['an unknown id', {}, { client: 'nobody' }, 'invalid_client'],
    [
      'a secret in the form that is wrong',
      { client_id: 'web', client_secret: 'wrong' },
      { client: '' },
      'invalid_client',
    ],
    ['no secret', { client_id: 'web' }, { client: '' }, 'invalid_client'],
    ['two secrets', { client_secret: 'x' }, {}, 'invalid_request'],
    ['another id in the form', { client_id: 'other-web' }, {}, 'invalid_request'],
    ['a secret though it is public', {}, { client: 'spa' }, 'invalid_client'],
    ['a grant that does not exist', { grant_type: 'password' }, {}, 'unsupported_grant_type'],
    ['no code', { code: '' }, {}, 'invalid_request'],
  ]
  for (const [name, form, sent, error] of wrong) {
    it(`with ${name} gets ${error}`, async () => {
      const { status, body, headers } = await redeem(testApp, 'oc_x', form, sent)
      assert.equal(body.error, error)
      assert.equal(status, error === 'invalid_client' ? 401 : 400)
      if (status === 401) assert.match(String(headers['www-authenticate']), /^Basic /)
    })
  }

  it('renews only its own tokens, and gets no larger scope', async () => {
    const { refresh_token: token } = await signInAtClient(testApp, { scope: 'openid offline_access' })
    const form = { grant_type: 'refresh_token', refresh_token: token }
    const foreign = await call(testApp, '/token', form, { client: 'other-web' })
    assert.equal(foreign.body.error, 'invalid_grant')
    const larger = await call(testApp, '/token', { ...form, scope: 'openid email' })
    assert.equal(larger.body.error, 'invalid_scope')
    const kept = await call(testApp, '/token', form)
    assert.equal(kept.status, 200, 'no refusal has replaced the token')
    assert.equal(
      (await call(testApp, '/token', { ...form, refresh_token: 'rt_x' })).body.error,
      'invalid_grant',
    )
  })

  it('without the scope of a service does not reach it', async () => {
    const narrow = await signInAtClient(testApp, { scope: 'openid' })
    assert.equal((await testApp.call(getProfile, {}, { token: narrow.access_token })).code, 'no-access')
    const wide = await signInAtClient(testApp, { scope: 'openid foyer.profile' })
    assert.equal((await testApp.call(getProfile, {}, { token: wide.access_token })).status, 200)
  })

  it('reaches /userinfo only with an access token of its own with the scope openid', async () => {
    const { accessToken } = await testApp.signIn()
    const own = await call(testApp, '/userinfo', {}, { bearer: accessToken })
    assert.deepEqual([own.status, own.body.error], [403, 'insufficient_scope'])
    const { id_token: idToken } = await signInAtClient(testApp)
    for (const bearer of [idToken, 'x']) {
      const { status, headers } = await call(testApp, '/userinfo', {}, { bearer })
      assert.equal(status, 401)
      assert.match(String(headers['www-authenticate']), /error="invalid_token"/)
    }
  })
})

describe('a sign-out', () => {
  it('leads to no address that is not registered, and believes no other token', async () => {
    const { id_token: hint, access_token: accessToken } = await signInAtClient(testApp)
    const wrong = [
      { id_token_hint: hint, post_logout_redirect_uri: 'https://evil.example/' },
      { id_token_hint: hint, post_logout_redirect_uri: `${signedOut}/` },
      { id_token_hint: hint, client_id: 'other-web' },
      { id_token_hint: accessToken },
      { id_token_hint: hint.replace(/.$/, '') },
      { client_id: 'nobody' },
      {},
    ]
    for (const given of wrong) {
      const { status, location } = await openBrowser(testApp).visit(`/end_session?${queryOf(given)}`)
      assert.deepEqual([status, location], [400, null], JSON.stringify(given))
    }
    assert.equal((await call(testApp, '/introspect', { token: accessToken })).body.active, true)
  })
})
