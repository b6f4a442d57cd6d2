import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type StandIn, startStandIn } from '@foyer/sdk/stand-in'
import { type RunningSite, startSite } from './site-server.ts'
import { clientIdOf, clientSecretOf, siteOf } from './sites.ts'
import { createTestBrowser, type TestBrowser } from './test-browser.ts'

const site = siteOf('learning')
const clientSecret = clientSecretOf(site)

let standIn: StandIn
let running: RunningSite
let browser: TestBrowser

before(async () => {
  standIn = await startStandIn({ ...site, clientId: clientIdOf(site), clientSecret })
  const { accountsUrl } = standIn
  running = await startSite(site, { accountsUrl, clientSecret, port: 0 })
})
after(async () => {
  await running.close()
  await standIn.close()
})
beforeEach(() => {
  Object.assign(standIn.now, { delayMs: 0, isSessionEnded: false, gatewayStatus: null })
  standIn.now.user.full_name = 'Asha Rao'
  standIn.requests.length = 0
  browser = createTestBrowser(running.url)
})

const samePage = { 'sec-fetch-site': 'same-origin' }
const memberPaths = [
  '/library',
  '/orders',
  '/settings',
  '/profile',
  '/profile/edit/name',
  '/skill-profile',
  '/profile/skill-profile/',
]

function count(request: string): number {
  return standIn.requests.filter((made) => made === request).length
}

test('the start page offers to sign in when the user is signed out', async () => {
  const { status, text, headers } = await browser.get('/')
  assert.equal(status, 200)
  assert.match(text, /<html lang="en">[\s\S]*<title>Lantern Learning<\/title>[\s\S]*<h1>/)
  assert.match(text, /href="\/foyer\/sign-in">Sign in</)
  assert.deepEqual(text.match(/<script[^>]*>/g), ['<script type="module" src="/page.js">'])
  assert.doesNotMatch(text, / style=| on\w+=/)
  const policy = headers.get('content-security-policy') ?? ''
  assert.ok(policy.startsWith("default-src 'none'; script-src 'self'; style-src 'sha256-"))
  assert.ok(policy.includes(`; frame-src ${standIn.accountsUrl}; form-action 'self' ${standIn.accountsUrl};`))
  assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin-allow-popups')
  assert.equal(headers.get('cache-control'), 'no-store')
})

test('the start page names the user after a sign-in', async () => {
  const { status, text, url } = await browser.open('/foyer/sign-in')
  assert.equal(status, 200)
  assert.equal(url, `${running.url}/`)
  assert.match(text, /<h1>Welcome, Asha Rao<\/h1>/)
  assert.match(text, /Signed in as <\/span>Asha Rao/)
  assert.ok(text.includes(`<a href="${standIn.accountsUrl}/account?platform=student">Your account</a>`))
  assert.ok(text.includes(`<a href="${standIn.accountsUrl}/doors?platform=student">Other platforms</a>`))
  assert.match(text, /<path d="M3\.5[^"]+"\/><\/svg><span>You came from <strong>Foyer · Learning<\/strong>/)
  assert.match(text, /asha@foyer\.test[\s\S]*student[\s\S]*UTC/)
  assert.deepEqual([...browser.cookies.keys()], ['demo-learning'])
})

test('the pages mark an email address that Foyer has not verified', async () => {
  standIn.now.user.is_email_verified = false
  assert.match((await browser.open('/foyer/sign-in')).text, /asha@foyer\.test \(not verified\)/)
  standIn.now.user.is_email_verified = true
  assert.doesNotMatch((await browser.open('/foyer/sign-in?again=1')).text, /not verified/)
})

test('cookies are HttpOnly and hold no token', async () => {
  const { headers, location } = await browser.get('/foyer/sign-in')
  assert.match(headers.getSetCookie()[0] ?? '', /; Path=\/foyer; Max-Age=600; HttpOnly; SameSite=Lax$/)
  const callback = await browser.get((await browser.get(location)).location)
  const kept = callback.headers.getSetCookie().find((line) => line.startsWith('demo-learning='))
  assert.match(kept ?? '', /^demo-learning=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/)
})

test('every member page sends a signed-out user to sign in and back to itself', async () => {
  for (const path of memberPaths) {
    const browser = createTestBrowser(running.url)
    const { status, location } = await browser.get(path)
    assert.deepEqual([status, location], [303, `/foyer/sign-in?${new URLSearchParams({ returnTo: path })}`])
    const { status: after, url, text } = await browser.open(path)
    assert.equal(after, 200)
    assert.equal(url, running.url + path)
    assert.match(text, /<h1>/)
  }
})

test('an address without a public profile says so, also to a signed-out user', async () => {
  for (const path of ['/profile/asharao4821', '/profile/skill-profile/asharao4821']) {
    const { status, text } = await createTestBrowser(running.url).get(path)
    assert.equal(status, 404)
    assert.match(text, /There is no public profile at this address/)
  }
})

test('a signed-in user skips sign-in and is never sent to another site', async () => {
  await browser.open('/foyer/sign-in')
  assert.equal((await browser.get('/foyer/sign-in?returnTo=/orders')).location, '/orders')
  for (const evil of ['//evil', 'https://evil', '/\\evil']) {
    assert.equal((await browser.get(`/foyer/sign-in?returnTo=${encodeURIComponent(evil)}`)).location, '/')
  }
})

test('the pages escape names', async () => {
  standIn.now.user.full_name = '<img src=x onerror=alert(1)>"\'&'
  const { text } = await browser.open('/foyer/sign-in')
  assert.match(text, /&lt;img src=x onerror=alert\(1\)&gt;&quot;&#39;&amp;/)
  assert.doesNotMatch(text, /<img/)
})

test('signing out ends the session here and at Foyer and leads to its page', async () => {
  await browser.open('/foyer/sign-in')
  const session = browser.cookies.get('demo-learning') ?? ''
  const { status, location } = await browser.post('/foyer/sign-out', samePage)
  assert.equal(status, 303)
  assert.ok(location.startsWith(`${standIn.accountsUrl}/logout?platform=student&redirect-url=`))
  assert.equal(count('POST /api/auth/logout'), 1)
  browser.cookies.set('demo-learning', session)
  assert.match((await browser.get('/')).text, />Sign in</)
  browser.cookies.delete('demo-learning')
  assert.match((await browser.open(location)).text, /Signed in as <\/span>Asha Rao/)
})

test('switching the account leads to the page of Foyer that offers the accounts of the browser', async () => {
  const { text } = await browser.open('/foyer/sign-in')
  const [, action = ''] = /action="([^"]+)"><button[^>]*>Switch account</.exec(text) ?? []
  const { status, location } = await browser.post(action, samePage)
  assert.equal(status, 303)
  assert.ok(location.startsWith(`${standIn.accountsUrl}/logout?platform=student&redirect-url=`))
  assert.match((await browser.get('/')).text, />Sign in</)
})

test('another site cannot sign a user out', async () => {
  await browser.open('/foyer/sign-in')
  const refused: Record<string, string>[] = [
    {},
    { origin: 'http://localhost:1' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site', origin: running.url },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ]
  for (const headers of refused) assert.equal((await browser.post('/foyer/sign-out', headers)).status, 403)
  assert.equal((await browser.get('/foyer/sign-out')).status, 405)
  assert.match((await browser.get('/')).text, /Signed in as /)
  assert.equal((await browser.post('/foyer/sign-out', { origin: running.url })).status, 303)
})

test('signing out ends the session here and says so when Foyer does not answer', async () => {
  await browser.open('/foyer/sign-in')
  standIn.now.gatewayStatus = 502
  const { status, text } = await browser.post('/foyer/sign-out', samePage)
  assert.equal(status, 503)
  assert.match(text, /You are signed out here[\s\S]*Try again/)
  assert.equal(browser.cookies.size, 0)
})

test('an expired token is refreshed once for any number of requests', async (t) => {
  await browser.open('/foyer/sign-in')
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 700_000 })
  const visited = await Promise.all(memberPaths.map((path) => browser.get(path)))
  assert.deepEqual(new Set(visited.map(({ status }) => status)), new Set([200]))
  assert.equal(count('POST /api/auth/refresh-token'), 1)
})

test('a session that Foyer has ended ends here with its token', async (t) => {
  await browser.open('/foyer/sign-in')
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 700_000 })
  standIn.now.isSessionEnded = true
  assert.equal((await browser.get('/library')).location, '/foyer/sign-in?returnTo=%2Flibrary')
  assert.match((await browser.get('/')).text, />Sign in</)
})

test('a refresh without an answer keeps the session for later', async (t) => {
  await browser.open('/foyer/sign-in')
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 700_000 })
  standIn.now.gatewayStatus = 503
  const { status, text } = await browser.get('/library')
  assert.equal(status, 503)
  assert.match(text, /href="\/library">Try again</)
  standIn.now.gatewayStatus = null
  assert.equal((await browser.get('/library')).status, 200)
})

test('a callback without its sign-in restarts the sign-in once', async () => {
  const first = await browser.get('/foyer/callback?state=x&code=ac_1')
  assert.equal(first.location, '/foyer/sign-in?again=1')
  assert.equal(count('POST /api/auth/codes/exchange'), 0)
  await browser.get(first.location)
  const second = await browser.get('/foyer/callback?state=x&code=ac_1')
  assert.equal(second.status, 400)
  assert.match(second.text, /That sign-in did not finish[\s\S]*Sign in again/)
  assert.match((await browser.open('/foyer/sign-in')).text, /Signed in as /)
  const again = await browser.get('/foyer/callback?state=x&code=ac_1')
  assert.equal(
    again.location,
    '/foyer/sign-in?again=1',
    'even with a session: another user may have signed in at Foyer',
  )
  assert.equal((await browser.get('/foyer/callback?state=x&code=ac_1')).location, '/')
})

test('a browser without cookies gets an explanation instead of endless redirects', async () => {
  const restart = await browser.get('/foyer/callback?state=x&code=ac_1')
  browser.cookies.clear()
  const { status, text } = await browser.get(restart.location)
  assert.equal(status, 400)
  assert.match(text, /Please allow cookies/)
})

test('a code sent to the start page is ignored and a new sign-in begins', async () => {
  const { text, url } = await browser.open('/?code=ac_1')
  assert.match(text, /Signed in as /)
  assert.equal(url, `${running.url}/`)
})

test('a user who signed in at Foyer directly replaces the user signed in here', async () => {
  await browser.open('/foyer/sign-in')
  assert.match((await browser.open('/')).text, /Signed in as <\/span>Asha Rao/)
  // An earlier sign-in that did not finish must not keep the previous user signed in.
  await browser.get('/?code=ac_0')
  standIn.now.user.full_name = 'Meera Nair'
  const { text, url } = await browser.open('/?code=ac_1')
  assert.match(text, /Signed in as <\/span>Meera Nair/)
  assert.equal(url, `${running.url}/`)
})

test('a site explains that Foyer is unreachable or slow', async (t) => {
  const { location } = await browser.get('/foyer/sign-in')
  const callback = (await browser.get(location)).location
  standIn.now.delayMs = 60_000
  const { accountsUrl } = standIn
  const hasty = await startSite(site, { accountsUrl, clientSecret, port: 0, timeoutMs: 200 })
  t.after(() => hasty.close())
  const visitor = createTestBrowser(hasty.url)
  for (const [name, value] of browser.cookies) visitor.cookies.set(name, value)
  for (const path of ['/foyer/sign-in?returnTo=/orders', callback.replace(running.url, '')]) {
    const { status, text } = await visitor.get(path)
    assert.equal(status, 503)
    assert.match(text, /Sign-in is taking a break[\s\S]*href="\/foyer\/sign-in[\s\S]*Try again/)
  }
})

test('a site with the wrong client secret shows the error code', async (t) => {
  t.mock.method(console, 'error', () => undefined)
  const { accountsUrl } = standIn
  const siteWithWrongSecret = await startSite(site, { accountsUrl, clientSecret: 'wrong', port: 0 })
  t.after(() => siteWithWrongSecret.close())
  const { status, text } = await createTestBrowser(siteWithWrongSecret.url).open('/foyer/sign-in')
  assert.equal(status, 502)
  assert.match(text, /client-unknown/)
})

test('an access token that is refused shows an error instead of endless redirects', async (t) => {
  t.mock.method(console, 'error', () => undefined)
  standIn.now.accessSeconds = -60
  t.after(() => {
    standIn.now.accessSeconds = 600
  })
  const { status, text } = await createTestBrowser(running.url).open('/library')
  assert.equal(status, 502)
  assert.match(text, /token-expired/)
})

test('the legal pages need no session', async () => {
  for (const [path, title] of [
    ['/terms', 'Terms of Use'],
    ['/privacy', 'Privacy Policy'],
    ['/eula', 'End User Licence Agreement'],
  ]) {
    const { status, text } = await browser.get(running.url + path)
    assert.equal(status, 200)
    assert.ok(text.includes(`<h1>${title}</h1>`))
  }
})

test('unknown paths and wrong methods show their own pages', async () => {
  for (const path of ['/nowhere', '//evil', '/profiles', '/constructor', '/%00', '/library/']) {
    const { status, text } = await browser.get(running.url + path)
    assert.equal(status, 404, path)
    assert.match(text, /Page not found/)
  }
  const posted = await browser.post('/library')
  assert.deepEqual([posted.status, posted.headers.get('allow')], [405, 'GET'])
  assert.equal((await browser.get('/', { method: 'HEAD' })).status, 200)
  assert.equal((await browser.get('/foyer/callback', { method: 'HEAD' })).status, 405)
})
