/** Tests services that act for themselves (client_credentials), and that their tokens open nothing that is a user's. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { allRoutes } from '@foyer/contract/routes/all-routes'
import { getJwks } from '@foyer/contract/routes/operations'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { validBody } from '../../kernel/http/test-valid-bodies.ts'
import type { TestApp } from '../../testing/test-app.ts'
import {
  call,
  callback,
  openBrowser,
  openOpenIdApp,
  register,
  requestOf,
  signInAtClient,
} from './test-openid.ts'

const grades = 'https://grades.example'
const issuer = 'http://localhost:4000'
let testApp: TestApp
before(async () => {
  testApp = await openOpenIdApp()
  const machine = { kind: 'machine' as const, redirectUris: [] }
  const scopes = ['grades:read', 'grades:write']
  await register(testApp, { ...machine, id: 'nightly', audiences: [grades], scopes })
  await register(testApp, { ...machine, id: 'report', audiences: [grades, 'other-web'] })
})
after(() => testApp.close())

const grant = { grant_type: 'client_credentials' }
const ask = (given: Record<string, string> = {}, client = 'nightly') =>
  call(testApp, '/token', { ...grant, ...given }, { client })

async function tokenOf(given: Record<string, string> = {}, client = 'nightly'): Promise<string> {
  const { status, body } = await ask(given, client)
  assert.equal(status, 200, JSON.stringify(body))
  return String(body.access_token)
}

const errorOf = async (given: Record<string, string>, client?: string) =>
  (await ask(given, client)).body.error

describe('a machine', () => {
  it('gets a token without a user, for its audience and scopes', async () => {
    const { body, headers } = await ask()
    const { access_token: token, ...rest } = body
    assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 600, scope: 'grades:read grades:write' })
    assert.equal(headers['cache-control'], 'no-store')
    const keys = createLocalJWKSet((await testApp.call(getJwks, {})).data as never)
    const rules = { issuer, audience: grades, typ: 'at+jwt' }
    const { payload } = await jwtVerify(String(token), keys, rules)
    const { iat = 0, exp = 0, jti, ...claims } = payload
    assert.equal(exp - iat, 600)
    assert.ok(jti)
    const named = { sub: 'nightly', client_id: 'nightly', scope: 'grades:read grades:write' }
    assert.deepEqual(claims, { iss: issuer, aud: grades, ...named })
  })

  it('gets fewer scopes if it asks for fewer, and no scope that is not registered', async () => {
    assert.equal((await ask({ scope: 'grades:read' })).body.scope, 'grades:read')
    for (const scope of ['openid', 'grades:read foyer.profile', 'grades'])
      assert.equal(await errorOf({ scope }), 'invalid_scope', scope)
  })

  it('names its audience if it has several, and gets no other', async () => {
    assert.equal(await errorOf({}, 'report'), 'invalid_target')
    assert.equal(await errorOf({ resource: issuer }, 'report'), 'invalid_target')
    assert.equal(await errorOf({ resource: `${grades}/` }), 'invalid_target')
    await tokenOf({ resource: grades }, 'report')
  })

  it('has no other way to a token, and cannot sign a user in', async () => {
    const grants = ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code']
    for (const grant_type of grants) assert.equal(await errorOf({ grant_type }), 'unauthorized_client')
    assert.equal((await openBrowser(testApp).ask({ client_id: 'nightly' })).status, 400)
    const pushed = { ...requestOf({}), client_id: 'nightly', redirect_uri: callback }
    assert.equal((await call(testApp, '/par', pushed, { client: 'nightly' })).body.error, 'invalid_request')
    const device = await call(testApp, '/device_authorization', {}, { client: 'nightly' })
    assert.equal(device.body.error, 'unauthorized_client')
  })

  it('authenticates', async () => {
    const wrong = await call(testApp, '/token', grant, { client: 'nightly', secret: 'wrong' })
    assert.deepEqual([wrong.status, wrong.body.error], [401, 'invalid_client'])
    const without = await call(testApp, '/token', { ...grant, client_id: 'nightly' }, { client: '' })
    assert.deepEqual([without.status, without.body.error], [401, 'invalid_client'])
  })

  it('is no client that signs users in', async () => {
    for (const client of ['web', 'third-party'])
      assert.equal(await errorOf({}, client), 'unauthorized_client', client)
    const open = await call(testApp, '/token', { ...grant, client_id: 'spa' }, { client: '' })
    assert.equal(open.body.error, 'unauthorized_client')
  })
})

describe('the token of a machine', () => {
  it('is refused by every route of Foyer that takes a token', async () => {
    const authorization = `Bearer ${await tokenOf()}`
    const guarded = allRoutes.filter(({ access }) => access !== 'none' && access !== 'client-if-given')
    for (const route of guarded) {
      const { method, path, body } = route
      const url = path.replace(/:\w+/g, 'c8a7d5e2-3f10-4b6c-9d2e-1a2b3c4d5e6f')
      const payload = body && { payload: validBody(route) }
      const { statusCode } = await testApp.app.inject({ method, url, headers: { authorization }, ...payload })
      // Some routes check their path parameters before the caller, and answer 400.
      const expected = path.includes(':') ? [400, 401] : [401]
      assert.ok(expected.includes(statusCode), `${method} ${path}: ${statusCode}`)
    }
  })

  it('tells nothing about a user', async () => {
    const { status, body } = await call(testApp, '/userinfo', {}, { bearer: await tokenOf() })
    assert.deepEqual([status, body.error], [401, 'invalid_token'])
  })

  it('is described to the machine and to the client that is its audience, and to no other', async () => {
    const token = await tokenOf({ resource: 'other-web' }, 'report')
    for (const client of ['report', 'other-web']) {
      const { body } = await call(testApp, '/introspect', { token }, { client })
      const { exp, iat, ...described } = body
      assert.ok(Number(exp) > Number(iat))
      const named = { client_id: 'report', sub: 'report', aud: 'other-web', iss: issuer }
      assert.deepEqual(described, { active: true, token_type: 'Bearer', ...named }, client)
    }
    for (const client of ['web', 'nightly'])
      assert.deepEqual((await call(testApp, '/introspect', { token }, { client })).body, { active: false })
  })

  it('is told from the token of a user', async () => {
    const { access_token: token } = await signInAtClient(testApp)
    const { body } = await call(testApp, '/introspect', { token })
    assert.equal(typeof body.sid, 'string')
    assert.notEqual(body.sub, body.client_id)
  })

  it('is not revoked, and says so to the machine alone', async () => {
    const token = await tokenOf()
    const own = await call(testApp, '/revoke', { token }, { client: 'nightly' })
    assert.deepEqual([own.status, own.body.error], [400, 'unsupported_token_type'])
    assert.equal((await call(testApp, '/revoke', { token })).status, 200)
  })
})
