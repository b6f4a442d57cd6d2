/** Tests the ID token of the token sync (N-141). */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { createIdToken } from '@foyer/contract/routes/id-token'
import { getJwks } from '@foyer/contract/routes/operations'
import { listSessions } from '@foyer/contract/routes/sessions'
import { createLocalJWKSet, decodeJwt, type JWK, jwtVerify } from 'jose'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({
    config: { tokenSync: { url: 'https://sync.example:8443/token?site=1', maxAgeSeconds: 120 } },
  })
})
after(() => testApp.close())

const idTokenOf = (token: string) => testApp.call(createIdToken, {}, { token })

it('signs an ID token for the origin of the token-sync URL, without name or contact', async () => {
  const { accessToken, user } = await testApp.signIn()
  const { status, data } = await idTokenOf(accessToken)
  assert.equal(status, 200)
  const { keys } = (await testApp.call(getJwks, {})).data
  const { payload, protectedHeader } = await jwtVerify(
    data.idToken,
    createLocalJWKSet({ keys: keys as unknown as JWK[] }),
    { issuer: 'http://localhost:4000', audience: 'https://sync.example:8443', typ: 'JWT' },
  )
  assert.equal(protectedHeader.alg, 'ES256')
  assert.deepEqual(Object.keys(payload).sort(), 'acr amr aud auth_time exp iat iss sid sub'.split(' '))
  const own = decodeJwt(accessToken)
  assert.deepEqual(
    [payload.sub, payload.sid, payload.auth_time, payload.amr, payload.acr],
    [user.uuid, own.sid, own.auth_time, own.amr, own.acr],
  )
  assert.equal((payload.exp ?? 0) - (payload.iat ?? 0), 120)
})

it('accepts no ID token as an access token', async () => {
  const { accessToken } = await testApp.signIn()
  const { idToken } = (await idTokenOf(accessToken)).data
  assert.equal((await testApp.call(listSessions, {}, { token: idToken })).code, 'session-ended')
})

it('answers 404 for an ID token where no token-sync URL is configured', async () => {
  const without = await openTestApp()
  const { accessToken: token } = await without.signIn()
  assert.equal((await without.call(createIdToken, {}, { token })).code, 'not-found')
  await without.close()
})

it('names the origin of the token-sync URL in connect-src where it is configured, on pages of sessions alone', async () => {
  const policyOf = async (path: string) =>
    String((await testApp.app.inject(`${path}?platform=student`)).headers['content-security-policy'])
  for (const path of ['/', '/account', '/logout'])
    assert.match(await policyOf(path), /connect-src 'self' https:\/\/sync\.example:8443;/, path)
  const without = await openTestApp()
  const { headers } = await without.app.inject('/account?platform=student')
  assert.match(String(headers['content-security-policy']), /connect-src 'self';/)
  await without.close()
})
