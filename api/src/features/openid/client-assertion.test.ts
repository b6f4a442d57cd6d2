/** Tests clients that authenticate with a key instead of a secret (private_key_jwt), and their attackers. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import type { TestApp } from '../../testing/test-app.ts'
import { assertionType } from './client-assertion.ts'
import { call, openOpenIdApp, register, signInAtClient } from './test-openid.ts'

const { privateKey, publicKey } = await generateKeyPair('ES256')
const stranger = await generateKeyPair('ES256')
const issuer = 'http://localhost:4000'
const keyServer = createServer()
let testApp: TestApp
before(async () => {
  testApp = await openOpenIdApp()
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kty: 'EC' as const }] }
  await register(testApp, { id: 'keyed', scopes: ['openid'], jwks })
  await once(keyServer.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${(keyServer.address() as AddressInfo).port}`
  keyServer.on('request', ({ url }, response) =>
    url === '/jwks' ? response.end(JSON.stringify(jwks)) : response.writeHead(404).end(),
  )
  await register(testApp, { id: 'published', jwksUri: `${origin}/jwks` })
  await register(testApp, { id: 'unpublished', jwksUri: `${origin}/nothing` })
})
after(async () => {
  keyServer.close()
  await testApp.close()
})

let made = 0
function claimsOf(more: JWTPayload = {}): JWTPayload {
  const now = Math.floor(Date.now() / 1_000)
  made += 1
  return { iss: 'keyed', sub: 'keyed', aud: issuer, jti: `id-${made}`, iat: now, exp: now + 60, ...more }
}

const sign = (claims: JWTPayload, key = privateKey) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(key)

function proofOf(assertion: string) {
  return { client_assertion_type: assertionType, client_assertion: assertion }
}

/** The answer of /introspect, which asks nothing else of the client. */
async function answerTo(form: Record<string, string>, client = '') {
  const { status, body } = await call(testApp, '/introspect', { token: 'x', ...form }, { client })
  return { status, error: body.error, active: body.active }
}

const accepted = { status: 200, error: undefined, active: false }
const refused = { status: 401, error: 'invalid_client', active: undefined }

describe('private_key_jwt', () => {
  it('signs a user in without any secret', async () => {
    const proof = proofOf(await sign(claimsOf({ aud: `${issuer}/token` })))
    const tokens = await signInAtClient(testApp, { client_id: 'keyed' }, proof, { client: '' })
    assert.equal(tokens.scope, 'openid')
  })

  it('names the issuer or the token endpoint as its audience, alone or as a list of one', async () => {
    for (const aud of [issuer, [issuer], `${issuer}/token`])
      assert.deepEqual(await answerTo(proofOf(await sign(claimsOf({ aud })))), accepted)
  })

  it('works once', async () => {
    const proof = proofOf(await sign(claimsOf()))
    assert.deepEqual(await answerTo(proof), accepted)
    assert.deepEqual(await answerTo(proof), refused)
  })

  const past = Math.floor(Date.now() / 1_000) - 3_600
  const wrong: [name: string, claims: JWTPayload][] = [
    ['for another service', { aud: 'https://other.example' }],
    ['for several services', { aud: [issuer, 'https://other.example'] }],
    ['of another client', { iss: 'web', sub: 'web' }],
    ['of another issuer', { iss: 'web' }],
    ['that has expired', { exp: past }],
    ['that expires in an hour', { exp: past + 7_200 }],
    ['without an expiry', { exp: undefined as never }],
    ['without an id', { jti: undefined as never }],
  ]
  for (const [name, claims] of wrong) {
    it(`refuses a JWT ${name}`, async () => {
      assert.deepEqual(await answerTo(proofOf(await sign(claimsOf(claims)))), refused)
    })
  }

  it('refuses a JWT of another key, without a signature, and no JWT', async () => {
    const unsigned = `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify(claimsOf()))}.`.replaceAll('=', '')
    for (const assertion of [await sign(claimsOf(), stranger.privateKey), unsigned, 'x'])
      assert.deepEqual(await answerTo(proofOf(assertion)), refused)
  })

  it('is verified with the keys that the client publishes, and refused if they cannot be read', async () => {
    const proof = async (id: string) => proofOf(await sign(claimsOf({ iss: id, sub: id })))
    assert.deepEqual(await answerTo(await proof('published')), accepted)
    assert.deepEqual(await answerTo(await proof('unpublished')), refused)
  })

  it('is the only way of a client with keys, and no way of a client with a secret', async () => {
    assert.deepEqual(await answerTo({ client_id: 'keyed' }), refused)
    assert.deepEqual(await answerTo({}, 'keyed'), refused)
    const ofWeb = await sign(claimsOf({ iss: 'web', sub: 'web' }))
    assert.deepEqual(await answerTo(proofOf(ofWeb)), refused)
    assert.equal((await answerTo(proofOf(await sign(claimsOf())), 'web')).error, 'invalid_request')
    const untyped = { client_assertion: await sign(claimsOf()) }
    assert.equal((await answerTo(untyped)).error, 'invalid_request')
  })
})
