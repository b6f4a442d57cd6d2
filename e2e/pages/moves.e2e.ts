/** Tests title, description, focus and spinner of moves between pages that load no new document. */
import type { Page } from '@playwright/test'
import { platforms } from '../../contract/src/platforms.ts'
import { expect, heading, signInAsNew, test } from '../browser.ts'

const description = (page: Page) => page.locator('meta[name=description]').getAttribute('content')

/** The service compresses a page when it is first asked for, which takes longer than all else here. */
const headers = { 'accept-encoding': 'identity' }

const paths = [
  '/',
  '/signup',
  '/forgot-password',
  '/account',
  '/help',
  '/logout',
  '/nothing-here',
  '/logout?iframe=true',
]

test('every page of every platform has a title and a description of its own', async ({ request }) => {
  for (const platform of platforms) {
    const texts = new Map<string, string>()
    for (const path of paths) {
      const given = path.includes('?') ? `${path}&platform=nonsense` : `${path}?platform=${platform}`
      const html = await (await request.get(given, { headers })).text()
      const name = /data-page="([^"]+)"/.exec(html)?.[1] ?? ''
      const [, title = ''] = /<title>([^<]+)<\/title>/.exec(html) ?? []
      const [, text = ''] = /<meta name="description" content="([^"]+)">/.exec(html) ?? []
      expect(title, `${platform} ${path}`).toMatch(/^.+ – .+$|^.+ – Foyer$/)
      expect(text, `${platform} ${path}`).toMatch(/^[^{}]{20,160}\.$/)
      texts.set(name, `${title}\n${text}`)
    }
    expect(new Set(texts.values()).size).toBe(texts.size)
  }
})

test('the description of sign-in differs between the families', async ({ request }) => {
  const found = new Set<string>()
  for (const platform of ['student', 'school', 'olympiadPartner', 'centreAdmin', 'serviceAdmin', 'svp']) {
    const html = await (await request.get(`/?platform=${platform}`, { headers })).text()
    found.add(/<meta name="description" content="([^"]+)">/.exec(html)?.[1] ?? '')
  }
  expect(found.size).toBe(6)
})

test('a move to another page shows its title and description at once, and the spinner while its code loads', async ({
  page,
}) => {
  const code = Promise.withResolvers<void>()
  await page.route('**/assets/account-page-*.js', async (route) => {
    await code.promise
    await route.continue()
  })
  await page.goto('/?platform=serviceAdmin')
  await expect(page).toHaveTitle('Sign in – Service Admin – Foyer')
  expect(await description(page)).toBe('Staff of Foyer sign in to Service Admin here.')
  await signInAsNew(page, 'serviceAdmin')
  await expect(page).toHaveURL(/\/account\?platform=serviceAdmin$/)
  const spinner = page.locator('.page-spinner')
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
  await expect(page).toHaveTitle('Your account – Service Admin – Foyer')
  await expect.poll(() => description(page)).toBe('The Foyer account you use for Service Admin.')
  // It appears after 150 ms, in the middle of the page.
  await expect(spinner).toHaveCSS('animation-delay', '0.15s')
  await expect(spinner).toHaveCSS('opacity', '1')
  const [box, ring] = [await spinner.boundingBox(), await spinner.locator('.spinner').boundingBox()]
  const middle = { x: (ring?.x ?? 0) + (ring?.width ?? 0) / 2, y: (ring?.y ?? 0) + (ring?.height ?? 0) / 2 }
  expect(Math.abs(middle.x - 640)).toBeLessThan(2)
  expect(Math.abs(middle.y - (box?.y ?? 0) - (box?.height ?? 0) / 2)).toBeLessThan(48)
  expect(box?.height).toBeGreaterThan(360)
  code.resolve()
  await expect(heading(page)).toHaveText('Your account')
  await expect(heading(page)).toBeFocused()
  await expect(spinner).toHaveCount(0)
  await expect(page).toHaveTitle('Your account – Service Admin – Foyer')
})

test('a move back to the first page restores its title, description and focus', async ({ page }) => {
  await page.goto('/account?platform=serviceAdmin')
  await expect(page).toHaveURL(/\/\?platform=serviceAdmin/)
  await expect(page).toHaveTitle('Sign in – Service Admin – Foyer')
  await expect.poll(() => description(page)).toBe('Staff of Foyer sign in to Service Admin here.')
  await expect(page.getByLabel('Email or phone number')).toBeFocused()
  await signInAsNew(page, 'serviceAdmin')
  await expect(page).toHaveTitle('Your account – Service Admin – Foyer')
  await expect.poll(() => description(page)).toBe('The Foyer account you use for Service Admin.')
  // Another tab signs out.
  await page.evaluate(() => {
    localStorage.clear()
    dispatchEvent(new Event('storage'))
  })
  await expect(page).toHaveTitle('Sign in – Service Admin – Foyer')
  await expect.poll(() => description(page)).toBe('Staff of Foyer sign in to Service Admin here.')
})
