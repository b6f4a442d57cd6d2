/** Tests the auto-login from a sister site in a real browser (N-64). */
import { createHash, randomBytes } from 'node:crypto'
import type { APIRequestContext, Frame, FrameLocator, Page } from '@playwright/test'
import { expect, inOneEngine, password, test } from '../browser.ts'
import { siteUrl } from '../test-installation.ts'
import { createUser } from '../test-users.ts'
import { foyerUrl, frameOf, parents, parentUrl, received } from './parent-pages.ts'

type Tokens = { accessToken: string; refreshToken: string }
type Messages = readonly unknown[]

const address = foyerUrl('/iframe/auto-login', { platform: 'student', origin: parents.sister })
const late = 'This is taking longer than expected'

/** Signs a new user in at the service; returns the session in wire spelling. */
async function openSession(request: APIRequestContext) {
  const email = await createUser(request, { hasPassword: true })
  const data = { email, password, product: 'learning' }
  return (await (await request.post('/api/auth/sso/login', { data })).json()).data
}

/** Signs a new user in at a sister site with a code, like the site's server. */
async function tokensOfSister(request: APIRequestContext): Promise<Tokens> {
  const own = await openSession(request)
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const redirect = { platform: 'student', redirect_url: `${siteUrl('sister')}/` }
  const minted = await request.post('/api/auth/codes', {
    data: { ...redirect, code_challenge: challenge },
    headers: { authorization: `Bearer ${own.access_token}` },
  })
  const { code } = (await minted.json()).data
  const client = Buffer.from('sister-demo:foyer-demo-sister-secret').toString('base64')
  const exchanged = await request.post('/api/auth/codes/exchange', {
    data: { ...redirect, code, code_verifier: verifier },
    headers: { authorization: `Basic ${client}` },
  })
  const { access_token: accessToken, refresh_token: refreshToken } = (await exchanged.json()).data.session
  return { accessToken, refreshToken }
}

/** Signs in another user at Foyer in this browser; returns the access token. */
async function signInBefore(page: Page): Promise<string> {
  const { access_token: accessToken, refresh_token: refreshToken, user } = await openSession(page.request)
  const name = { firstName: user.first_name, lastName: user.last_name, fullName: 'User Before' }
  const auth = { accessToken, refreshToken, platform: 'student', user: { ...user, ...name } }
  await page.goto(foyerUrl('/help', { platform: 'student' }))
  await page.evaluate((text) => localStorage.setItem('foyer.auth.student', text), JSON.stringify(auth))
  return accessToken
}

const frameIn = (page: Page) => page.frames()[1] as Frame
const stored = (frame: Frame | Page): Promise<(Tokens & { user: { fullName: string } }) | null> =>
  frame.evaluate(() => JSON.parse(localStorage.getItem('foyer.auth.student') ?? 'null'))

/** Opens the page in a frame of the sister site, and waits until it listens. */
async function openAtSister(page: Page, more = ''): Promise<FrameLocator> {
  await page.goto(parentUrl(parents.sister, { html: frameOf(address) + more }))
  await expect.poll(() => received(page, 'foyer:ready')).toHaveLength(1)
  return page.frameLocator('iframe >> nth=0')
}

const post = (page: Page, messages: Messages) =>
  page.evaluate((all) => {
    for (const message of all) window.frames[0]?.postMessage(message, '*')
  }, messages)

const isOpen = async (page: Page, token: string) =>
  (await page.request.get('/api/auth/sessions', { headers: { authorization: `Bearer ${token}` } })).ok()

async function hasWayOn(frame: FrameLocator | Page): Promise<void> {
  const link = frame.getByRole('link', { name: 'Sign in', exact: true })
  await expect(link).toHaveAttribute('href', '/?platform=student')
  await expect(link).toHaveAttribute('target', '_top')
}

test('a sister site signs its user in, ends the session before and names the new user once', async ({
  page,
}) => {
  const before = await signInBefore(page)
  const tokens = await tokensOfSister(page.request)
  const frame = await openAtSister(page)
  await expect(frame.getByRole('status').first()).toHaveText('Please wait while we sign in to your account')
  const logout = page.waitForResponse('**/api/auth/users/logout')
  await post(page, [{ type: 'foyer:auto-login', ...tokens }])
  await expect
    .poll(() => received(page, 'foyer:auto-login-result'))
    .toEqual([
      { origin: new URL(address).origin, data: { type: 'foyer:auto-login-result', isSignedIn: true } },
    ])
  await expect(frame.getByText('You’re signed in')).toBeVisible()
  expect((await logout).status()).toBe(204)
  expect(await isOpen(page, before)).toBe(false)
  const auth = await stored(frameIn(page))
  expect(auth?.user.fullName).toBe('Ravi Kumar')
  expect([tokens.accessToken, before]).not.toContain(auth?.accessToken)
  expect(await isOpen(page, auth?.accessToken ?? '')).toBe(true)

  await page.goto(foyerUrl('/account', { platform: 'student' }))
  await expect(page.getByLabel('Notification')).toHaveText(/Signed in as Ravi Kumar/)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByLabel('Notification')).toHaveCount(0)
})

test(
  'messages of a wrong shape, size, source or origin change nothing, and the page offers a way on',
  inOneEngine,
  async ({ page }) => {
    const before = await signInBefore(page)
    const tokens = await tokensOfSister(page.request)
    const message = { type: 'foyer:auto-login', ...tokens }
    let calls = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/auto-login')) calls += 1
    })
    await page.clock.install()
    const send = `<script>parent.frames[0].postMessage(${JSON.stringify(message)}, '*')</script>`
    const frame = await openAtSister(page)
    // Frames with the right origin and with another origin; neither is the parent.
    await page.evaluate(
      ([html, src]) => {
        const sibling = document.createElement('iframe')
        sibling.srcdoc = html ?? ''
        const foreign = document.createElement('iframe')
        foreign.src = src ?? ''
        document.body.append(sibling, foreign)
      },
      [`<h1>Sibling</h1>${send}`, parentUrl(parents.hostile, { html: send })],
    )
    for (const other of ['iframe >> nth=1', 'iframe >> nth=2'])
      await expect(page.frameLocator(other).getByRole('heading')).toBeVisible()
    await post(page, [
      null,
      'foyer:auto-login',
      { ...message, type: 'foyer:login' },
      { ...message, accessToken: 7 },
      { ...message, refreshToken: '' },
      { ...message, more: 'x'.repeat(9_000) },
      { ...message, accessToken: 'x'.repeat(4_097) },
      { type: message.type, accessToken: tokens.accessToken },
      { type: message.type, tokens },
      [message.type, tokens.accessToken, tokens.refreshToken],
    ])
    await page.evaluate((given) => {
      const target = window.frames[0]
      target?.postMessage(Object.assign([], given), '*')
      target?.postMessage(JSON.parse(`{"__proto__":${JSON.stringify(given)}}`), '*')
      target?.postMessage(new Map(Object.entries(given)), '*')
    }, message)
    await page.clock.runFor(8_000)
    await expect(frame.getByRole('status').first()).toHaveText(late)
    await hasWayOn(frame)
    // The time limit has passed, so even a correct message is refused.
    await post(page, [message])
    await expect
      .poll(() => received(page, 'foyer:auto-login-result'))
      .toEqual([expect.objectContaining({ data: { type: 'foyer:auto-login-result', isSignedIn: false } })])
    expect(calls).toBe(0)
    expect((await stored(frameIn(page)))?.accessToken).toBe(before)
    expect(await isOpen(page, before)).toBe(true)
  },
)
