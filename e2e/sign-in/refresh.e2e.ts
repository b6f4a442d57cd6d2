import type { Page } from '@playwright/test'
import { cutNetwork, expect, heading, refusedRequests, signInAsNew, test } from '../browser.ts'
import { gotoEarly } from '../page-start.ts'
import { demoUrl } from '../test-installation.ts'

/** Signs in and replaces the stored access token with an expired one. */
async function signInWithExpiredToken(page: Page): Promise<void> {
  await page.goto('/?platform=student')
  await signInAsNew(page)
  await expect(page.getByRole('main')).toContainText('You are signed in as Ravi Kumar')
  // The account page loads two answers and would renew a token that had expired by then.
  const settings = page.waitForResponse('**/api/auth/users/password')
  const identities = page.waitForResponse('**/api/auth/identities')
  await page.goto('/account?platform=student')
  await Promise.all([settings, identities])
  await page.evaluate(() => {
    const auth = JSON.parse(localStorage.getItem('foyer.auth.student') ?? '')
    const [head, body, signature] = auth.accessToken.split('.')
    const claims = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/')))
    const expired = btoa(JSON.stringify({ ...claims, exp: 1_600_000_000 })).replaceAll('=', '')
    const accessToken = [head, expired, signature].join('.')
    localStorage.setItem('foyer.auth.student', JSON.stringify({ ...auth, accessToken }))
  })
}

/** The number of renewals of the stored session: its refresh token has it behind the id of the session. */
async function renewalsOf(page: Page): Promise<number> {
  await page.goto('/account?platform=student')
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('foyer.auth.student') ?? '').refreshToken,
  )
  return Buffer.from(token.replace('rt_', ''), 'base64url').readUIntBE(16, 6)
}

test('two tabs that refresh at once share one renewal and both go on to the platform', async ({
  page,
  context,
}) => {
  await signInWithExpiredToken(page)
  const other = await context.newPage()
  const target = (path: string) => `/?platform=student&redirect-url=${encodeURIComponent(demoUrl + path)}`
  await Promise.all([gotoEarly(page, target('/library')), gotoEarly(other, target('/orders'))])
  await expect(page).toHaveURL(/\/library\?code=/)
  await expect(other).toHaveURL(/\/orders\?code=/)
  expect(await renewalsOf(page)).toBe(1)
})

test('six tabs that wake up together share one renewal, and all stay signed in (F31)', async ({
  page,
  context,
}) => {
  await signInWithExpiredToken(page)
  const tabs = [page, ...(await Promise.all(Array.from({ length: 5 }, () => context.newPage())))]
  let renewals = 0
  await context.route('**/api/auth/refresh-token', (route) => {
    renewals += 1
    return route.continue()
  })
  await Promise.all(tabs.map((tab) => tab.goto('/account?platform=student')))
  for (const tab of tabs) await expect(heading(tab)).toHaveText('Your account')
  expect(await renewalsOf(page)).toBe(1)
  expect(renewals).toBe(1)
})

test.describe('flaky network during a renewal (F31)', () => {
  test.use({ allowed: { errors: [refusedRequests, cutNetwork] } })

  test('a browser that is offline, or loses the answer of a renewal, stays signed in and renews once', async ({
    page,
    context,
  }) => {
    await signInWithExpiredToken(page)
    const stored = () => page.evaluate(() => localStorage.getItem('foyer.auth.student'))
    const before = await stored()

    // The service renews, and its answer is lost on the way, both times that the page asks.
    let lost = 0
    await page.route('**/api/auth/refresh-token', async (route) => {
      await route.fetch()
      await route.abort()
      lost += 1
    })
    await page.goto('/account?platform=student#name')
    // The address differs by its fragment alone, which loads nothing.
    await page.reload()
    await expect.poll(() => lost).toBe(2)
    expect(await stored()).toBe(before)
    await page.unroute('**/api/auth/refresh-token')

    await context.setOffline(true)
    await page.getByLabel('First Name').fill('Asha')
    await page.getByRole('button', { name: 'Save name' }).click()
    await expect(page.getByRole('main').getByText(/offline/i)).toBeVisible()
    expect(await stored()).toBe(before)

    // The form sends the name again by itself.
    await context.setOffline(false)
    await expect(page.getByRole('main').getByText('Name saved.')).toBeVisible()
    expect(await renewalsOf(page)).toBe(1)
  })
})

test.describe('malformed renewal', () => {
  test.use({ allowed: { errors: [refusedRequests] } })

  test('a renewal answered with empty data keeps the session, and the next try goes on to the platform', async ({
    page,
  }) => {
    await signInWithExpiredToken(page)
    const stored = () => page.evaluate(() => localStorage.getItem('foyer.auth.student'))
    const before = await stored()
    let renewals = 0
    await page.route('**/api/auth/refresh-token', (route) => {
      renewals += 1
      return route.fulfill({ json: { data: {} } })
    })
    await page.goto('/?platform=student')
    await expect(page.getByRole('heading', { name: /^We couldn’t take you to/ })).toBeVisible()
    expect(renewals).toBeGreaterThan(0)
    expect(await stored()).toBe(before)
    await page.unroute('**/api/auth/refresh-token')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.waitForURL(`${demoUrl}/**`)
  })
})

test.describe('session ended elsewhere', () => {
  test.use({ allowed: { errors: [refusedRequests] } })

  test('a session that was ended elsewhere leads to the sign-in form and is removed from storage', async ({
    page,
    request,
  }) => {
    await page.goto('/?platform=student')
    await signInAsNew(page)
    await page.waitForURL(`${demoUrl}/**`)
    await page.goto('/account?platform=student')
    const auth = await page.evaluate(() => JSON.parse(localStorage.getItem('foyer.auth.student') ?? ''))
    await request.post('/api/auth/logout', { headers: { authorization: `Bearer ${auth.accessToken}` } })
    await page.goto('/?platform=student')
    await expect(page.getByRole('button', { name: 'Continue as Ravi' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('foyer.auth.student'))).toBeNull()
  })
})

test.describe('refused access tokens', () => {
  test.use({ allowed: { errors: [refusedRequests] } })

  test('a page whose renewed tokens are all refused reloads twice and then shows the failure', async ({
    page,
  }) => {
    await page.goto('/?platform=student')
    await signInAsNew(page)
    await page.waitForURL(`${demoUrl}/**`)
    await page.route('**/api/auth/codes', (route) =>
      route.fulfill({ status: 401, json: { errors: { code: 'session-ended', message: 'Ended.' } } }),
    )
    let loads = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1
    })
    await page.goto('/?platform=student')
    const notice = page.getByRole('heading', { name: /^We couldn’t take you to/ })
    await expect(notice).toBeVisible()
    expect(loads).toBe(3)
    await page.waitForTimeout(1_500)
    expect(loads).toBe(3)
    await expect(notice).toBeVisible()
  })
})
