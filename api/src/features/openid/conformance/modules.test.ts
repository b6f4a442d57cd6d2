/**
 * Restates modules of the OpenID Foundation's conformance suite (plans Basic OP, Config OP, Form Post OP, RP-Initiated Logout
 * OP), each test with the name of its module. README.md beside this file lists the modules and where each is tested.
 */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { getJwks } from '@foyer/contract/routes/operations'
import { createLocalJWKSet, jwtVerify } from 'jose'
import type { TestApp } from '../../../testing/test-app.ts'
import {
  call,
  callback,
  claimsIn,
  openBrowser,
  openOpenIdApp,
  queryOf,
  redeem,
  requestOf,
  signedOut,
  signInAtClient,
  type Visit,
} from '../test-openid.ts'

let testApp: TestApp
before(async () => {
  testApp = await openOpenIdApp()
})
after(() => testApp.close())

const issuer = 'http://localhost:4000'

/** Signs a new user in with this request, and returns the last answer of the browser. */
async function authorize(given: Record<string, string | undefined> = {}): Promise<Visit> {
  const browser = openBrowser(testApp)
  const { accessToken } = await testApp.signIn()
  return browser.passSignIn(await browser.ask(given), accessToken)
}

const codeIn = ({ location }: Visit) => location?.searchParams.get('code') ?? ''

async function userInfo(token: string): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await testApp.app.inject({ url: '/userinfo', headers })
  assert.equal(answer.statusCode, 200)
  return answer.json()
}

it('oidcc-discovery-endpoint-verification', async () => {
  const metadata = (await testApp.app.inject('/.well-known/openid-configuration')).json()
  assert.equal(metadata.issuer, issuer)
  for (const [name, value] of Object.entries(metadata))
    if (/_(endpoint|uri)$/.test(name)) assert.equal(new URL(String(value)).origin, issuer, name)
  for (const name of ['response_types_supported', 'subject_types_supported', 'scopes_supported'])
    assert.ok(metadata[name].length > 0, name)
  assert.ok(metadata.scopes_supported.includes('openid'))
})

it('oidcc-server, oidcc-idtoken-signature', async () => {
  const { id_token: idToken } = await signInAtClient(testApp)
  const keys = createLocalJWKSet((await testApp.call(getJwks, {})).data as never)
  const { payload, protectedHeader } = await jwtVerify(idToken, keys, { issuer, audience: 'web' })
  assert.equal(protectedHeader.alg, 'ES256')
  assert.equal(payload.nonce, 'the-nonce')
  assert.ok(Number(payload.exp) > Number(payload.iat))
})

it('oidcc-response-type-missing', async () => {
  const { location } = await openBrowser(testApp).ask({ response_type: undefined })
  assert.equal(location?.searchParams.get('error'), 'unsupported_response_type')
})

it('oidcc-userinfo-get, oidcc-userinfo-post-header, oidcc-userinfo-post-body', async () => {
  const { access_token: token, id_token: idToken } = await signInAtClient(testApp)
  const claims = await userInfo(token)
  assert.equal(claims.sub, claimsIn(idToken).sub)
  assert.deepEqual((await call(testApp, '/userinfo', {}, { bearer: token })).body, claims)
  const inBody = await call(testApp, '/userinfo', { access_token: token }, { client: '' })
  assert.deepEqual(inBody.body, claims)
  const twice = await call(testApp, '/userinfo', { access_token: token }, { bearer: token })
  assert.equal(twice.body.error, 'invalid_request')
})

it('oidcc-ensure-request-without-nonce-succeeds-for-code-flow', async () => {
  const { id_token: idToken } = await signInAtClient(testApp, { nonce: undefined })
  assert.equal(claimsIn(idToken).nonce, undefined)
})

const scopes: [module: string, scope: string, claims: string[]][] = [
  ['oidcc-scope-profile', 'openid profile', ['family_name', 'given_name', 'name', 'sub']],
  ['oidcc-scope-email', 'openid email', ['email', 'email_verified', 'sub']],
  ['oidcc-scope-address', 'openid address', ['sub']],
  ['oidcc-scope-phone', 'openid phone', ['sub']],
  [
    'oidcc-scope-all',
    'openid profile email address phone',
    ['email', 'email_verified', 'family_name', 'given_name', 'name', 'sub'],
  ],
  ['oidcc-ensure-other-scope-order-succeeds', 'email openid', ['email', 'email_verified', 'sub']],
]
for (const [name, scope, expected] of scopes)
  it(name, async () => {
    const { access_token: token } = await signInAtClient(testApp, { scope })
    assert.deepEqual(Object.keys(await userInfo(token)).sort(), expected)
  })

const accepted: [module: string, given: Record<string, string>][] = [
  ['oidcc-display-page', { display: 'page' }],
  ['oidcc-display-popup', { display: 'popup' }],
  ['oidcc-ensure-request-with-unknown-parameter-succeeds', { extra: 'foobar' }],
  ['oidcc-ui-locales', { ui_locales: 'se' }],
  ['oidcc-claims-locales', { claims_locales: 'se' }],
  ['oidcc-ensure-request-with-acr-values-succeeds', { acr_values: '1 2' }],
  ['oidcc-login-hint', { login_hint: 'buffy@example.com' }],
  ['oidcc-max-age-10000', { max_age: '10000' }],
]
for (const [name, given] of accepted)
  it(name, async () => {
    const { status, body } = await redeem(testApp, codeIn(await authorize(given)))
    assert.equal(status, 200)
    if (given.max_age) assert.equal(typeof claimsIn(String(body.id_token)).auth_time, 'number')
  })

it('oidcc-ensure-post-request-succeeds', async () => {
  const browser = openBrowser(testApp)
  const { accessToken } = await testApp.signIn()
  const asked = await browser.visit('/authorize', requestOf({}))
  assert.ok(codeIn(await browser.passSignIn(asked, accessToken)))
})

it('oidcc-codereuse, oidcc-codereuse-30seconds', async () => {
  const { code, access_token: token } = await signInAtClient(testApp)
  const again = await redeem(testApp, code)
  assert.deepEqual([again.status, again.body.error], [400, 'invalid_grant'])
  assert.equal((await call(testApp, '/userinfo', {}, { bearer: token })).status, 401)
})

it('oidcc-ensure-registered-redirect-uri', async () => {
  const { status, location } = await openBrowser(testApp).ask({ redirect_uri: `${callback}x` })
  assert.deepEqual([status, location], [400, null])
})

it('oidcc-server-client-secret-post', async () => {
  const sent = { client_id: 'web', client_secret: 'a-secret-of-a-platform' }
  const { status } = await redeem(testApp, codeIn(await authorize()), sent, { client: '' })
  assert.equal(status, 200)
})

it('oidcc-request-uri-unsigned-supported-correctly-or-rejected, oidcc-unsigned-request-object-…', async () => {
  const browser = openBrowser(testApp)
  const byValue = await browser.ask({ request: 'eyJhbGciOiJub25lIn0.e30.' })
  assert.equal(byValue.location?.searchParams.get('error'), 'request_not_supported')
  const byUri = await browser.ask({ request_uri: 'https://client.example/request.jwt' })
  assert.equal(byUri.location?.searchParams.get('error'), 'request_uri_not_supported')
})

it('oidcc-refresh-token', async () => {
  const { refresh_token: token, id_token: first } = await signInAtClient(testApp)
  const { body } = await call(testApp, '/token', { grant_type: 'refresh_token', refresh_token: token })
  const [before, renewed] = [claimsIn(first), claimsIn(String(body.id_token))]
  for (const claim of ['iss', 'sub', 'aud', 'auth_time', 'sid'])
    assert.deepEqual(renewed[claim], before[claim], claim)
  const foreign = { grant_type: 'refresh_token', refresh_token: String(body.refresh_token) }
  assert.equal((await call(testApp, '/token', foreign, { client: 'other-web' })).body.error, 'invalid_grant')
})

it('oidcc-server (form post), oidcc-ensure-request-with-valid-pkce-succeeds', async () => {
  const { status, text, headers } = await authorize({ response_mode: 'form_post' })
  assert.equal(status, 200)
  assert.match(String(headers['cache-control']), /no-store/)
  const code = /name="code" value="(\w+)/.exec(text)?.[1] ?? ''
  assert.match(text, /name="state" value="the-state"/)
  assert.ok(code.startsWith('oc_'))
})

it('oidcc-rp-initiated-logout, …-no-state, …-no-post-logout-redirect-uri', async () => {
  const cases: [given: Record<string, string>, expected: string][] = [
    [{ post_logout_redirect_uri: signedOut, state: 'x' }, `${signedOut}?state=x`],
    [{ post_logout_redirect_uri: signedOut }, signedOut],
    [{}, `${issuer}/?platform=student`],
  ]
  for (const [given, expected] of cases) {
    const { id_token: hint } = await signInAtClient(testApp)
    const query = queryOf({ id_token_hint: hint, ...given })
    const { location } = await openBrowser(testApp).visit(`/end_session?${query}`)
    assert.equal(location?.href, expected)
  }
})

it('oidcc-rp-initiated-logout-bad-post-logout-redirect-uri, …-modified-id-token-hint, …-no-params', async () => {
  const { id_token: hint } = await signInAtClient(testApp)
  const wrong = [
    { id_token_hint: hint, post_logout_redirect_uri: `${signedOut}/foo` },
    { id_token_hint: hint.replace('.', 'x.'), post_logout_redirect_uri: signedOut },
    {},
  ]
  for (const given of wrong) {
    const { status, location } = await openBrowser(testApp).visit(`/end_session?${queryOf(given)}`)
    assert.deepEqual([status, location], [400, null])
  }
})
