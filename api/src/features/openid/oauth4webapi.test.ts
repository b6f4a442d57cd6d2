/** Signs in with oauth4webapi, which refuses every answer that is not as the standards say, unchanged over HTTP messages. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import * as oauth from 'oauth4webapi'
import { clientSecret, type TestApp } from '../../testing/test-app.ts'
import { callback, openBrowser, openOpenIdApp, register } from './test-openid.ts'

const issuer = new URL('http://localhost:4000')
const client: oauth.Client = { client_id: 'web' }
const secret = oauth.ClientSecretBasic(clientSecret)

let testApp: TestApp
let server: oauth.AuthorizationServer
let options: {
  [oauth.customFetch]: (
    url: string,
    init: oauth.CustomFetchOptions<'GET' | 'POST', unknown>,
  ) => Promise<Response>
  [oauth.allowInsecureRequests]: true
}
before(async () => {
  testApp = await openOpenIdApp()
  await register(testApp, { id: 'screen', kind: 'native', redirectUris: [], grants: [deviceGrant] })
  await register(testApp, {
    ...{ id: 'job', kind: 'machine', redirectUris: [], audiences: ['https://api.example/'] },
    ...{ scopes: ['foyer.schools'] },
  })
  options = { [oauth.customFetch]: send, [oauth.allowInsecureRequests]: true }
  server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options))
})
after(() => testApp.close())

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

/** Carries a request of the library to the service without a network. */
async function send(
  url: string,
  { method, headers, body }: oauth.CustomFetchOptions<'GET' | 'POST', unknown>,
): Promise<Response> {
  const { pathname, search } = new URL(url)
  const answer = await testApp.app.inject({
    ...{ method, url: pathname + search, headers },
    ...(body ? { payload: String(body) } : {}),
  })
  const given = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)])
  return new Response([204, 304].includes(answer.statusCode) ? null : answer.body, {
    status: answer.statusCode,
    headers: given,
  })
}

type Asked = { verifier: string; nonce: string; state: string; parameters: URLSearchParams; user: string }

/** Goes to the authorization endpoint and back as a signed-in user. */
async function authorize(given: Record<string, string> = {}): Promise<Asked> {
  const verifier = oauth.generateRandomCodeVerifier()
  const asked = { nonce: oauth.generateRandomNonce(), state: oauth.generateRandomState() }
  const challenge = await oauth.calculatePKCECodeChallenge(verifier)
  const browser = openBrowser(testApp)
  const { accessToken, user } = await testApp.signIn()
  const page = await browser.ask({ ...asked, code_challenge: challenge, ...given })
  const { location } = await browser.passSignIn(page, accessToken)
  return { ...asked, verifier, parameters: location?.searchParams ?? new URLSearchParams(), user: user.uuid }
}

async function redeem({ parameters, state, verifier }: Asked, as = client, auth = secret) {
  const valid = oauth.validateAuthResponse(server, as, parameters, state)
  return oauth.authorizationCodeGrantRequest(server, as, auth, valid, callback, verifier, options)
}

const failsWith = (error: string) => (thrown: unknown) =>
  thrown instanceof oauth.ResponseBodyError && thrown.error === error

describe('oauth4webapi', () => {
  it('signs a user in, reads the claims, renews and revokes', async () => {
    const asked = await authorize()
    const response = await redeem(asked)
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: asked.nonce,
      requireIdToken: true,
    })
    await oauth.validateApplicationLevelSignature(server, response, options)
    const subject = oauth.getValidatedIdTokenClaims(tokens)?.sub ?? ''
    assert.equal(subject, asked.user)
    const info = await oauth.userInfoRequest(server, client, tokens.access_token, options)
    assert.equal((await oauth.processUserInfoResponse(server, client, subject, info)).name, 'Asha Rao')
    const again = await oauth.userInfoRequest(server, client, tokens.access_token, options)
    await assert.rejects(oauth.processUserInfoResponse(server, client, 'another', again))

    const used = tokens.refresh_token ?? ''
    const refreshed = await oauth.refreshTokenGrantRequest(server, client, secret, used, options)
    const renewed = await oauth.processRefreshTokenResponse(server, client, refreshed)
    const introspect = async (token: string) => {
      const answer = await oauth.introspectionRequest(server, client, secret, token, options)
      return (await oauth.processIntrospectionResponse(server, client, answer)).active
    }
    assert.equal(await introspect(renewed.access_token), true)
    assert.equal(await introspect(used), true, 'a token whose answer was lost still renews')
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, secret, used, options),
    )
    assert.equal(await introspect(renewed.access_token), false, 'and it still ends the session')
  })

  it('refuses answers for another request, server or nonce', async () => {
    const asked = await authorize()
    const { parameters, state } = asked
    assert.throws(() => oauth.validateAuthResponse(server, client, parameters, oauth.generateRandomState()))
    const elsewhere = new URLSearchParams(parameters)
    elsewhere.set('iss', 'https://evil.example')
    assert.throws(() => oauth.validateAuthResponse(server, client, elsewhere, state))
    const unnamed = new URLSearchParams(parameters)
    unnamed.delete('iss')
    assert.throws(() => oauth.validateAuthResponse(server, client, unnamed, state))
    const response = await redeem(asked)
    const expectedNonce = oauth.generateRandomNonce()
    await assert.rejects(oauth.processAuthorizationCodeResponse(server, client, response, { expectedNonce }))
  })

  it('reads each refusal of the token endpoint as an error of the standard', async () => {
    const read = async (response: Response, as = client) =>
      oauth.processAuthorizationCodeResponse(server, as, response)
    const state = oauth.generateRandomState()
    const { location } = await openBrowser(testApp).ask({ state, response_type: 'token' })
    assert.throws(
      () => oauth.validateAuthResponse(server, client, location ?? new URL(callback), state),
      (thrown) =>
        thrown instanceof oauth.AuthorizationResponseError && thrown.error === 'unsupported_response_type',
    )
    const otherVerifier = { ...(await authorize()), verifier: oauth.generateRandomCodeVerifier() }
    await assert.rejects(redeem(otherVerifier).then(read), failsWith('invalid_grant'))
    const asked = await authorize()
    const other: oauth.Client = { client_id: 'other-web' }
    await assert.rejects(
      redeem(asked, other).then((answer) => read(answer, other)),
      failsWith('invalid_grant'),
    )
    await assert.rejects(redeem(await authorize(), client, oauth.ClientSecretBasic('wrong')).then(read))
    const once = await authorize()
    await (await redeem(once)).text()
    await assert.rejects(redeem(once).then(read), failsWith('invalid_grant'))
  })

  it('pushes a request, starts a device, and gets a token for a machine', async () => {
    const verifier = oauth.generateRandomCodeVerifier()
    const pushed = await oauth.pushedAuthorizationRequest(
      server,
      client,
      secret,
      {
        ...{ client_id: 'web', redirect_uri: callback, response_type: 'code', scope: 'openid' },
        ...{
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        },
      },
      options,
    )
    assert.match(
      (await oauth.processPushedAuthorizationResponse(server, client, pushed)).request_uri,
      /^urn:ietf:params:oauth:request_uri:/,
    )
    const screen: oauth.Client = { client_id: 'screen' }
    const none = oauth.None()
    const asked = await oauth.deviceAuthorizationRequest(server, screen, none, { scope: 'openid' }, options)
    const device = await oauth.processDeviceAuthorizationResponse(server, screen, asked)
    const polled = await oauth.deviceCodeGrantRequest(server, screen, none, device.device_code, options)
    await assert.rejects(
      oauth.processDeviceCodeResponse(server, screen, polled),
      failsWith('authorization_pending'),
    )
    const job: oauth.Client = { client_id: 'job' }
    const wanted = { scope: 'foyer.schools', resource: 'https://api.example/' }
    const granted = await oauth.clientCredentialsGrantRequest(server, job, secret, wanted, options)
    const token = await oauth.processClientCredentialsResponse(server, job, granted)
    assert.equal(token.token_type, 'bearer')
    const pushy = await oauth.clientCredentialsGrantRequest(server, client, secret, {}, options)
    await assert.rejects(
      oauth.processClientCredentialsResponse(server, client, pushy),
      failsWith('unauthorized_client'),
    )
  })
})
