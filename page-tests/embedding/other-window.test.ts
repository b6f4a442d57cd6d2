/**
 * Tests the messages that a popup and a frame post to the embedding or opening site, and the targets of their links
 * (product 2.3, 2.5) (N-63, N-64).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeTo } from '../../api/src/features/otp/test-codes.ts'
import { rightPassword, sisterOrigin } from '../../api/src/testing/test-app.ts'
import { openBrowser } from '../browser/browser.ts'
import { Embedder } from '../browser/embedder.ts'
import type { Page } from '../browser/page.ts'
import { sharedService } from '../browser/shared-service.ts'
import { signIn } from '../browser/sign-in.ts'
import type { TabOptions } from '../browser/tab.ts'
import { newEmail, typeEmail, typeName, typePasswords } from '../sign-up/sign-up-steps.ts'

const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const signedIn = 'You’re signed in.'
const student = 'https://student.example'
const school = 'https://school.example'

function address(path: string, platform: string, more: Record<string, string> = {}): string {
  const origin = platform === 'school' ? school : student
  return `${path}?${new URLSearchParams({ platform, origin, code_challenge: challenge, ...more })}`
}

const popupOf = (platform: string, more = {}) => address('/popup-sso', platform, more)
const frameOf = (platform: string, more = {}) =>
  address(platform === 'school' ? '/school/login' : '/', platform, { iframe: 'true', ...more })

async function openIn(
  kind: 'opener' | 'parent',
  path: string,
  { origin = student, ...options }: TabOptions & { origin?: string } = {},
) {
  const site = new Embedder(kind, origin)
  const page = await (await openBrowser()).open(path, { embedder: site, ...options })
  return { site, page }
}

async function makeUser(platform: 'student' | 'school' = 'student'): Promise<string> {
  return (await (await sharedService()).makeUser({ platforms: [platform] })).email
}

async function hasCode(page: Page, site: Embedder, platform = 'student'): Promise<void> {
  await page.waitFor(() => assert.equal(site.ofType('foyer:code').length, 1))
  const [message] = site.ofType('foyer:code')
  assert.match(String(message?.data.code), /^ac_/)
  assert.deepEqual([message?.data.platform, message?.origin], [platform, site.origin])
}

async function signInWithEmail(page: Page, email: string): Promise<void> {
  await page.type('Email', email)
  await page.type('Password', rightPassword)
  await page.press('Sign in')
}

for (const [name, kind, path, origin] of [
  ['the sign-in in a frame', 'parent', frameOf('student'), student],
  ['its popup', 'opener', popupOf('student'), student],
  [
    'the auto-login page',
    'parent',
    address('/iframe/auto-login', 'student', { origin: sisterOrigin }),
    sisterOrigin,
  ],
] as const)
  test(`a site asks ${name} for a logout, and hears that the user is signed out`, async () => {
    const { page, site } = await openIn(kind, path, { origin })
    await page.waitFor(() => assert.equal(site.ofType('foyer:ready').length, 1))
    const refused = new Embedder(kind, origin)
    const say = { origin: 'https://evil.example', source: refused }
    site.say({ type: 'foyer:logout', platform: 'student' }, say)
    site.say({ type: 'foyer:logout', platform: 'school' }, { ...say, origin })
    // The page answers messages in their order, so an answer to an earlier message would arrive first.
    site.say({ type: 'foyer:logout', platform: 'student' })
    await page.waitFor(() => assert.equal(site.ofType('foyer:logout-success').length, 1))
    assert.equal(site.ofType('foyer:logout-success')[0]?.origin, origin)
    assert.deepEqual(refused.heard, [])
  })

for (const [kind, path] of [
  ['opener', popupOf('school')],
  ['parent', frameOf('school')],
] as const)
  test(`a school signs in where its site is the ${kind}, which gets the code`, async () => {
    const { page, site } = await openIn(kind, path, { origin: school })
    await signInWithEmail(page, await makeUser('school'))
    await hasCode(page, site, 'school')
  })

test('forgot password and a one-time code work inside the popup, which keeps its address', async () => {
  const email = await makeUser()
  const { page, site } = await openIn('opener', popupOf('student'))
  await page.type('Email or phone number', email)
  await page.press('Forgot Password?')
  await page.press('Send reset link')
  await page.heading('Check your email')
  await page.reload()
  await page.heading('Check your email')
  await page.press('Back to sign in')
  assert.equal((await page.field('Email or phone number')).value, email)
  assert.equal(page.url.pathname, '/popup-sso')
  await page.press('Next')
  await page.press('Sign in with OTP')
  await page.sees('Resend in')
  await page.type(/code/i, await codeTo(await sharedService(), email))
  await hasCode(page, site)
})

test('a one-time code and a reload work inside a frame', async () => {
  const email = await makeUser()
  const { page, site } = await openIn('parent', frameOf('student'))
  await page.type('Email or phone number', email)
  await page.press('Next')
  await page.press('Sign in with OTP')
  await page.sees('Resend in')
  await page.reload()
  await page.sees('Resend in')
  await page.type(/code/i, await codeTo(await sharedService(), email))
  await hasCode(page, site)
})

test('a new user signs up inside the popup, and the site gets the code', async () => {
  const { page, site } = await openIn('opener', popupOf('student'))
  await page.press('Sign up for free')
  await typeName(page)
  await typeEmail(page, newEmail())
  await page.focused('new-password')
  await typePasswords(page)
  await hasCode(page, site)
})

test('a frame whose storage throws signs the user in and delivers the code', async () => {
  const { page, site } = await openIn('parent', frameOf('student'), { blocksStorage: true })
  await signIn(page, await makeUser())
  await hasCode(page, site)
})

for (const [name, path] of [
  ['a popup without an opener redirects', popupOf],
  ['a framed sign-in that is opened in a tab redirects', frameOf],
] as const)
  test(`${name} to a registered address with the code`, async () => {
    const page = await (await openBrowser()).open(path('student', { 'redirect-url': `${student}/there` }))
    await signIn(page, await makeUser())
    await page.leaves(/^https:\/\/student\.example\/there\?code=ac_/)
  })

test('a window that cannot close itself says that the user can, once the site has the code', async () => {
  const { page, site } = await openIn('opener', popupOf('student'))
  await signIn(page, await makeUser())
  await page.heading(signedIn)
  await page.sees('You can close this window.')
  assert.equal(page.isClosed, true)
  await hasCode(page, site)
})

test('a popup whose opener was closed half-way says that the user is signed in, and leads on', async () => {
  const { page, site } = await openIn('opener', popupOf('student'))
  site.closed = true
  await signIn(page, await makeUser())
  await page.heading(signedIn)
  await page.sees('You can close this window.')
  const link = await page.find('link', 'Continue to Learning')
  assert.equal(link.getAttribute('href'), '/?platform=student')
  assert.deepEqual(site.ofType('foyer:code'), [])
})

test('an auto-login page that no site frames offers to sign in', async () => {
  const page = await (await openBrowser()).open(
    address('/iframe/auto-login', 'student', { origin: sisterOrigin }),
  )
  await page.sees('No other site is signing you in. Please sign in here.')
  const link = await page.find('link', 'Sign in')
  assert.deepEqual([link.getAttribute('href'), link.getAttribute('target')], ['/?platform=student', '_top'])
})

test('an auto-login takes tokens from the window that frames the page, and from no other of the same site', async () => {
  const site = new Embedder('parent', sisterOrigin)
  const path = address('/iframe/auto-login', 'student', { origin: sisterOrigin })
  const page = await (await openBrowser()).open(path, { embedder: site })
  await page.waitFor(() => assert.equal(site.ofType('foyer:ready').length, 1))
  const tokens = { type: 'foyer:auto-login', accessToken: 'of another window', refreshToken: 'r' }
  site.say(tokens, { source: new Embedder('parent', sisterOrigin) })
  site.say({ ...tokens, accessToken: 'of the parent' })
  await page.waitFor(() => assert.equal(site.ofType('foyer:auto-login-result').length, 1))
  assert.deepEqual(
    page.sentTo('/api/auth/auto-login').map(({ body }) => body.access_token),
    ['of the parent'],
  )
})

test('tokens of an auto-login that the service refuses leave the session before untouched', async () => {
  const browser = await openBrowser()
  const before = await browser.open('/?platform=student&return=account')
  await signIn(before, await makeUser())
  await before.heading('Your account')
  const kept = before.window.localStorage.getItem('foyer.auth.student')
  assert.ok(kept)
  // jsdom shares stored values with other tabs only when the document ends.
  await before.goto('/help?platform=student')
  const service = await sharedService()
  const { accessToken } = await service.signIn()
  const { refreshToken } = await service.signIn()
  const site = new Embedder('parent', sisterOrigin)
  const path = address('/iframe/auto-login', 'student', { origin: sisterOrigin })
  const page = await browser.open(path, { embedder: site })
  await page.waitFor(() => assert.equal(site.ofType('foyer:ready').length, 1))
  site.say({ type: 'foyer:auto-login', accessToken, refreshToken })
  await page.sees('We couldn’t sign you in from that site. Please sign in here.')
  const link = await page.find('link', 'Sign in')
  assert.deepEqual([link.getAttribute('href'), link.getAttribute('target')], ['/?platform=student', '_top'])
  assert.deepEqual(
    site.ofType('foyer:auto-login-result').map(({ data }) => data.isSignedIn),
    [false],
  )
  assert.equal(page.window.localStorage.getItem('foyer.auth.student'), kept)
  assert.equal((await service.mint(JSON.parse(kept).accessToken)).status, 200)
})

for (const [name, options, text] of [
  ['that the service does not answer', { clock: true }, 'This is taking longer than expected'],
  ['in a browser without storage', { blocksStorage: true }, 'doesn’t let this site keep you signed in'],
] as const)
  test(`an auto-login ${name} says so and links to sign-in`, async () => {
    const path = address('/iframe/auto-login', 'student', { origin: sisterOrigin })
    const site = new Embedder('parent', sisterOrigin)
    const page = (await openBrowser()).newPage({ ...options, embedder: site })
    page.answer('/api/auth/auto-login', () => new Promise(() => {}))
    await page.goto(path)
    await page.waitFor(() => assert.equal(site.ofType('foyer:ready').length, 1))
    site.say({ type: 'foyer:auto-login', accessToken: 'a', refreshToken: 'r' })
    if ('clock' in options) {
      await page.waitFor(() => assert.equal(page.sentTo('/api/auth/auto-login').length, 1))
      page.clock.tick(8_000)
    }
    await page.sees(text)
    assert.ok(await page.find('link', 'Sign in'))
    await page.waitFor(() =>
      assert.deepEqual(
        site.ofType('foyer:auto-login-result').map(({ data }) => data.isSignedIn),
        [false],
      ),
    )
  })
