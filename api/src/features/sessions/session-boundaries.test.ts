/**
 * Tests values that never count as a session: an id that a caller names, an ended session, a token of another kind
 * (N-16, N-74, N-76).
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { allRoutes } from '@foyer/contract/routes/all-routes'
import { createCode, exchangeCode } from '@foyer/contract/routes/handover'
import type { Route } from '@foyer/contract/routes/route'
import { logout, refreshToken } from '@foyer/contract/routes/sessions'
import { login } from '@foyer/contract/routes/sign-in'
import { decodeJwt } from 'jose'
import { createApp } from '../../app.ts'
import { sessionCheckCacheMs } from '../../identity/sessions/access-tokens.ts'
import { storePages } from '../../kernel/http/pages/page-store.ts'
import { validBody, validPath } from '../../kernel/http/test-valid-bodies.ts'
import { sessionEndsWithinSeconds } from '../../operator/command-line/session.ts'
import { nothingMissing } from '../../preparation.ts'
import { openServices } from '../../services.ts'
import { openTestApp, rightPassword, type TestApp, testSecret } from '../../testing/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp()
})
after(() => testApp.close())

const sessionOf = (accessToken: string) => String(decodeJwt(accessToken).sid)

describe('session fixation', () => {
  it('ignores a session that the caller sends with a sign-in', async () => {
    const attacker = await testApp.signIn()
    const { uuid } = await testApp.makeUser()
    const body = { uuid, password: rightPassword, product: 'learning' } as const
    const planted: Record<string, string>[] = [
      { authorization: `Bearer ${attacker.accessToken}` },
      { cookie: `session=${sessionOf(attacker.accessToken)}; sid=${sessionOf(attacker.accessToken)}` },
      { 'x-session-id': sessionOf(attacker.accessToken) },
    ]
    for (const headers of planted) {
      const { status, data } = await testApp.call(login, { body }, { headers })
      assert.equal(status, 200)
      assert.notEqual(sessionOf(data.accessToken), sessionOf(attacker.accessToken))
      assert.notEqual(data.refreshToken, attacker.refreshToken)
    }
    const { accessToken } = (
      await testApp.call(refreshToken, { body: { refreshToken: attacker.refreshToken } })
    ).data
    assert.equal(decodeJwt(accessToken).sub, attacker.user.uuid, 'the planted session stays the planter’s')
  })

  it('refuses a sign-in whose body names a session or a token', async () => {
    const attacker = await testApp.signIn()
    const { uuid } = await testApp.makeUser()
    const good = { uuid, password: rightPassword, product: 'learning' }
    for (const name of ['session_id', 'sid', 'id', 'access_token', 'refresh_token', 'family_id', 'counter']) {
      const response = await testApp.app.inject({
        method: 'POST',
        url: login.path,
        payload: { ...good, [name]: sessionOf(attacker.accessToken) },
      })
      assert.equal(response.statusCode, 400, name)
    }
  })
})

describe('the delay of a logout', () => {
  it('leaves the request two of the five seconds within which a logout reaches every copy of the service', () => {
    assert.equal(sessionEndsWithinSeconds, 5)
    assert.equal(sessionCheckCacheMs, 3_000)
  })

  it('takes effect in every copy of the service within five seconds, on every route', async (t) => {
    const { config, db } = testApp.services
    const services = await openServices(config, db, [Buffer.from(testSecret)])
    const other = await createApp({
      services,
      pages: storePages([]),
      isStopping: () => false,
      ...nothingMissing,
    })
    t.after(() => other.close())
    const now = performance.now.bind(performance)
    let aheadMs = 0
    t.mock.method(performance, 'now', () => now() + aheadMs)

    const session = await testApp.signIn()
    const askOther = (route: Route) =>
      other.inject({
        method: route.method,
        url: validPath(route.path, { id: session.user.uuid, email: 'a@example.com' }),
        headers: { authorization: `Bearer ${session.accessToken}` },
        ...(route.body && { payload: validBody(route) }),
      })
    assert.equal((await askOther(createCode)).statusCode, 200)
    assert.equal((await testApp.call(logout, {}, { token: session.accessToken })).status, 204)
    aheadMs = sessionCheckCacheMs
    const guarded = allRoutes.filter(({ access }) => /^own-session/.test(access))
    assert.ok(guarded.length > 5)
    for (const route of guarded) assert.equal((await askOther(route)).statusCode, 401, route.path)
  })
})

describe('access tokens that were verified before', () => {
  it('refuses a remembered access token 31 seconds after its end', async (t) => {
    const { accessToken: token } = await testApp.signIn()
    const ask = () => testApp.call(createCode, { body: { platform: 'student' } }, { token })
    const end = Number(decodeJwt(token).exp) * 1_000
    assert.equal((await ask()).status, 200)
    for (const [seconds, status] of [
      [29, 200],
      [31, 401],
    ] as const) {
      t.mock.timers.enable({ apis: ['Date'], now: end + seconds * 1_000 })
      assert.equal((await ask()).status, status, `${seconds} s`)
      t.mock.timers.reset()
    }
  })

  it('refuses a changed signature beside the same claims of a remembered access token', async () => {
    const { accessToken } = await testApp.signIn()
    const ask = (token: string) => testApp.call(createCode, { body: { platform: 'student' } }, { token })
    assert.equal((await ask(accessToken)).status, 200)
    const at = accessToken.length - 10
    const changed = accessToken[at] === 'A' ? 'B' : 'A'
    assert.equal((await ask(accessToken.slice(0, at) + changed + accessToken.slice(at + 1))).status, 401)
    assert.equal((await ask(accessToken)).status, 200)
  })
})

describe('tokens of another kind', () => {
  it('refuses a token in place of another kind, and keeps it valid for its own use', async () => {
    const session = await testApp.signIn()
    const { code } = (await testApp.mint(session.accessToken)).data
    const refresh = (token: string) => testApp.call(refreshToken, { body: { refreshToken: token } })
    const redeem = (value: string) =>
      testApp.call(exchangeCode, { body: { code: value, platform: 'student' } }, { client: 'student-client' })

    for (const value of [code, session.accessToken, `rt_${code.slice(3)}`])
      assert.equal((await refresh(value)).status, 401)
    for (const value of [session.refreshToken, session.accessToken, `ac_${session.refreshToken.slice(3)}`])
      assert.equal((await redeem(value)).code, 'code-invalid')
    for (const value of [session.refreshToken, code]) assert.equal((await testApp.mint(value)).status, 401)

    assert.equal((await redeem(code)).status, 200)
    assert.equal((await refresh(session.refreshToken)).status, 200)
  })

  it('ignores the Authorization header of a refresh', async () => {
    const session = await testApp.signIn()
    const headers = { authorization: `Bearer ${session.refreshToken}` }
    const without = await testApp.app.inject({ method: 'POST', url: refreshToken.path, headers, payload: {} })
    assert.equal(without.statusCode, 400)
    const other = await testApp.signIn()
    const { data } = await testApp.call(
      refreshToken,
      { body: { refreshToken: session.refreshToken } },
      { token: other.accessToken },
    )
    assert.equal(sessionOf(data.accessToken), sessionOf(session.accessToken))
  })
})
