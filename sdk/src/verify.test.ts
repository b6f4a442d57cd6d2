/** Tests verifying access tokens (N-75). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { base64url, exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { FoyerError } from './failure.ts'
import { type StandIn, startStandIn } from './stand-in.ts'
import { createVerifier, type VerifierOptions } from './verify.ts'

const platform = { platform: 'student', product: 'learning' }

let standIn: StandIn
let options: VerifierOptions

before(async () => {
  standIn = await startStandIn({ ...platform, clientId: 'learning', clientSecret: 'secret' })
  options = { ...platform, accountsUrl: `${standIn.accountsUrl}/` }
})
after(() => standIn.close())
beforeEach(() => {
  Object.assign(standIn.now, { delayMs: 0, gatewayStatus: null })
  standIn.requests.length = 0
})

async function refuses(token: string, code: string, given = options): Promise<void> {
  await assert.rejects(createVerifier(given).verify(token), (error: unknown) => {
    assert.ok(error instanceof FoyerError)
    assert.equal(error.code, code)
    return true
  })
}

function secondsFromNow(seconds: number): number {
  return Math.floor(Date.now() / 1_000) + seconds
}

test('a token of this platform is accepted and its claims are read', async () => {
  const claims = await createVerifier(options).verify(await standIn.signToken())
  assert.equal(claims.iss, standIn.accountsUrl)
  assert.equal(claims.sub, standIn.now.user.uuid)
  assert.equal(claims.platform, 'student')
  assert.equal(claims.client_id, 'learning')
  assert.match(claims.jti, /^[\da-f-]{36}$/)
  assert.deepEqual(claims.amr, ['pwd'])
  assert.equal(claims.exp - claims.iat, 600)
})

test('a token without client_id is accepted, as an older Foyer issues it', async () => {
  const claims = await createVerifier(options).verify(await standIn.signToken({ client_id: undefined }))
  assert.equal('client_id' in claims, false)
})

test('the keys are fetched once, also for tokens that arrive together', async () => {
  const { verify } = createVerifier(options)
  const token = await standIn.signToken()
  await Promise.all([verify(token), verify(token), verify(token)])
  await verify(token)
  assert.deepEqual(standIn.requests, ['GET /.well-known/jwks.json'])
})

test('a token of another issuer, audience or platform is refused', async () => {
  await refuses(await standIn.signToken({ iss: 'http://localhost:1' }), 'wrong-issuer')
  await refuses(await standIn.signToken({ iss: `${standIn.accountsUrl}/` }), 'wrong-issuer')
  await refuses(await standIn.signToken({ aud: 'school' }), 'wrong-audience')
  await refuses(await standIn.signToken({ aud: ['learning', 'school'] }), 'wrong-audience')
  await refuses(await standIn.signToken({ platform: 'professor' }), 'wrong-platform')
})

test('an expired token gives token-expired after 30 seconds of clock skew', async () => {
  await refuses(await standIn.signToken({ exp: secondsFromNow(-31) }), 'token-expired')
  await createVerifier(options).verify(await standIn.signToken({ exp: secondsFromNow(-25) }))
  await refuses(await standIn.signToken({ nbf: secondsFromNow(60) }), 'token-invalid')
})

test('a token that was signed in the future or over an hour ago is refused, with 30 seconds of clock skew', async () => {
  const { verify } = createVerifier(options)
  await verify(await standIn.signToken({ iat: secondsFromNow(20) }))
  await refuses(await standIn.signToken({ iat: secondsFromNow(60) }), 'token-invalid')
  await verify(await standIn.signToken({ iat: secondsFromNow(-3_590) }))
  await refuses(await standIn.signToken({ iat: secondsFromNow(-3_700) }), 'token-expired')
})

test('a token of another client is refused where clientIds lists the accepted ones', async () => {
  const only = (...clientIds: string[]) => ({ ...options, clientIds })
  await createVerifier(only('other', 'learning')).verify(await standIn.signToken())
  await refuses(await standIn.signToken(), 'wrong-client', only('other'))
  await refuses(await standIn.signToken({ client_id: 'foyer' }), 'wrong-client', only('learning'))
  await createVerifier(only('learning')).verify(await standIn.signToken({ client_id: undefined }))
  await createVerifier(options).verify(await standIn.signToken({ client_id: 'another' }))
})

test('a verifier of an unknown platform or of the product of another one does not start', () => {
  const start = (more: object) => () => createVerifier({ ...options, ...more })
  assert.throws(
    start({ platform: 'studnet' }),
    /^TypeError: platform must be one of student, .*; it is "studnet"$/,
  )
  assert.throws(start({ platform: 'constructor' }), /it is "constructor"$/)
  assert.throws(
    start({ product: 'school' }),
    /^TypeError: product must be 'learning' for the platform 'student'; it is "school"$/,
  )
})

test('a token without exp, sid or auth_time is refused', async () => {
  for (const claim of ['exp', 'iat', 'sub', 'sid', 'jti', 'platform', 'auth_time']) {
    await refuses(await standIn.signToken({ [claim]: undefined }), 'token-invalid')
  }
  await refuses(await standIn.signToken({ sid: 7 }), 'token-invalid')
  await refuses(await standIn.signToken({ client_id: 7 }), 'token-invalid')
})

test('alg none, and HS256 with the public key as secret, are refused', async () => {
  const [, payload] = (await standIn.signToken()).split('.')
  const none = base64url.encode(JSON.stringify({ alg: 'none', typ: 'at+jwt', kid: 'stand-in-1' }))
  await refuses(`${none}.${payload}.`, 'token-invalid')
  const secret = new TextEncoder().encode(await exportSPKI(standIn.keys.publicKey))
  const claims = JSON.parse(new TextDecoder().decode(base64url.decode(payload ?? ''))) as Record<
    string,
    unknown
  >
  const header = { alg: 'HS256', typ: 'at+jwt', kid: 'stand-in-1' }
  await refuses(await new SignJWT(claims).setProtectedHeader(header).sign(secret), 'token-invalid')
})

test('another key under a known key id, an unknown key id and a key in the header are refused', async () => {
  const otherKeys = await generateKeyPair('ES256', { extractable: true })
  const claims = { ...platform, iss: standIn.accountsUrl, aud: 'learning', sub: 'x', sid: 'x' }
  const signed = (header: object) =>
    new SignJWT({ ...claims, iat: secondsFromNow(0), exp: secondsFromNow(60), auth_time: 1 })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', ...header })
      .sign(otherKeys.privateKey)
  await refuses(await signed({ kid: 'stand-in-1' }), 'token-invalid')
  await refuses(await signed({ kid: 'unknown' }), 'token-invalid')
  await refuses(await signed({ kid: 'stand-in-1', jku: 'http://localhost:1/keys' }), 'token-invalid')
})

test('tokens with unknown key ids do not cause a request each', async () => {
  const { verify } = createVerifier(options)
  await verify(await standIn.signToken())
  const token = await standIn.signToken({}, { kid: 'unknown' })
  for (let i = 0; i < 5; i++) await assert.rejects(verify(token))
  assert.equal(standIn.requests.length, 1)
})

test('other kinds of token and malformed tokens are refused', async () => {
  await refuses(await standIn.signToken({}, { typ: 'JWT' }), 'token-invalid')
  await refuses(await standIn.signToken({}, { typ: 'logout+jwt' }), 'token-invalid')
  for (const text of ['', 'x', 'a.b.c', `${await standIn.signToken()}x`]) await refuses(text, 'token-invalid')
})

test('a verifier that cannot fetch the keys gives no-answer', async () => {
  const token = await standIn.signToken()
  standIn.now.gatewayStatus = 503
  await refuses(token, 'no-answer')
  standIn.now.gatewayStatus = null
  standIn.now.delayMs = 60_000
  await refuses(token, 'no-answer', { ...options, timeoutMs: 200 })
  await refuses(token, 'no-answer', { ...options, accountsUrl: 'http://localhost:1' })
})
