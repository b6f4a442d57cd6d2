/** Tests that tabs share one token refresh (N-71, N-73). */
import type { Page } from '@playwright/test'
import { expect, heading, signInAsNew, test } from '../browser.ts'
import { gotoEarly } from '../page-start.ts'
import { demoUrl } from '../test-installation.ts'

/** Signs in and replaces the stored access token with an expired one. */
async function signInWithExpiredToken(page: Page): Promise<void> {
  await page.goto('/?platform=student')
  await signInAsNew(page)
  await expect(page.getByRole('main')).toContainText('Welcome, Ravi Kumar')
  // The account page loads these answers and would renew a token that had expired by then.
  const loaded = [
    'auth/users/picture',
    'auth/doors',
    'notifications?*',
    'profile',
    'profile/emails',
    'profile/phones',
  ].map((path) => page.waitForResponse(`**/api/${path}`))
  await page.goto('/account?platform=student')
  await Promise.all(loaded)
  await page.evaluate(() => {
    const auth = JSON.parse(localStorage.getItem('foyer.auth.student') ?? '')
    const [head, body, signature] = auth.accessToken.split('.')
    const claims = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/')))
    const expired = btoa(JSON.stringify({ ...claims, exp: 1_600_000_000 })).replaceAll('=', '')
    const accessToken = [head, expired, signature].join('.')
    localStorage.setItem('foyer.auth.student', JSON.stringify({ ...auth, accessToken }))
  })
}

/** Returns how often the stored session was refreshed: the refresh token contains the count after the session id. */
async function renewalsOf(page: Page): Promise<number> {
  await page.goto('/account?platform=student')
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('foyer.auth.student') ?? '').refreshToken,
  )
  return Buffer.from(token.replace('rt_', ''), 'base64url').readUIntBE(16, 6)
}

test('six tabs that wake up together share one renewal, and all go on, the platform included (F31)', async ({
  page,
  context,
}) => {
  await signInWithExpiredToken(page)
  const others = await Promise.all(Array.from({ length: 5 }, () => context.newPage()))
  const target = (path: string) => `/?platform=student&redirect-url=${encodeURIComponent(demoUrl + path)}`
  let renewals = 0
  await context.route('**/api/auth/refresh-token', (route) => {
    renewals += 1
    return route.continue()
  })
  const [library, orders, ...accounts] = [page, ...others] as [Page, Page, ...Page[]]
  await Promise.all([
    gotoEarly(library, target('/library')),
    gotoEarly(orders, target('/orders')),
    ...accounts.map((tab) => tab.goto('/account?platform=student')),
  ])
  await expect(library).toHaveURL(/\/library\?code=/)
  await expect(orders).toHaveURL(/\/orders\?code=/)
  for (const tab of accounts) await expect(heading(tab)).toHaveText('Your account')
  expect(await renewalsOf(page)).toBe(1)
  expect(renewals).toBe(1)
})
