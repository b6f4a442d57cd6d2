/** Tests searching, reading and trying the API reference like a developer. */
import { expect, test } from '../browser.ts'
import { accountsUrl } from '../test-installation.ts'

for (const width of [320, 1280])
  test(`a developer searches, reads and tries a route of the API reference, which loads nothing from another host, at ${width} px`, async ({
    page,
  }) => {
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).origin))
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/docs')
    await expect(page.getByRole('heading', { level: 1, name: 'Foyer' })).toBeVisible()

    if (width < 1_000) await page.getByRole('button', { name: 'Open Menu' }).click()
    await page
      .getByRole('button', { name: /Search/ })
      .first()
      .click()
    await page.getByPlaceholder(/Search/).fill('can answer requests')
    await page.getByRole('option', { name: /Check that the service can answer requests/ }).click()
    const heading = page.getByRole('heading', { name: /Check that the service can answer requests/ })
    await expect(heading).toBeInViewport()

    await page.getByRole('button', { name: /Test Request.*\/health\/live/ }).click()
    const answered = page.waitForResponse(`${accountsUrl}/health/live`)
    await page.getByRole('button', { name: /^Send/ }).filter({ visible: true }).first().click()
    expect((await answered).status()).toBe(200)
    expect(await page.evaluate(() => document.documentElement.clientWidth)).toBe(width)
    expect([...hosts].filter((host) => host !== 'null')).toEqual([accountsUrl])
  })
