/** The API's page, as somebody reads and tries it. */

import { expect, test } from '../browser.ts'
import { accountsUrl } from '../test-installation.ts'

test('the API can be read and tried, and nothing is asked of another host', async ({ page }) => {
  // A megabyte and a half of script, on a machine that may be busy.
  test.slow()
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).origin))
  await page.goto('/docs')
  await expect(page).toHaveTitle('Foyer API')
  const sections = page.locator('h3.opblock-tag')
  await expect(sections.first()).toContainText('Sign in', { timeout: 30_000 })

  await page.getByRole('button', { name: /Database, migrations and signing key/ }).click()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Execute' }).click()
  const answer = page.locator('.live-responses-table')
  await expect(answer.getByText('200', { exact: true })).toBeVisible()
  await expect(answer.getByText('"ok"')).toBeVisible()
  expect([...hosts].filter((host) => host !== 'null')).toEqual([accountsUrl])
})

test('a route can be read on a narrow screen', async ({ page }) => {
  test.slow()
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/docs')
  await page.getByRole('button', { name: /Exchange a code for a session/ }).click()
  await expect(page.getByText('This code is not valid').first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})
