/** Tests authorization requests that a client pushes before it sends the browser (RFC 9126). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestApp } from '../../testing/test-app.ts'
import { call, callback, openBrowser, openOpenIdApp, queryOf, redeem, requestOf } from './test-openid.ts'

let testApp: TestApp
before(async () => {
  testApp = await openOpenIdApp()
})
after(() => testApp.close())

type Given = Record<string, string | undefined>

const push = (given: Given = {}, client = 'web') =>
  call(testApp, '/par', requestOf({ client_id: client, ...given }), { client })

async function referenceOf(given: Given = {}): Promise<string> {
  const { status, body } = await push(given)
  assert.equal(status, 201, JSON.stringify(body))
  assert.equal(body.expires_in, 60)
  return String(body.request_uri)
}

const follow = (reference: string, more: Given = {}, browser = openBrowser(testApp)) =>
  browser.visit(`/authorize?${queryOf({ client_id: 'web', request_uri: reference, ...more })}`)

describe('a pushed request', () => {
  it('signs a user in, whatever else the browser brings', async () => {
    const browser = openBrowser(testApp)
    const { accessToken } = await testApp.signIn()
    const changed = { redirect_uri: `https://evil.example/`, state: 'evil', scope: 'openid foyer.profile' }
    const asked = await follow(await referenceOf({ scope: 'openid' }), changed, browser)
    const { location } = await browser.passSignIn(asked, accessToken)
    assert.equal(`${location?.origin}${location?.pathname}`, callback)
    assert.equal(location?.searchParams.get('state'), 'the-state')
    const { body } = await redeem(testApp, location?.searchParams.get('code') ?? '')
    assert.equal(body.scope, 'openid')
  })

  it('is followed once, and only for its own client', async () => {
    const reference = await referenceOf()
    assert.equal((await follow(reference, { client_id: 'other-web' })).status, 400)
    assert.equal((await follow(reference, { client_id: undefined })).status, 400)
    assert.equal((await follow(reference)).status, 303)
    const again = await follow(reference)
    assert.deepEqual([again.status, again.location], [400, null])
    assert.equal((await follow('urn:ietf:params:oauth:request_uri:made-up')).status, 400)
  })

  const refused: [name: string, given: Given, error: string][] = [
    ['a redirect URI that is not registered', { redirect_uri: `${callback}/x` }, 'invalid_request'],
    ['no redirect URI', { redirect_uri: undefined }, 'invalid_request'],
    ['no PKCE', { code_challenge: undefined }, 'invalid_request'],
    ['an implicit response', { response_type: 'token' }, 'unsupported_response_type'],
    ['another client', { client_id: 'other-web' }, 'invalid_request'],
    ['a reference', { request_uri: 'urn:ietf:params:oauth:request_uri:x' }, 'request_uri_not_supported'],
    ['a request object', { request: 'e30.e30.' }, 'request_not_supported'],
  ]
  for (const [name, given, error] of refused) {
    it(`is refused with ${name}`, async () => {
      const { status, body } = await call(testApp, '/par', requestOf(given))
      assert.deepEqual([status, body.error], [400, error])
    })
  }

  it('is refused without the secret of the client', async () => {
    const { status, body } = await call(testApp, '/par', requestOf({}), { secret: 'wrong' })
    assert.deepEqual([status, body.error], [401, 'invalid_client'])
  })
})
