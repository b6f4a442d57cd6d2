import type { BrowserContext, Page } from '@playwright/test'
import { expect, refusedRequests, signIn, test } from './browser.ts'
import { demoUrl } from './house.ts'

type Stored = { accessToken: string; refreshToken: string }

const stored = (page: Page) =>
  page.evaluate(() =>
    JSON.parse(localStorage.getItem('foyer.auth.serviceAdmin') ?? 'null'),
  ) as Promise<Stored | null>

/** Signed in, with an access token that ended. */
async function withExpiredToken(page: Page): Promise<Stored> {
  await page.goto('/?platform=serviceAdmin')
  await signIn(page, 'serviceadmin@foyer.test')
  await expect(page).toHaveURL(/\/account/)
  await page.evaluate(() => {
    const auth = JSON.parse(localStorage.getItem('foyer.auth.serviceAdmin') ?? '')
    const [head, body, signature] = auth.accessToken.split('.')
    const claims = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/')))
    const ended = btoa(JSON.stringify({ ...claims, exp: 1_600_000_000 })).replaceAll('=', '')
    localStorage.setItem(
      'foyer.auth.serviceAdmin',
      JSON.stringify({ ...auth, accessToken: [head, ended, signature].join('.') }),
    )
  })
  return (await stored(page)) as Stored
}

function countRefreshes(context: BrowserContext): { count: number } {
  const counted = { count: 0 }
  context.on('request', (request) => {
    if (request.url().includes('/api/auth/refresh-token')) counted.count += 1
  })
  return counted
}

test('two tabs that refresh at once share one step, and nobody is signed out', async ({ page, context }) => {
  const before = await withExpiredToken(page)
  const counted = countRefreshes(context)
  const other = await context.newPage()
  const renew = (tab: Page) => tab.goto('/?platform=serviceAdmin')
  await Promise.all([renew(page), renew(other)])
  for (const tab of [page, other]) await expect(tab).toHaveURL(/\/account/)
  const after = await stored(page)
  if (counted.count === 0) expect(after).toEqual(before)
  else expect(after?.refreshToken).not.toBe(before.refreshToken)
  expect(await stored(other)).toEqual(after)
})

test.describe('a session that ended elsewhere', () => {
  test.use({ allowed: { errors: [refusedRequests] } })

  test('leads to the form, once, with the stored record gone', async ({ page, request }) => {
    await page.goto('/?platform=student')
    await signIn(page, 'student@foyer.test')
    await page.waitForURL(`${demoUrl}/**`)
    await page.goto('/account?platform=student')
    const auth = await page.evaluate(() => JSON.parse(localStorage.getItem('foyer.auth.student') ?? ''))
    await request.post('/api/auth/logout', { headers: { authorization: `Bearer ${auth.accessToken}` } })
    await page.goto('/?platform=student')
    await expect(page.getByLabel('Email or phone number')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('foyer.auth.student'))).toBeNull()
  })
})
