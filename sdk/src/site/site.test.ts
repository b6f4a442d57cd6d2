/** Tests the routes of a site against a stand-in of Foyer (N-138). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type StandIn, startStandIn } from '../stand-in.ts'
import { createSite, type Site, type SiteOptions } from './site.ts'
import { createVisitor } from './test-visitor.ts'

const client = { platform: 'student', product: 'learning', clientId: 'learning', clientSecret: 'secret' }
const origin = 'http://localhost:4200'

let standIn: StandIn
let site: Site
let visitor: ReturnType<typeof createVisitor>

function newSite(options: Partial<SiteOptions> = {}): Site {
  return createSite({ ...client, accountsUrl: standIn.accountsUrl, origin, ...options })
}

before(async () => {
  standIn = await startStandIn(client)
})
after(() => standIn.close())
beforeEach(() => {
  Object.assign(standIn.now, { delayMs: 0, isSessionEnded: false, gatewayStatus: null, acrWhenAsked: '2' })
  standIn.now.user.full_name = 'Asha Rao'
  standIn.requests.length = 0
  site = newSite()
  visitor = createVisitor(site)
})

function count(request: string): number {
  return standIn.requests.filter((made) => made === request).length
}

async function nameOf(given = visitor): Promise<string | undefined> {
  return (await given.session())?.user.fullName
}

test('a sign-in by redirect leads back to the page, with a session of this site', async () => {
  assert.equal((await visitor.open('/foyer/sign-in?returnTo=/orders')).path, '/orders')
  const session = await visitor.session()
  assert.equal(session?.user.fullName, 'Asha Rao')
  assert.equal(session?.claims.platform, 'student')
  assert.deepEqual([...visitor.cookies.keys()], ['foyer'])
  const { status, text } = await visitor.visit('/foyer/session')
  assert.deepEqual([status, JSON.parse(text)], [200, { user: session?.user }])
  assert.equal((await visitor.visit('/foyer/sign-in?returnTo=/a')).location, '/a', 'nothing to do')
})

test('a page that requires two factors leads to the second step and back, and stops if the user gave one', async () => {
  await visitor.open('/foyer/sign-in')
  const path = site.requireAssurance(await visitor.session(), '/marks?of=7')
  assert.equal(path, '/foyer/sign-in?returnTo=%2Fmarks%3Fof%3D7&assurance=2')
  standIn.now.acrWhenAsked = '1'
  const { last } = await visitor.open(path)
  assert.equal(last.status, 403)
  assert.match(last.text, /This page needs a second step/)
  standIn.now.acrWhenAsked = '2'
  assert.equal((await visitor.open(path)).path, '/marks?of=7')
  assert.equal(site.requireAssurance(await visitor.session(), '/marks'), null)
  assert.equal((await visitor.visit(path)).location, '/marks?of=7', 'nothing to do')
  assert.equal(site.requireAssurance(null), '/foyer/sign-in?assurance=2')
})

test('a site without a secret, or of an unknown platform or product, does not start, and never shows the secret', () => {
  const faults: [object, RegExp][] = [
    [
      { clientSecret: undefined },
      /^TypeError: clientSecret must be the secret of the client 'learning'; it is missing$/,
    ],
    [{ clientSecret: ' ' }, /it is empty or no text$/],
    [{ clientId: '' }, /^TypeError: clientId must be the registered id of the client; it is ""$/],
    [{ platform: 'learning' }, /platform must be one of student, .*; it is "learning"$/],
    [{ product: undefined }, /product must be 'learning' for the platform 'student'; it is missing$/],
    [{ external: 'zoom' }, /product must be 'zoom' for the platform 'student'; it is "learning"$/],
  ]
  for (const [more, expected] of faults)
    assert.throws(
      () => newSite({ clientSecret: 'canary', ...more }),
      (error: Error) => expected.test(String(error)) && !error.message.includes('canary'),
    )
})

test('requests of other pages are left to the site', async () => {
  for (const path of ['/', '/foyer', '/foyerish/session', '/orders?code=1'])
    assert.equal((await visitor.visit(path)).status, 0, path)
  for (const path of ['/foyer/nothing', '/foyer/constructor', '/foyer/browser/settings.js'])
    assert.equal((await visitor.visit(path)).status, 0, path)
})

test('cookies are HttpOnly and Lax, and Secure with the prefix __Host- over https', async () => {
  const [kept] = (await visitor.visit('/foyer/sign-in')).cookies
  assert.match(kept ?? '', /^foyer_transaction=[\w-]+; Path=\/foyer; Max-Age=600; HttpOnly; SameSite=Lax$/)
  const secure = createVisitor(newSite({ origin: 'https://learn.example.com', cookieName: 'learn' }))
  const [line] = (await secure.visit('/foyer/sign-in')).cookies
  assert.match(
    line ?? '',
    /^__Host-learn_transaction=[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
  )
})

test('a sign-in never leads to another site', async () => {
  for (const evil of ['//evil.test', 'https://evil.test', '/\\evil.test', '/.//evil.test']) {
    const { path } = await visitor.open(`/foyer/sign-in?returnTo=${encodeURIComponent(evil)}`)
    assert.equal(path, '/', evil)
    visitor.cookies.clear()
  }
})

test('a callback without its sign-in restarts the sign-in once', async () => {
  const first = await visitor.visit('/foyer/callback?state=x&code=ac_1')
  assert.equal(first.location, '/foyer/sign-in?again=1')
  assert.equal(count('POST /api/auth/codes/exchange'), 0)
  const second = await visitor.visit('/foyer/callback?state=x&code=ac_1')
  assert.equal(second.status, 400)
  assert.match(second.text, /That sign-in did not finish[\s\S]*Sign in again/)
})

test('a browser without cookies gets an explanation instead of endless redirects', async () => {
  const { location } = await visitor.visit('/foyer/callback?state=x&code=ac_1')
  visitor.cookies.clear()
  const { status, text } = await visitor.visit(location)
  assert.equal(status, 400)
  assert.match(text, /Please allow cookies/)
})

test('a code that the site did not ask for is ignored, and its user replaces the one signed in here', async () => {
  await visitor.open('/foyer/sign-in')
  standIn.now.user.full_name = 'Meera Nair'
  assert.equal((await visitor.open('/?code=ac_1')).path, '/')
  assert.equal(await nameOf(), 'Meera Nair')
  assert.equal(count('POST /api/auth/logout'), 1, 'the previous session ends at Foyer')
})

test('an expired token is refreshed once for any number of requests', async (t) => {
  await visitor.open('/foyer/sign-in')
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 700_000 })
  const names = await Promise.all(Array.from({ length: 20 }, () => nameOf()))
  assert.deepEqual(new Set(names), new Set(['Asha Rao']))
  assert.equal(count('POST /api/auth/refresh-token'), 1)
})

test('a session that Foyer has ended ends here with its token', async (t) => {
  await visitor.open('/foyer/sign-in')
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 700_000 })
  standIn.now.isSessionEnded = true
  assert.equal(await visitor.session(), null)
  standIn.now.isSessionEnded = false
  assert.equal(await visitor.session(), null)
})

test('a refresh without an answer keeps the session for later', async (t) => {
  await visitor.open('/foyer/sign-in')
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 700_000 })
  standIn.now.gatewayStatus = 503
  await assert.rejects(visitor.session(), { code: 'no-answer' })
  assert.equal((await visitor.visit('/foyer/session')).status, 503)
  standIn.now.gatewayStatus = null
  assert.equal(await nameOf(), 'Asha Rao')
})

test('a form signs the user out here and goes on to Foyer', async () => {
  await visitor.open('/foyer/sign-in')
  const kept = visitor.cookies.get('foyer') ?? ''
  const { status, location } = await visitor.visit('/foyer/sign-out', { method: 'POST', headers: { origin } })
  assert.equal(status, 303)
  assert.ok(location.startsWith(`${standIn.accountsUrl}/logout?platform=student&redirect-url=`))
  visitor.cookies.set('foyer', kept)
  assert.equal(await visitor.session(), null)
  assert.equal(count('POST /api/auth/logout'), 1)
})

test('a sign-out says that Foyer could not be reached, and has ended the session here', async () => {
  await visitor.open('/foyer/sign-in')
  standIn.now.gatewayStatus = 502
  const { status, text } = await visitor.visit('/foyer/sign-out', { method: 'POST', headers: { origin } })
  assert.equal(status, 503)
  assert.match(text, /You are signed out here/)
  assert.equal(visitor.cookies.size, 0)
})

test('no other site can sign a user out, or begin and finish a sign-in', async () => {
  await visitor.open('/foyer/sign-in')
  const refused: Record<string, string>[] = [
    {},
    { origin: 'http://localhost:1' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site', origin },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ]
  for (const path of ['/foyer/sign-out', '/foyer/begin', '/foyer/finish'])
    for (const headers of refused)
      assert.equal((await visitor.visit(path, { method: 'POST', headers })).status, 403, path)
  assert.equal((await visitor.visit('/foyer/sign-out')).status, 405)
  assert.equal((await visitor.visit('/foyer/callback', { method: 'HEAD' })).status, 405)
  assert.equal(await nameOf(), 'Asha Rao')
})

test('a site explains that Foyer is unreachable or slow', async () => {
  const { location } = await visitor.visit('/foyer/sign-in')
  const callback = (await fetch(location, { redirect: 'manual' })).headers.get('location') ?? ''
  standIn.now.delayMs = 60_000
  const hasty = createVisitor(newSite({ timeoutMs: 200 }))
  for (const [name, value] of visitor.cookies) hasty.cookies.set(name, value)
  for (const path of ['/foyer/sign-in?returnTo=/orders', callback.slice(origin.length)]) {
    const { status, text } = await hasty.visit(path)
    assert.equal(status, 503)
    assert.match(text, /Sign-in is taking a break[\s\S]*href="\/foyer\/sign-in/)
  }
})

test('a site shows its own page for a problem, and reports what an operator must see', async () => {
  const errors: unknown[] = []
  const showProblem: SiteOptions['showProblem'] = ({ kind, code }) => new Response(`${kind} ${code}`)
  const onError = (error: unknown) => errors.push(error)
  const wrong = createVisitor(newSite({ clientSecret: 'wrong', showProblem, onError }))
  assert.equal((await wrong.open('/foyer/sign-in')).last.text, 'failed client-unknown')
  assert.equal(errors.length, 1)
  const other = createVisitor(newSite({ showProblem, onError }))
  standIn.now.accessSeconds = -60
  const { last } = await other.open('/foyer/sign-in')
  standIn.now.accessSeconds = 600
  assert.equal(last.text, 'failed token-expired')
})

test('wrong options are refused when the site is created', () => {
  for (const wrong of [
    { origin: 'http://learn.example.com' },
    { origin: 'https://learn.example.com/app' },
    { basePath: 'foyer' },
    { basePath: '/' },
    { cookieName: 'a b' },
  ])
    assert.throws(() => newSite(wrong), TypeError, JSON.stringify(wrong))
})
