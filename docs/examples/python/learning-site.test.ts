/** Runs the example platform in Python (docs/integrating.md) against a service on a database of its own, over HTTP. */
import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { signJwt, type TokenType } from '../../../api/src/identity/tokens/sign-jwt.ts'
import { readRegistry } from '../../../api/src/kernel/config/platform-registry.ts'
import { until } from '../../../api/src/messages/test-outbox.ts'
import { clientSecret, openTestApp, type TestApp } from '../../../api/src/testing/test-app.ts'
import { testPorts } from '../../../e2e/ports.ts'
import { folder, openBrowser, options, type Site, startSite } from './test-site.ts'

const clientId = 'learning-web'
const platformsFile = readFileSync(join(folder, 'platforms.json'), 'utf8')
let testApp: TestApp
let accountsUrl: string
let site: Site
let renewing: Site

before(async () => {
  if (options.skip) return
  const [port = 0, ...sitePorts] = testPorts.pythonExample
  accountsUrl = `http://localhost:${port}`
  const origins = sitePorts.map((each) => `http://localhost:${each}`)
  const { student } = JSON.parse(platformsFile)
  student.home = `${origins[0]}/`
  student.origins = origins
  student.clients[0].secretSha256 = createHash('sha256').update(clientSecret).digest('hex')
  student.clients[0].backchannelLogoutUri = `${origins[0]}/foyer/back-channel-logout`
  const registry = readRegistry(JSON.stringify({ student }), { isProduction: false })
  testApp = await openTestApp({ config: { baseUrl: accountsUrl, port, registry } })
  await testApp.app.listen({ port, host: 'localhost' })
  const [first = 0, second = 0] = sitePorts
  site = await startSite(accountsUrl, first, {})
  renewing = await startSite(accountsUrl, second, { RENEW_SECONDS: '86400' })
})
after(async () => {
  site?.stop()
  renewing?.stop()
  await testApp?.close()
})

/** An access token of this platform, as its servers have it. */
async function platformToken(): Promise<string> {
  const { accessToken } = await testApp.signIn()
  const redirectUrl = `${site.origin}/elsewhere`
  const codeVerifier = 'v'.repeat(43)
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
  const { code } = (await testApp.mint(accessToken, { redirectUrl, codeChallenge })).data
  const response = await fetch(`${accountsUrl}/api/auth/codes/exchange`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      code,
      platform: 'student',
      redirect_url: redirectUrl,
      code_verifier: codeVerifier,
    }),
  })
  const { data } = (await response.json()) as { data: { session: { access_token: string } } }
  return data.session.access_token
}

/** Signs the user out at Foyer, as its page does. */
async function logOut(token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const { status } = await fetch(`${accountsUrl}/api/auth/logout`, { method: 'POST', headers })
  assert.equal(status, 204)
}

async function showClaims(token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${site.origin}/api/me`, { headers })
  const answer = (await response.json()) as { user?: string; session?: string; error?: string }
  return { status: response.status, ...answer }
}

type Claims = Record<string, unknown>

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function claimsOf(token: string): Claims {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

/** Signs a token with the key of the service. */
async function signToken(claims: Claims, header: { typ: TokenType; kid?: string }): Promise<string> {
  return signJwt({ ...(await testApp.services.signingKeys.active()), ...header }, header.typ, claims)
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

function logoutToken(sid: string, more: Claims = {}, typ: TokenType = 'logout+jwt'): Promise<string> {
  const iat = Math.floor(Date.now() / 1_000)
  const claims = { iss: accountsUrl, aud: clientId, iat, exp: iat + 120, jti: randomUUID(), sid }
  return signToken({ ...claims, sub: randomUUID(), events: { [logoutEvent]: {} }, ...more }, { typ })
}

async function sendLogout(token: string, to = site): Promise<number> {
  const body = new URLSearchParams({ logout_token: token })
  return (await fetch(`${to.origin}/foyer/back-channel-logout`, { method: 'POST', body })).status
}

describe('the example platform in Python', { ...options, timeout: 120_000 }, () => {
  it('signs a user in with state and PKCE, and out again', async () => {
    const browser = openBrowser(site, testApp)
    assert.match((await browser.visit('/')).text, /Sign in/)
    assert.equal(await browser.signIn('/sign-in?returnTo=/%3Flesson=4'), '/?lesson=4')
    assert.match((await browser.visit('/')).text, /Hello Asha Rao/)
    assert.equal((await browser.signOut('http://localhost:1')).status, 403)
    assert.match((await browser.visit('/')).text, /Hello Asha Rao/)
    const { location } = await browser.signOut()
    assert.ok(location.startsWith(`${accountsUrl}/logout?platform=student&redirect-url=`))
    assert.match((await browser.visit('/')).text, /Sign in/)
  })

  it('starts a sign-in of its own for a code without a state', async () => {
    const browser = openBrowser(site, testApp)
    const { accessToken } = await testApp.signIn()
    const { location } = await browser.visit('/?code=ac_of-another-sign-in')
    await browser.visit(await browser.passFoyer(location, accessToken))
    assert.match((await browser.visit('/')).text, /Hello Asha Rao/)
  })

  it('refuses a callback of another browser, a changed state, and a return to another site', async () => {
    const browser = openBrowser(site, testApp)
    const { accessToken } = await testApp.signIn()
    const { location } = await browser.visit('/sign-in?returnTo=//evil.example')
    const back = await browser.passFoyer(location, accessToken)
    assert.equal((await openBrowser(site, testApp).visit(back)).status, 400)
    assert.equal((await browser.visit(back.replace('state=', 'state=x'))).status, 400)
    const again = await browser.visit('/sign-in?returnTo=//evil.example')
    assert.equal((await browser.visit(await browser.passFoyer(again.location, accessToken))).location, '/')
  })

  it('redeems a code of a window for its own origin, only with the cookie of the browser that began', async () => {
    const browser = openBrowser(site, testApp)
    const { origin } = site
    const send = (path: string, body: object = {}, headers: Record<string, string> = { origin }) =>
      browser.visit(path, { method: 'POST', headers, body: JSON.stringify(body) })
    const { code_challenge: codeChallenge } = JSON.parse((await send('/embedded/begin')).text)
    const { text: second } = await send('/embedded/begin')
    assert.equal(JSON.parse(second).code_challenge, codeChallenge, 'two tabs share the challenge')
    const { accessToken, user } = await testApp.signIn()
    const mint = () => testApp.mint(accessToken, { redirectUrl: origin, codeChallenge, delivery: 'popup' })
    const { code } = (await mint()).data
    assert.equal((await send('/embedded/finish', { code }, { origin: 'http://localhost:1' })).status, 403)
    const foreign = openBrowser(site, testApp)
    const body = JSON.stringify({ code: (await mint()).data.code })
    const refused = await foreign.visit('/embedded/finish', { method: 'POST', headers: { origin }, body })
    assert.deepEqual([refused.status, refused.text], [502, '{"error": "invalid-request"}'])
    assert.equal(JSON.parse((await send('/embedded/finish', { code })).text).user.uuid, user.uuid)
    assert.match((await browser.visit('/')).text, /Hello Asha Rao/)
  })

  it('renews its tokens one at a time before they expire, and ends with the session', async () => {
    const browser = openBrowser(renewing, testApp)
    const { accessToken } = await testApp.signIn()
    await browser.signIn('/sign-in', accessToken)
    const pages = await Promise.all(Array.from({ length: 8 }, () => browser.visit('/')))
    for (const { text } of pages) assert.match(text, /Hello Asha Rao/)
    await logOut(accessToken)
    assert.match((await browser.visit('/')).text, /Sign in/)
  })

  it('hears of a logout at Foyer on the back channel, and signs the user out', async () => {
    const browser = openBrowser(site, testApp)
    const { accessToken } = await testApp.signIn()
    await browser.signIn('/sign-in', accessToken)
    const { db, outbox } = testApp.services
    outbox.start(db, { tried() {}, unreachable() {} })
    await logOut(accessToken)
    await until(async () => (await browser.visit('/')).text.includes('Sign in'))
    await outbox.stop()
  })

  it('accepts an access token of its platform and refuses every changed one', async () => {
    const token = await platformToken()
    const claims = claimsOf(token)
    assert.deepEqual(await showClaims(token), { status: 200, user: claims.sub, session: claims.sid })
    const [head = '', body = '', signature = ''] = token.split('.')
    const other = encoded({ ...claims, sub: randomUUID() })
    const unsigned = encoded({ alg: 'none', typ: 'at+jwt' })
    const bytes = Buffer.from(signature, 'base64url')
    bytes[40] = (bytes[40] ?? 0) ^ 1
    const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { kid } = await testApp.services.signingKeys.active()
    const wrong = [
      signJwt({ kid, key }, 'at+jwt', claims),
      `${head}.${other}.${signature}`,
      `${head}.${body}.${bytes.toString('base64url')}`,
      `${head}.${body}.${Buffer.alloc(64).toString('base64url')}`,
      `${head}.${body}.`,
      `${unsigned}.${body}.`,
      `${head}.${Buffer.from('['.repeat(5_000)).toString('base64url')}.${signature}`,
      `${token}=`,
      await signToken(claims, { typ: 'JWT' }),
      await signToken(claims, { typ: 'at+jwt', kid: 'made-up' }),
      await signToken({ ...claims, aud: 'school' }, { typ: 'at+jwt' }),
      await signToken({ ...claims, aud: ['learning', 'school'] }, { typ: 'at+jwt' }),
      await signToken({ ...claims, platform: 'professor' }, { typ: 'at+jwt' }),
      await signToken({ ...claims, iss: 'http://localhost:1' }, { typ: 'at+jwt' }),
      '',
    ]
    for (const each of wrong) assert.equal((await showClaims(each)).error, 'token-invalid', each)
    const old = await signToken({ ...claims, exp: Math.floor(Date.now() / 1_000) - 60 }, { typ: 'at+jwt' })
    assert.equal((await showClaims(old)).error, 'token-expired')
  })

  it('ends a session by a logout token once, and refuses forged, foreign and repeated ones', async () => {
    const token = await platformToken()
    const { sid } = claimsOf(token) as { sid: string }
    const refused = [
      'x',
      token,
      await logoutToken(sid, {}, 'at+jwt'),
      await logoutToken(sid, { aud: 'another-client' }),
      await logoutToken(sid, { events: {} }),
      await logoutToken(sid, { nonce: 'n' }),
      await logoutToken(sid, { iat: 1, exp: 2 }),
      (await logoutToken(sid)).replace(/.$/, ''),
    ]
    for (const each of refused) assert.equal(await sendLogout(each), 400)
    assert.equal((await showClaims(token)).status, 200)
    const right = await logoutToken(sid)
    assert.equal(await sendLogout(right), 200)
    assert.equal((await showClaims(token)).error, 'token-invalid')
    assert.equal(await sendLogout(right), 400)
  })
})

it('the guide shows the platforms file of the example', () => {
  readRegistry(platformsFile, { isProduction: false })
  const guide = readFileSync(join(folder, '../../integrating.md'), 'utf8')
  assert.ok(guide.includes(`\`\`\`json\n${platformsFile}\`\`\``))
})
