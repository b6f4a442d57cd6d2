/** Proves N-16, N-70, N-71, N-72, N-74, N-75, N-76 of docs/security-tests.md. */
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
import { sql } from 'kysely'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp()
})
after(() => testApp.close())

const refresh = (token: string) => testApp.call(refreshToken, { body: { refreshToken: token } })
const ask = (token: string) => testApp.call(createCode, { body: { platform: 'student' } }, { token })
const sessionOf = (accessToken: string) => String(decodeJwt(accessToken).sid)

/** Moves the last refresh of this session into the past. */
async function ageRotation(accessToken: string, seconds: number): Promise<void> {
  await testApp.services.db
    .updateTable('sessions')
    .set({ rotatedAt: sql<Date>`clock_timestamp() - make_interval(secs => ${seconds})` })
    .where('id', '=', sessionOf(accessToken))
    .execute()
}

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

describe('the refresh token', () => {
  it('returns a new pair of tokens and keeps the session open', async () => {
    const session = await testApp.signIn()
    const { status, data } = await refresh(session.refreshToken)
    assert.equal(status, 200)
    assert.notEqual(data.refreshToken, session.refreshToken)
    assert.equal(sessionOf(data.accessToken), sessionOf(session.accessToken))
    assert.equal((await ask(data.accessToken)).status, 200)
  })

  it('gives fifty parallel callers the same successor', async () => {
    const session = await testApp.signIn()
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(session.refreshToken)))
    assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([200]))
    assert.equal(new Set(answers.map((answer) => answer.data.refreshToken)).size, 1)
    const row = await testApp.services.db
      .selectFrom('sessions')
      .select('counter')
      .where('id', '=', sessionOf(session.accessToken))
      .executeTakeFirstOrThrow()
    assert.equal(Number(row.counter), 1)
  })

  it('answers the previous refresh token with the same successor for thirty seconds', async () => {
    const session = await testApp.signIn()
    const first = await refresh(session.refreshToken)
    // A busy machine may take seconds until the next request.
    await ageRotation(session.accessToken, 25)
    const second = await refresh(session.refreshToken)
    assert.equal(second.data.refreshToken, first.data.refreshToken)
  })

  it('ends the session and notifies the user when an older refresh token is used again', async () => {
    const session = await testApp.signIn()
    const heir = (await refresh(session.refreshToken)).data
    await ageRotation(session.accessToken, 31)
    assert.equal((await refresh(session.refreshToken)).status, 401)
    assert.equal((await refresh(heir.refreshToken)).status, 401)
    assert.equal((await ask(heir.accessToken)).status, 401)
    const [mail] = await testApp.services.outbox.recent(testApp.services.db, 1)
    assert.equal(mail?.to, session.user.email)
    assert.equal(mail?.template, 'session-ended-for-safety')
  })

  it('ends the session for a refresh token two generations old, however fresh', async () => {
    const session = await testApp.signIn()
    const second = (await refresh(session.refreshToken)).data
    await refresh(second.refreshToken)
    assert.equal((await refresh(session.refreshToken)).status, 401)
    assert.equal((await refresh(second.refreshToken)).status, 401)
  })

  it('refuses foreign, tampered and other tokens in place of a refresh token with 401', async () => {
    const { refreshToken: token, accessToken } = await testApp.signIn()
    const tampered = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`
    for (const bad of [
      accessToken,
      'rt_',
      'rt_AAAA',
      `ac_${token.slice(3)}`,
      tampered,
      token.slice(3),
      `${token}A`,
    ]) {
      assert.equal((await refresh(bad)).status, 401, bad.slice(0, 12))
    }
    assert.equal((await refresh(token)).status, 200, 'the session is untouched')
  })

  it('ends a session that was idle or lived too long', async () => {
    for (const column of ['idleExpiresAt', 'expiresAt'] as const) {
      const session = await testApp.signIn()
      await testApp.services.db
        .updateTable('sessions')
        .set({ [column]: new Date(Date.now() - 1_000) })
        .where('id', '=', sessionOf(session.accessToken))
        .execute()
      assert.equal((await refresh(session.refreshToken)).status, 401, column)
    }
  })

  it('never extends a session past its absolute end', async () => {
    const { refreshToken: token, accessToken } = await testApp.signIn('serviceAdmin')
    const id = sessionOf(accessToken)
    const { db } = testApp.services
    const soon = new Date(Date.now() + 60_000)
    await db.updateTable('sessions').set({ expiresAt: soon }).where('id', '=', id).execute()
    await refresh(token)
    const row = await db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    assert.equal(row.idleExpiresAt.getTime(), soon.getTime())
  })

  it('ends a session when its user is disabled or loses the membership', async () => {
    const { db } = testApp.services
    const [one, two] = [await testApp.signIn(), await testApp.signIn()]
    // The service now caches both sessions as open.
    for (const { accessToken } of [one, two]) assert.equal((await ask(accessToken)).status, 200)
    await db.updateTable('users').set({ disabledAt: new Date() }).where('id', '=', one.user.uuid).execute()
    await db.deleteFrom('memberships').where('userId', '=', two.user.uuid).execute()
    for (const session of [one, two]) {
      assert.equal((await refresh(session.refreshToken)).status, 401)
      assert.equal((await ask(session.accessToken)).status, 401)
    }
  })

  it('refreshes with a single database connection', async () => {
    const narrow = await openTestApp({ poolSize: 1 })
    const session = await narrow.signIn()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        narrow.call(refreshToken, { body: { refreshToken: session.refreshToken } }),
      ),
    )
    assert.equal(answers.filter((answer) => answer.status === 200).length, 50)
    await narrow.close()
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
