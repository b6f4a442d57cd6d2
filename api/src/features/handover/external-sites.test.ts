/**
 * Tests codes for external sites: which users get them, and that only the site's client redeems them, for its one URL
 * (N-130, N-147).
 */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { Platform } from '@foyer/contract/platforms'
import { allRoutes } from '@foyer/contract/routes/all-routes'
import { exchangeCode } from '@foyer/contract/routes/handover'
import { listSessions, logout, refreshToken } from '@foyer/contract/routes/sessions'
import { decodeJwt } from 'jose'
import { readRegistry } from '../../kernel/config/platform-registry.ts'
import { validBody } from '../../kernel/http/test-valid-bodies.ts'
import { clientSecret, openTestApp, originOf, type TestApp } from '../../testing/test-app.ts'
import { uploadForm } from '../../testing/upload-form.ts'

const secretSha256 = createHash('sha256').update(clientSecret).digest('hex')

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { registry: registry({ url: 'https://meet.example/in?org=7' }) } })
})
after(() => testApp.close())

/**
 * Returns a registry; users of student and school may go to the external site. With null, the installation has no external
 * site.
 */
function registry(zoom: { url: string; requiresPkce?: boolean } | null) {
  const entry = (platform: Platform) => ({
    home: `${originOf(platform)}/home`,
    origins: [originOf(platform)],
    clients: [{ id: `${platform}-client`, secretSha256, requiresPkce: false }],
  })
  const { url, requiresPkce = false } = zoom ?? {}
  const client = { id: 'zoom-client', secretSha256, requiresPkce }
  const file = {
    student: entry('student'),
    school: entry('school'),
    professor: entry('professor'),
    ...(zoom && { external: { zoom: { name: 'Zoom', url, client, platforms: ['student', 'school'] } } }),
  }
  return readRegistry(JSON.stringify(file), { isProduction: false })
}

const target = (query = '', platform = 'student') =>
  `https://meet.example/in?org=7&platform=${platform}${query}`

type More = { redirectUrl?: string; codeChallenge?: string }

async function mintedCode(more: More = {}, platform: Platform = 'student') {
  const session = await testApp.signIn(platform)
  const { data } = await testApp.mint(session.accessToken, { platform, external: 'zoom', ...more })
  return { session, code: data.code }
}

type Redeemed = { client?: string; platform?: Platform; redirectUrl?: string | null; codeVerifier?: string }

function redeem(code: string, given: Redeemed = {}) {
  const { client = 'zoom-client', platform = 'student', redirectUrl = target(), ...more } = given
  const body = { code, platform, ...(redirectUrl !== null && { redirectUrl }), ...more }
  return testApp.call(exchangeCode, { body }, { client })
}

async function eventsOf(userId: string) {
  const query = testApp.services.db.selectFrom('auditEvents').select(['event', 'clientId', 'details'])
  return query.where('userId', '=', userId).orderBy('at').execute()
}

describe('minting of codes for an external site', () => {
  it('mints a code for a user of each platform that may go there, and records the site', async () => {
    for (const platform of ['student', 'school'] as const) {
      const { session, code } = await mintedCode({}, platform)
      assert.match(code, /^ac_[\w-]{43}$/)
      const minted = (await eventsOf(session.user.uuid)).find(({ event }) => event === 'code-minted')
      assert.deepEqual(minted?.details, { delivery: 'redirect', external: 'zoom' })
    }
  })

  it('mints no external code for a user of any other platform, and records the refusal', async () => {
    const { accessToken, user } = await testApp.signIn('professor')
    const answer = await testApp.mint(accessToken, { platform: 'professor', external: 'zoom' })
    assert.deepEqual([answer.status, answer.code], [403, 'no-access'])
    const refusal = (await eventsOf(user.uuid)).find(({ event }) => event === 'platform-refused')
    assert.deepEqual(refusal?.details, { delivery: 'redirect', external: 'zoom' })
  })

  it('mints no external code in the name of a platform other than that of the session', async () => {
    const { accessToken } = await testApp.signIn('professor')
    const answer = await testApp.mint(accessToken, { platform: 'student', external: 'zoom' })
    assert.equal(answer.code, 'no-access')
  })

  it('mints no external code for the session of a platform or of the site itself', async () => {
    const { code } = await mintedCode()
    const { accessToken } = (await redeem(code)).data.session
    assert.equal((await testApp.mint(accessToken, { external: 'zoom' })).code, 'no-access')
  })

  it('mints no external code where the platforms file has no entry', async () => {
    const without = await openTestApp({ config: { registry: registry(null) } })
    const { accessToken } = await without.signIn()
    const answer = await without.mint(accessToken, { external: 'zoom' })
    assert.deepEqual([answer.status, answer.code], [400, 'redirect-not-allowed'])
    assert.deepEqual(Object.keys(answer.fields), ['external'])
    await without.close()
  })

  it('refuses every redirect URL of an external code but the registered one with a query', async () => {
    const { accessToken } = await testApp.signIn()
    for (const redirectUrl of [
      'https://evil.example/in?org=7&platform=student',
      'https://meet.example/other?org=7&platform=student',
      'https://meet.example/in?org=8&platform=student',
      `${originOf('student')}/home`,
      target('', 'school'),
    ]) {
      const answer = await testApp.mint(accessToken, { external: 'zoom', redirectUrl })
      assert.equal(answer.code, 'redirect-not-allowed', redirectUrl)
      assert.deepEqual(Object.keys(answer.fields), ['redirectUrl'])
    }
  })
})

describe('exchange of an external code', () => {
  it("opens a child session for the site's client, which renews it and dies with the user's session", async () => {
    const { session, code } = await mintedCode()
    const { status, data } = await redeem(code)
    assert.equal(status, 200)
    assert.deepEqual(data.user, session.user)
    const claims = decodeJwt(data.session.accessToken)
    assert.deepEqual([claims.client_id, claims.platform], ['zoom-client', 'student'])
    assert.notEqual(claims.sid, decodeJwt(session.accessToken).sid)

    const renew = (token: string, client: string) =>
      testApp.call(refreshToken, { body: { refreshToken: token } }, { client })
    assert.equal((await renew(data.session.refreshToken, 'student-client')).code, 'session-ended')
    const renewed = await renew(data.session.refreshToken, 'zoom-client')
    assert.equal(renewed.status, 200)
    assert.equal(decodeJwt(renewed.data.accessToken).aud, 'zoom')
    await testApp.call(logout, {}, { token: session.accessToken })
    assert.equal((await renew(renewed.data.refreshToken, 'zoom-client')).status, 401)
  })

  it('gets no-access from every route that takes the token of any session', async () => {
    const { code } = await mintedCode()
    const { accessToken } = (await redeem(code)).data.session
    for (const route of allRoutes.filter(({ access }) => access === 'bearer')) {
      const { method, path, upload } = route
      const form = upload && uploadForm({ bytes: 'a' })
      const { statusCode, body } = await testApp.app.inject({
        method,
        url: path.replace(/:\w+/g, 'c8a7d5e2-3f10-4b6c-9d2e-1a2b3c4d5e6f'),
        ...(route.body && { payload: validBody(route) }),
        ...form,
        headers: { ...form?.headers, authorization: `Bearer ${accessToken}` },
      })
      // The placeholder in a path may have the wrong format, which the route refuses with 400.
      if (statusCode === 400 && path.includes(':')) continue
      assert.deepEqual([statusCode, JSON.parse(body).errors.code], [403, 'no-access'], `${method} ${path}`)
    }
  })

  it("issues access tokens for the site alone, which end their own session and read nothing of the user's", async () => {
    const { session, code } = await mintedCode()
    const { accessToken } = (await redeem(code)).data.session
    assert.equal(decodeJwt(accessToken).aud, 'zoom')
    assert.equal(decodeJwt(session.accessToken).aud, 'learning')
    assert.equal((await testApp.call(listSessions, {}, { token: accessToken })).code, 'no-access')
    assert.equal((await testApp.call(logout, {}, { token: accessToken })).status, 204)
    assert.equal((await testApp.call(listSessions, {}, { token: session.accessToken })).status, 200)
  })

  it('names the platform of the user to a site that serves several platforms', async () => {
    const { code } = await mintedCode({}, 'school')
    const { data } = await redeem(code, { platform: 'school', redirectUrl: target('', 'school') })
    assert.equal(data.session.platform, 'school')
    assert.equal(decodeJwt(data.session.accessToken).aud, 'zoom')
  })

  it('uses up an external code that a platform redeems, and a platform code that the site redeems', async () => {
    for (const client of ['student-client', 'school-client']) {
      const { code } = await mintedCode()
      const answer = await redeem(code, { client })
      assert.deepEqual([answer.status, answer.code, answer.detail], [400, 'code-invalid', undefined])
      assert.equal((await redeem(code)).code, 'code-invalid')
    }
    const { accessToken } = await testApp.signIn()
    const { code } = (await testApp.mint(accessToken)).data
    const answer = await redeem(code, { redirectUrl: `${originOf('student')}/home` })
    assert.deepEqual([answer.code, answer.detail], ['code-invalid', undefined])
    const again = await redeem(code, { client: 'student-client', redirectUrl: `${originOf('student')}/home` })
    assert.equal(again.code, 'code-invalid')
  })

  it('uses up an external code that the site redeems in the name of another platform', async () => {
    const { code } = await mintedCode()
    const answer = await redeem(code, { platform: 'school', redirectUrl: target('', 'school') })
    assert.deepEqual([answer.code, answer.detail], ['code-invalid', undefined])
    assert.equal((await redeem(code)).code, 'code-invalid')
  })

  it('rejects and uses up an external code without its redirect URL or with another one', async () => {
    const redirectUrl = target('&state=a')
    assert.equal((await redeem((await mintedCode({ redirectUrl })).code, { redirectUrl })).status, 200)
    const wrong: [string | null, string][] = [
      [null, 'redirect-url-missing'],
      [target(), 'redirect-url-different'],
      [target('&state=b'), 'redirect-url-different'],
      ['https://evil.example/', 'redirect-url-different'],
    ]
    for (const [shown, detail] of wrong) {
      const { code } = await mintedCode({ redirectUrl })
      const answer = await redeem(code, { redirectUrl: shown })
      assert.deepEqual([answer.code, answer.detail], ['code-invalid', detail])
      assert.equal((await redeem(code, { redirectUrl })).code, 'code-invalid')
    }
  })

  it('redeems an external code for one of twenty requests, and ends its session because of the replays', async () => {
    const { code } = await mintedCode()
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(code)))
    const winners = answers.filter(({ status }) => status === 200)
    assert.equal(winners.length, 1)
    const body = { refreshToken: winners[0]?.data.session.refreshToken ?? '' }
    assert.equal((await testApp.call(refreshToken, { body }, { client: 'zoom-client' })).status, 401)
  })

  it('refuses an expired external code', async () => {
    const { code } = await mintedCode()
    const expiresAt = new Date(Date.now() - 1)
    await testApp.services.db
      .updateTable('oneTimeTokens')
      .set({ expiresAt })
      .where('usedAt', 'is', null)
      .execute()
    assert.equal((await redeem(code)).code, 'code-invalid')
  })

  it('refuses an external code once the user has lost the membership', async () => {
    const { session, code } = await mintedCode()
    const { db } = testApp.services
    await db.deleteFrom('memberships').where('userId', '=', session.user.uuid).execute()
    assert.equal((await redeem(code)).code, 'code-invalid')
  })

  it('requires PKCE of the site unless its entry exempts it', async () => {
    const codeVerifier = randomBytes(32).toString('base64url')
    const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
    const { code } = await mintedCode({ codeChallenge })
    assert.equal((await redeem(code)).detail, 'code-verifier-wrong')
    const strict = await openTestApp({
      config: { registry: registry({ url: 'https://meet.example/in?org=7', requiresPkce: true }) },
    })
    const { accessToken } = await strict.signIn()
    const exchange = async (more: { codeChallenge?: string }, verifier?: string) => {
      const { data } = await strict.mint(accessToken, { external: 'zoom', ...more })
      const body = { code: data.code, platform: 'student', redirectUrl: target() } as const
      const given = { body: { ...body, ...(verifier && { codeVerifier: verifier }) } }
      return strict.call(exchangeCode, given, { client: 'zoom-client' })
    }
    assert.equal((await exchange({})).detail, 'pkce-missing')
    assert.equal((await exchange({ codeChallenge }, codeVerifier)).status, 200)
    await strict.close()
  })
})
