/** Proves N-16, N-74, N-75, N-76 of docs/security-tests.md. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createCode } from '@foyer/contract/routes/handover'
import { getJwks } from '@foyer/contract/routes/operations'
import { logout, refreshToken } from '@foyer/contract/routes/sessions'
import { login } from '@foyer/contract/routes/sign-in'
import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  exportSPKI,
  importJWK,
  type JWK,
  jwtVerify,
  SignJWT,
} from 'jose'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp()
})
after(() => testApp.close())

const refresh = (token: string) => testApp.call(refreshToken, { body: { refreshToken: token } })
const ask = (token: string) => testApp.call(createCode, { body: { platform: 'student' } }, { token })
const sessionOf = (accessToken: string) => String(decodeJwt(accessToken).sid)

describe('access tokens', () => {
  it('signs access tokens with ES256 as at+jwt, without name or contact', async () => {
    const session = await testApp.signIn()
    const { data } = await testApp.call(getJwks, {})
    const keys = createLocalJWKSet({ keys: data.keys as unknown as JWK[] })
    const { payload, protectedHeader } = await jwtVerify(session.accessToken, keys, {
      issuer: 'http://localhost:4000',
      audience: 'learning',
      typ: 'at+jwt',
    })
    assert.equal(protectedHeader.alg, 'ES256')
    assert.deepEqual(
      Object.keys(payload).sort(),
      'acr amr aud auth_time client_id exp iat iss jti platform sid sub'.split(' '),
    )
    assert.equal(payload.sub, session.user.uuid)
    assert.equal((payload.exp ?? 0) - (payload.iat ?? 0), 600)
    assert.ok(!data.keys.some((key) => 'd' in key), 'no private key is published')
  })

  it('expires access tokens of staff platforms after five minutes', async () => {
    const { accessToken } = await testApp.signIn('serviceAdmin')
    const { exp = 0, iat = 0 } = decodeJwt(accessToken)
    assert.equal(exp - iat, 300)
  })

  it('refuses an access token that is forged, expired, or of another algorithm, issuer, type or key', async () => {
    const { accessToken } = await testApp.signIn()
    const { keys } = (await testApp.call(getJwks, {})).data
    const claims = decodeJwt(accessToken)
    const header = decodeProtectedHeader(accessToken)
    const { signingKeys } = testApp.services
    const { key, kid } = await signingKeys.active()
    const good = { alg: 'ES256', kid, typ: 'at+jwt' }
    const sign = (changes: object, head: object = good) =>
      new SignJWT({ ...claims, ...changes }).setProtectedHeader(head as never).sign(key)
    const publicPem = await exportSPKI(
      (await importJWK(keys[0] as unknown as JWK, 'ES256', { extractable: true })) as never,
    )
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const [head = '', body = '', signature = ''] = accessToken.split('.')
    const now = Math.floor(Date.now() / 1000)
    const forged = {
      'no algorithm': `${part({ ...header, alg: 'none' })}.${body}.`,
      'HS256 with the public key': await new SignJWT(claims)
        .setProtectedHeader({ ...header, alg: 'HS256' })
        .sign(Buffer.from(publicPem)),
      'another person': `${head}.${part({ ...claims, sub: 'c8a7d5e2-3f10-4b6c-9d2e-1a2b3c4d5e6f' })}.${signature}`,
      expired: await sign({ exp: now - 31 }),
      'not yet valid': await sign({ nbf: now + 120 }),
      'another issuer': await sign({ iss: 'https://evil.example' }),
      'another audience': await sign({ aud: 'school' }),
      'another type': await sign({}, { ...good, typ: 'JWT' }),
      'an unknown key': await sign({}, { ...good, kid: 'evil' }),
      'a key of its own': await sign(
        {},
        { ...good, kid: 'evil', jwk: keys[0], jku: 'https://evil.example/jwks' },
      ),
      'a refresh token': (await testApp.signIn()).refreshToken,
    }
    for (const [name, token] of Object.entries(forged)) {
      const answer = await ask(token)
      assert.equal(answer.status, 401, name)
      assert.equal(answer.code, 'session-ended', name)
    }
    assert.equal((await ask(await sign({}))).status, 200, 'the control passes')
  })

  it('refuses a malformed Authorization header', async () => {
    for (const authorization of [
      '',
      'Bearer',
      'Bearer  ',
      'Basic abc',
      'Bearer a b',
      'Bearer \u{7f}',
      'x'.repeat(9_000),
    ]) {
      const answer = await testApp.call(
        createCode,
        { body: { platform: 'student' } },
        { headers: { authorization } },
      )
      assert.equal(answer.status, 401, authorization.slice(0, 20))
    }
  })
})

describe('logout', () => {
  it('ends the session for its refresh token and its access token at logout', async () => {
    const session = await testApp.signIn()
    assert.equal((await ask(session.accessToken)).status, 200)
    const answer = await testApp.call(logout, {}, { token: session.accessToken })
    assert.deepEqual([answer.status, answer.text], [204, ''])
    assert.equal((await refresh(session.refreshToken)).status, 401)
    assert.equal((await ask(session.accessToken)).status, 401)
  })

  it('answers a repeated logout, and one with an expired token, with 204', async () => {
    const { accessToken } = await testApp.signIn()
    const { key, kid } = await testApp.services.signingKeys.active()
    const expired = await new SignJWT({ ...decodeJwt(accessToken), exp: 1_600_000_000 })
      .setProtectedHeader({ alg: 'ES256', kid, typ: 'at+jwt' })
      .sign(key)
    assert.equal((await testApp.call(logout, {}, { token: expired })).status, 204)
    assert.equal((await testApp.call(logout, {}, { token: accessToken })).status, 204)
    assert.equal((await ask(accessToken)).status, 401)
  })

  it('refuses a logout without a genuine token', async () => {
    assert.equal((await testApp.call(logout, {})).status, 401)
    assert.equal((await testApp.call(logout, {}, { token: 'a.b.c' })).status, 401)
  })
})

describe('the number of sessions', () => {
  it('ends the oldest session of a user above twenty', async () => {
    const { uuid } = await testApp.makeUser()
    const sessions = []
    for (let count = 0; count < 21; count += 1) {
      sessions.push(
        (await testApp.call(login, { body: { uuid, password: rightPassword, product: 'learning' } })).data,
      )
    }
    assert.equal((await refresh(sessions[0]?.refreshToken ?? '')).status, 401)
    assert.equal((await refresh(sessions[1]?.refreshToken ?? '')).status, 200)
  })

  it('opens a new session at every sign-in', async () => {
    const [one, two] = [await testApp.signIn(), await testApp.signIn()]
    assert.notEqual(sessionOf(one.accessToken), sessionOf(two.accessToken))
  })
})
