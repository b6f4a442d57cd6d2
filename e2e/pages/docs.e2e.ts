/** Reads and tries the API reference as a developer does. */

import { expect, test } from '../browser.ts'
import { accountsUrl } from '../test-installation.ts'

test('a developer reads and tries a route in the API reference, which loads nothing from another host', async ({
  page,
}) => {
  // The page loads 1.5 MB of script, on a machine that may be busy.
  test.slow()
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).origin))
  await page.goto('/docs')
  await expect(page).toHaveTitle('Foyer API')
  const sections = page.locator('h3.opblock-tag')
  await expect(sections.first()).toContainText('Sign in', { timeout: 30_000 })

  await page.getByRole('button', { name: /Check that the service can answer requests/ }).click()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Execute' }).click()
  const answer = page.locator('.live-responses-table')
  await expect(answer.getByText('200', { exact: true })).toBeVisible()
  await expect(answer.getByText('"ok"')).toBeVisible()
  expect([...hosts].filter((host) => host !== 'null')).toEqual([accountsUrl])
})

test('a developer reads a route in the API reference on a narrow screen', async ({ page }) => {
  test.slow()
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/docs')
  await page.getByRole('button', { name: /Exchange a code for a session/ }).click()
  await expect(page.getByText('This code is not valid').first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})
