/** Tests how a page shows sessions that are renewed, refused or ended elsewhere (product 4, 8) (N-73, N-150). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logout } from '@foyer/contract/routes/sessions'
import { json, networkError, refusal } from '../browser/answers.ts'
import { type Browser, openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { signIn } from '../browser/sign-in.ts'

const home = 'https://student.example/home'
const signInPath = '/?platform=student'
const renewalPath = '/api/auth/refresh-token'
const codesPath = '/api/auth/codes'
const authKey = 'foyer.auth.student'

const stored = (page: Page) => page.window.localStorage.getItem(authKey)
const auth = (page: Page) => JSON.parse(stored(page) ?? 'null')

/** Signs a new user in. The tab keeps the sign-in page open after the handover. */
async function signInAsNew(browser: Browser): Promise<Page> {
  const { email } = await browser.service.makeUser()
  const page = await browser.open(signInPath)
  await signIn(page, email)
  await page.leaves(home)
  page.left = null
  return page
}

/** Signs a new user in and replaces the stored access token with an expired token. */
async function signInWithExpiredToken(browser: Browser): Promise<Page> {
  const page = await signInAsNew(browser)
  const { accessToken, ...rest } = auth(page)
  const [head, body, signature] = accessToken.split('.')
  const claims = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), exp: 1_600_000_000 }
  const expired = Buffer.from(JSON.stringify(claims)).toString('base64url')
  const changed = { ...rest, accessToken: [head, expired, signature].join('.') }
  page.window.localStorage.setItem(authKey, JSON.stringify(changed))
  return page
}

/** Returns how often the stored session was renewed: the refresh token contains this number after the session's id. */
function renewalsOf(page: Page): number {
  return Buffer.from(auth(page).refreshToken.replace('rt_', ''), 'base64url').readUIntBE(16, 6)
}

test('an expired token is renewed on the way to the platform, once', async () => {
  const page = await signInWithExpiredToken(await openBrowser())
  await page.goto(signInPath)
  await page.leaves(home)
  assert.equal(page.sentTo(renewalPath).length, 1)
  assert.equal(renewalsOf(page), 1)
})

test('a browser that is offline, or loses the answer of a renewal, stays signed in and renews once', async () => {
  const browser = await openBrowser()
  const page = await signInWithExpiredToken(browser)
  const before = stored(page)

  // The service renews the token, but its answer is lost, both times that the page sends the request.
  let lost = 0
  const stop = page.answer(renewalPath, async (request) => {
    await request.forward()
    lost += 1
    throw networkError()
  })
  await page.goto('/account?platform=student#name')
  await page.waitFor(() => assert.equal(lost, 2))
  assert.equal(stored(page), before)
  stop()

  browser.setOnline(false)
  await page.type('First name', 'Meera')
  await page.press('Save name')
  await page.sees(/offline/i)
  assert.equal(stored(page), before)

  // The form repeats the request when the browser is online again.
  browser.setOnline(true)
  await page.sees('Name saved.')
  assert.equal(renewalsOf(page), 1)
})

test('a renewal answered with empty data keeps the session, and the next try goes on to the platform', async () => {
  const page = await signInWithExpiredToken(await openBrowser())
  const before = stored(page)
  const stop = page.answer(renewalPath, () => json(200, { data: {} }))
  await page.goto(signInPath)
  await page.heading(/^We couldn’t take you to/)
  assert.ok(page.sentTo(renewalPath).length > 0)
  assert.equal(stored(page), before)
  stop()
  await page.press('Try again')
  await page.leaves(home)
})

test('a session that was ended elsewhere leads to the sign-in form and is removed from storage', async () => {
  const browser = await openBrowser()
  const page = await signInAsNew(browser)
  const { status } = await browser.service.call(logout, {}, { token: auth(page).accessToken })
  assert.equal(status, 204)
  await page.goto(signInPath)
  await page.find('button', 'Someone else')
  assert.equal(stored(page), null)
  assert.equal(page.left, null)
})

test('a page whose renewed tokens are all refused reloads twice and then shows the failure', async () => {
  const page = await signInAsNew(await openBrowser())
  const before = page.sentTo(codesPath).length
  const stop = page.answer(codesPath, () => refusal(401, { code: 'session-ended', message: 'Ended.' }))
  const calls = () => page.sentTo(codesPath).length - before
  const reloads = () => JSON.parse(page.window.sessionStorage.getItem('foyer.reloads') ?? '[]').length
  await page.goto(signInPath)
  await page.heading(/^We couldn’t take you to/)
  assert.deepEqual([calls(), reloads()], [3, 2])
  const { document } = page
  await page.press('Try again')
  await page.waitFor(() => assert.equal(calls(), 4))
  await page.heading(/^We couldn’t take you to/)
  assert.equal(page.document, document)
  stop()
  await page.press('Try again')
  await page.leaves(home)
})
