/**
 * Tests that an auto-login opens a session only for genuine tokens of a sister site, and that other tokens change nothing
 * (N-64).
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { endPreviousSession, startAutoLogin } from '@foyer/contract/routes/auto-login'
import { createCode } from '@foyer/contract/routes/handover'
import { listSessions, logout, refreshToken } from '@foyer/contract/routes/sessions'
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { sql } from 'kysely'
import { maxSessions } from '../../identity/sessions/start-session.ts'
import { emptyRegistry } from '../../kernel/config/platform-registry.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { autoLoginsPerSession } from './sessions.routes.ts'
import { autoLogIn, type Sent, signInAgain, signInAtSister, type Tokens } from './test-sister.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
})
after(() => testApp.close())

const autoLogin = (sent: Sent) => autoLogIn(testApp, sent)
const endPrevious = (token: string) => testApp.call(endPreviousSession, {}, { token })
const isAccepted = async (token: string) => (await testApp.call(listSessions, {}, { token })).status === 200
const sidOf = ({ accessToken }: Tokens) => String(decodeJwt(accessToken).sid)
const renewAtSister = (token: string) =>
  testApp.call(refreshToken, { body: { refreshToken: token } }, { client: 'student-client' })

/** Signs this token's claims again, with changes. */
async function sign({ accessToken }: Tokens, changes: object): Promise<string> {
  const { kid, key } = await testApp.services.signingKeys.active()
  return new SignJWT({ ...decodeJwt(accessToken), ...changes })
    .setProtectedHeader({ ...decodeProtectedHeader(accessToken), alg: 'ES256', kid })
    .sign(key)
}

const eventsOf = (event: string) =>
  testApp.services.db.selectFrom('auditEvents').selectAll().where('event', '=', event).execute()

describe('an auto-login', () => {
  it('opens a session of Foyer that keeps the authentication of the sister’s and does not outlive it', async () => {
    const signed = await signInAtSister(testApp)
    const { sister } = signed
    const { status, data } = await autoLogin(signed)
    assert.equal(status, 200)
    assert.deepEqual(data.user, sister.user)
    const [fresh, given] = [decodeJwt(data.accessToken), decodeJwt(sister.accessToken)]
    assert.notEqual(fresh.sid, given.sid)
    assert.deepEqual(
      [fresh.client_id, fresh.platform, fresh.auth_time, fresh.amr],
      ['foyer', 'student', given.auth_time, given.amr],
    )
    assert.equal(await isAccepted(data.accessToken), true)
    const rows = await testApp.services.db
      .selectFrom('sessions')
      .select(['id', 'expiresAt', 'idleExpiresAt', 'parentId'])
      .where('id', 'in', [String(fresh.sid), String(given.sid)])
      .execute()
    const [row, sisterRow] = [fresh.sid, given.sid].map((sid) => rows.find(({ id }) => id === sid))
    assert.deepEqual(row?.expiresAt, sisterRow?.expiresAt)
    assert.ok(row && row.idleExpiresAt <= row.expiresAt)
    assert.equal(row.parentId, null)
  })

  it('leaves the tokens of the sister site valid', async () => {
    const signed = await signInAtSister(testApp)
    assert.equal((await autoLogin(signed)).status, 200)
    assert.equal((await autoLogin(signed)).status, 200)
    assert.equal((await renewAtSister(signed.sister.refreshToken)).status, 200)
  })

  it('keeps the sister’s session when the session that it came from ends afterwards, and ends it with the new one', async () => {
    const signed = await signInAtSister(testApp)
    const { own, sister } = signed
    const { data } = await autoLogin(signed)
    assert.equal((await endPrevious(own.accessToken)).status, 204)
    assert.equal(await isAccepted(own.accessToken), false)
    const renewed = await renewAtSister(sister.refreshToken)
    assert.equal(renewed.status, 200)
    assert.equal((await testApp.call(logout, {}, { token: data.accessToken })).status, 204)
    assert.equal((await renewAtSister(renewed.data.refreshToken)).status, 401)
  })

  it('signs in a user whose oldest session is the one that the sister’s came from', async () => {
    const signed = await signInAtSister(testApp)
    const { own, sister } = signed
    const { db } = testApp.services
    const row = db.selectFrom('sessions').where('id', '=', sidOf(own))
    for (let count = 1; count < maxSessions; count += 1)
      await db
        .insertInto('sessions')
        .columns(['userId', 'platform', 'amr', 'idleSeconds', 'idleExpiresAt', 'expiresAt'])
        .expression(row.select(['userId', 'platform', 'amr', 'idleSeconds', 'idleExpiresAt', 'expiresAt']))
        .execute()
    assert.equal((await autoLogin(signed)).status, 200)
    const surplus = await testApp.call(refreshToken, { body: { refreshToken: own.refreshToken } })
    assert.equal(surplus.status, 401, 'the surplus session is ended')
    assert.equal((await renewAtSister(sister.refreshToken)).status, 200)
  })

  it('records the auto-login at the new session and at the sister’s', async () => {
    const signed = await signInAtSister(testApp)
    const { sister } = signed
    const { data } = await autoLogin(signed)
    const opened = (await eventsOf('sign-in')).find(({ sessionId }) => sessionId === sidOf(data))
    assert.deepEqual(opened?.details, { continued: sidOf(sister), method: 'pwd' })
    const used = (await eventsOf('auto-login')).find(({ sessionId }) => sessionId === sidOf(sister))
    assert.deepEqual([used?.details, used?.clientId], [{ opened: sidOf(data) }, 'student-client'])
  })

  it('opens no session for twenty auto-logins during a logout once it is over', async () => {
    const signed = await signInAtSister(testApp)
    const { own, sister } = signed
    const [, ...answers] = await Promise.all([
      testApp.call(logout, {}, { token: own.accessToken }),
      ...Array.from({ length: 20 }, () => autoLogin(signed)),
    ])
    assert.ok(answers.every(({ status }) => status === 200 || status === 400))
    const ended = (await renewAtSister(sister.refreshToken)).status === 401
    assert.equal((await autoLogin(signed)).status, ended ? 400 : 200)
  })
})

describe('a refused auto-login', () => {
  it('answers forged, expired, foreign and ended tokens with equal bytes and changes nothing', async () => {
    const previous = await testApp.signIn()
    const signed = await signInAtSister(testApp)
    const { own, sister, cookie } = signed
    const { sister: other, cookie: othersCookie } = await signInAtSister(testApp)
    const otherBrowser = await signInAgain(testApp, sister.user.uuid)
    const ended = await signInAtSister(testApp)
    await testApp.call(logout, {}, { token: ended.own.accessToken })
    const renewed = await signInAtSister(testApp)
    await renewAtSister(renewed.sister.refreshToken)
    const now = Math.floor(Date.now() / 1000)
    const { accessToken, refreshToken: right } = sister
    const [head, , signature] = accessToken.split('.')
    const claims = Buffer.from(JSON.stringify({ ...decodeJwt(accessToken), sub: other.user.uuid }))
    const refused: Record<string, Tokens | Sent> = {
      forged: { accessToken: 'a.b.c', refreshToken: 'rt_x' },
      'forged claims': {
        accessToken: `${head}.${claims.toString('base64url')}.${signature}`,
        refreshToken: right,
      },
      expired: { accessToken: await sign(sister, { exp: now - 31 }), refreshToken: right },
      'another issuer': {
        accessToken: await sign(sister, { iss: 'https://evil.example' }),
        refreshToken: right,
      },
      'of another user': { accessToken, refreshToken: other.refreshToken },
      'of another session of the user': { accessToken, refreshToken: own.refreshToken },
      'of another subject': {
        accessToken: await sign(sister, { sub: other.user.uuid }),
        refreshToken: right,
      },
      'of a school': await signInAtSister(testApp, { platform: 'school' }),
      'of a client that is no sister site': await signInAtSister(testApp, { client: 'student-pkce-client' }),
      'of Foyer itself': { accessToken: own.accessToken, refreshToken: own.refreshToken },
      'without a cookie': { sister, cookie: '' },
      'in another browser of the user': { sister, cookie: otherBrowser.cookie },
      'in a browser of another user': { sister, cookie: othersCookie },
      'of an external site': { accessToken: await sign(sister, { aud: 'zoom' }), refreshToken: right },
      'of an ended session': ended,
      'with a replaced refresh token': renewed,
      'with its tokens exchanged': { accessToken: right, refreshToken: accessToken },
    }
    const before = await stateOf()
    const forged = await autoLogin({ sister: refused.forged as Tokens, cookie })
    for (const [name, tokens] of Object.entries(refused)) {
      const answer = await autoLogin('sister' in tokens ? tokens : { sister: tokens, cookie })
      assert.deepEqual([answer.status, answer.code], [400, 'auto-login-refused'], name)
      assert.equal(answer.text, forged.text, name)
      assert.equal(answer.headers['set-cookie'], undefined, name)
    }
    assert.deepEqual(await stateOf(), before)
    assert.equal(await isAccepted(previous.accessToken), true)
    assert.equal((await autoLogin(signed)).status, 200, 'the control passes')
  })

  it('signs in no user who is disabled or no longer a member', async () => {
    const { db } = testApp.services
    const disabled = await signInAtSister(testApp)
    const left = await signInAtSister(testApp)
    await sql`update users set disabled_at = now() where id = ${disabled.sister.user.uuid}`.execute(db)
    await db.deleteFrom('memberships').where('userId', '=', left.sister.user.uuid).execute()
    for (const signed of [disabled, left]) assert.equal((await autoLogin(signed)).code, 'auto-login-refused')
  })

  it('refuses every auto-login of an installation without sister sites', async () => {
    const signed = await signInAtSister(testApp)
    const { registry } = testApp.services.config
    testApp.services.config.registry = { ...registry, isSisterClient: emptyRegistry.isSisterClient }
    assert.equal((await autoLogin(signed)).code, 'auto-login-refused')
    testApp.services.config.registry = registry
  })
})

describe('the limit of auto-logins', () => {
  it('refuses the eleventh auto-login of one session in ten minutes', async () => {
    const strict = await openTestApp()
    const { sister, cookie } = await signInAtSister(strict)
    const body = { accessToken: sister.accessToken, refreshToken: sister.refreshToken }
    const send = () => strict.call(startAutoLogin, { body }, { headers: { cookie } })
    for (let count = 0; count < autoLoginsPerSession.max; count += 1) assert.equal((await send()).status, 200)
    assert.equal((await send()).status, 429)
    await strict.close()
  })
})

describe('the end of the previous session', () => {
  it('accepts an expired token and a session that has ended, and no forged token', async () => {
    const { own } = await signInAtSister(testApp)
    const expired = await sign(own, { exp: Math.floor(Date.now() / 1000) - 600 })
    for (let times = 0; times < 2; times += 1) assert.equal((await endPrevious(expired)).status, 204)
    assert.equal(
      (await testApp.call(createCode, { body: { platform: 'student' } }, { token: own.accessToken })).status,
      401,
    )
    assert.equal((await endPrevious('a.b.c')).code, 'session-ended')
  })
})

/** Returns all data that an auto-login may write, except the record of a refusal. */
async function stateOf() {
  const { db } = testApp.services
  const sessions = await db.selectFrom('sessions').selectAll().orderBy('id').execute()
  const browsers = await db.selectFrom('knownBrowsers').selectAll().orderBy('browserId').execute()
  const messages = await db.selectFrom('messages').select('id').orderBy('id').execute()
  return { sessions, browsers, messages }
}
