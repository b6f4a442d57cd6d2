/** Tests verifying logout tokens and refusing tokens of ended sessions (N-140). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { createLogoutVerifier, type LogoutVerifier } from './logout.ts'
import { type StandIn, startStandIn } from './stand-in.ts'
import { createVerifier } from './verify.ts'

const client = { platform: 'student', product: 'learning', clientId: 'learning', clientSecret: 'secret' }
const event = 'http://schemas.openid.net/event/backchannel-logout'

let standIn: StandIn
let logout: LogoutVerifier

before(async () => {
  standIn = await startStandIn(client)
  logout = createLogoutVerifier({ accountsUrl: standIn.accountsUrl, clientId: 'learning' })
})
after(() => standIn.close())

function secondsFromNow(seconds: number): number {
  return Math.floor(Date.now() / 1_000) + seconds
}

async function refuses(token: string, code: string): Promise<void> {
  await assert.rejects(logout.verify(token), { name: 'FoyerError', code })
}

test('a logout token names the session and the user, and works once', async () => {
  const token = await standIn.signLogoutToken({ sid: 'once' })
  const claims = await logout.verify(token)
  assert.equal(claims.sid, 'once')
  assert.equal(claims.sub, standIn.now.user.uuid)
  await refuses(token, 'token-invalid')
})

test('a logout token of another issuer, client, type or time is refused', async () => {
  await refuses(await standIn.signLogoutToken({ iss: 'https://evil.test' }), 'wrong-issuer')
  await refuses(await standIn.signLogoutToken({ aud: 'school' }), 'wrong-audience')
  await refuses(await standIn.signLogoutToken({ aud: ['learning', 'school'] }), 'wrong-audience')
  for (const typ of ['JWT', 'at+jwt', undefined])
    await refuses(await standIn.signLogoutToken({}, typ ? { typ } : { typ: '' }), 'token-invalid')
  await refuses(await standIn.signLogoutToken({ exp: secondsFromNow(-60) }), 'token-expired')
  const old = { iat: secondsFromNow(-900), exp: secondsFromNow(900) }
  await refuses(await standIn.signLogoutToken(old), 'token-expired')
  await refuses(await standIn.signLogoutToken({ iat: secondsFromNow(900) }), 'token-invalid')
  await refuses(await standIn.signToken(), 'token-invalid')
})

test('a logout token with a nonce, or without event, session and user, or id, is refused', async () => {
  for (const claims of [
    { nonce: 'x' },
    { events: undefined },
    { events: {} },
    { events: { [event]: true } },
    { events: [event] },
    { sid: undefined, sub: undefined },
    { sid: 7 as unknown as string },
    { sid: '' },
    { jti: undefined },
    { iat: undefined },
    { exp: undefined },
  ])
    await refuses(await standIn.signLogoutToken(claims as JWTPayload), 'token-invalid')
})

test('a logout token signed by another key, or by none, is refused', async () => {
  const { privateKey } = await generateKeyPair('ES256')
  const payload = { iss: standIn.accountsUrl, aud: 'learning', sid: 'a', jti: 'a', events: { [event]: {} } }
  const foreign = new SignJWT(payload).setIssuedAt().setExpirationTime('2m')
  const header = { alg: 'ES256', typ: 'logout+jwt', kid: 'stand-in-1' }
  await refuses(await foreign.setProtectedHeader(header).sign(privateKey), 'token-invalid')
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  await refuses(`${part({ ...header, alg: 'none' })}.${part(payload)}.`, 'token-invalid')
  await refuses('', 'token-invalid')
})

test('a verifier refuses access tokens of an ended session at once, and no others', async () => {
  const own = createLogoutVerifier({ accountsUrl: standIn.accountsUrl, clientId: 'learning' })
  const { verify } = createVerifier({ accountsUrl: standIn.accountsUrl, ...client }, own)
  const [ended, other] = [await standIn.signToken({ sid: 'a' }), await standIn.signToken({ sid: 'b' })]
  await verify(ended)
  await own.verify(await standIn.signLogoutToken({ sid: 'a' }))
  assert.deepEqual([own.hasEnded('a'), own.hasEnded('b')], [true, false])
  await assert.rejects(verify(ended), { code: 'session-ended' })
  await verify(other)
  await own.verify(await standIn.signLogoutToken({ sid: undefined }))
  await assert.rejects(verify(other), { code: 'session-ended' })
  await verify(await standIn.signToken({ sid: 'c', iat: secondsFromNow(5) }))
})

test('an ended session is remembered until its access tokens have expired', async (t) => {
  const own = createLogoutVerifier({ accountsUrl: standIn.accountsUrl, clientId: 'learning' })
  await own.verify(await standIn.signLogoutToken({ sid: 'a' }))
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 640_000 })
  assert.ok(own.hasEnded('a'))
  t.mock.timers.tick(900_000)
  assert.equal(own.hasEnded('a'), false)
})
