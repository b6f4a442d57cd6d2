/**
 * Tests the silent sign-in on real sites: a registered page gets a code, and no other page gets anything (N-60, N-61).
 */
import { createHash, randomBytes } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { cutNetwork, expect, heading, inOneEngine, refusedRequests, signIn, test } from '../browser.ts'
import { accountsUrl } from '../test-installation.ts'
import { createUser } from '../test-users.ts'
import { foyerUrl, frameOf, openPopup, parents, parentUrl, received } from './parent-pages.ts'

/** The client of the demo's first site (demo/src/sites.ts). */
const credentials = Buffer.from('learning-demo:foyer-demo-learning-secret').toString('base64')

function silentFrame(origin: string, more: Record<string, string> = {}, attributes = ''): string {
  return frameOf(foyerUrl('/iframe-sso', { platform: 'student', origin, ...more }), attributes)
}

async function signInAsNew(page: Page, request: APIRequestContext): Promise<string> {
  const email = await createUser(request, { hasPassword: true })
  await page.goto('/account?platform=student')
  await signIn(page, email)
  await expect(heading(page)).toHaveText('Your account')
  return email
}

/** Waits for the frame's only answer, and returns its code. */
async function answered(page: Page): Promise<unknown> {
  await expect.poll(() => received(page, 'foyer:code')).toHaveLength(1)
  const [message] = await received(page, 'foyer:code')
  expect(message).toMatchObject({ origin: accountsUrl, data: { platform: 'student' } })
  return message?.data.code
}

test('a site that is same-site with Foyer gets a code that its server exchanges for the user, and any other null', async ({
  page,
  request,
}) => {
  await page.goto(parentUrl(parents.sameSite, { html: silentFrame(parents.sameSite) }))
  expect(await answered(page), 'nobody is signed in').toBeNull()
  const email = await signInAsNew(page, request)
  await page.goto(parentUrl(parents.crossSite, { html: silentFrame(parents.crossSite) }))
  expect(await answered(page), 'on another site than Foyer').toBeNull()

  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const query = { code_challenge: challenge, code_challenge_method: 'S256' }
  await page.goto(parentUrl(parents.sameSite, { html: silentFrame(parents.sameSite, query) }))
  const code = await answered(page)
  const exchanged = await request.post('/api/auth/codes/exchange', {
    headers: { authorization: `Basic ${credentials}` },
    data: { code, platform: 'student', redirect_url: parents.sameSite, code_verifier: verifier },
  })
  expect(exchanged.status()).toBe(200)
  expect((await exchanged.json()).data.user.email).toBe(email)
})

test.describe('pages that must get nothing', () => {
  test.use({
    allowed: {
      errors: [refusedRequests, cutNetwork, /frame|Framing|ancestor|sandbox|CORS|Cross-(Origin|site)/i],
    },
  })

  test(
    'a hostile page that frames or opens the silent sign-in hears nothing (N-60)',
    inOneEngine,
    async ({ page, request }) => {
      await signInAsNew(page, request)
      for (const origin of [parents.sameSite, parents.hostile, '*', 'null']) {
        const loaded = page.waitForResponse((response) => response.url().includes('/iframe-sso'))
        await page.goto(parentUrl(parents.hostile, { html: silentFrame(origin) }))
        await loaded
        await expect(page.frameLocator('iframe').locator('html[data-started], main h1')).toHaveCount(0)
        expect(await received(page), origin).toEqual([])
      }
      const src = foyerUrl('/iframe-sso', { platform: 'student', origin: parents.sameSite })
      const popup = await openPopup(page, src)
      await expect(heading(popup)).toHaveText('Nothing to do here')
      expect(await received(page)).toEqual([])
    },
  )

  test(
    'a listed page inside an unlisted one gets no silent sign-in (N-61)',
    inOneEngine,
    async ({ page, request }) => {
      await signInAsNew(page, request)
      const listed = parentUrl(parents.sameSite, { html: silentFrame(parents.sameSite) })
      const loaded = page.waitForResponse((response) => response.url().includes('/iframe-sso'))
      await page.goto(parentUrl(parents.hostile, { html: frameOf(listed) }))
      await loaded
      const [, inner] = page.frames()
      if (!inner) throw new Error('The listed page is not framed')
      await expect(inner.getByRole('heading', { name: 'Site of a platform' })).toBeVisible()
      expect(await received(inner)).toEqual([])
      expect(await received(page)).toEqual([])
    },
  )

  test(
    'a sandboxed frame answers if it keeps its origin, and posts nothing without it',
    inOneEngine,
    async ({ page, request }) => {
      await signInAsNew(page, request)
      const sandboxed = silentFrame(parents.sameSite, {}, 'sandbox="allow-scripts"')
      const kept = silentFrame(parents.sameSite, {}, 'sandbox="allow-scripts allow-same-origin"')
      await page.goto(parentUrl(parents.sameSite, { html: sandboxed + kept }))
      expect(await answered(page)).toMatch(/^ac_/)
    },
  )
})
