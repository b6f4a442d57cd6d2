/** Reads and tries the API reference as a developer does. */
import { expect, refusedRequests, test } from '../browser.ts'
import { accountsUrl } from '../test-installation.ts'

test.describe(() => {
  test.use({ allowed: { errors: [refusedRequests] } })

  test('a developer reads, tries and copies routes of the API reference, which loads nothing from another host', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).origin))
    // The button says 'Copied' for two seconds, and the page is long: a slow machine looks too late.
    await page.clock.install()
    await page.goto('/docs')
    await expect(page).toHaveTitle('Foyer API')
    await expect(page.getByRole('heading', { level: 2, name: 'Sign in' })).toBeVisible()

    const liveness = page.getByRole('region', { name: /Check that the service can answer requests/ })
    await liveness.getByText('Try it').click()
    await liveness.getByRole('button', { name: 'Send' }).click()
    await expect(liveness.getByText(/^200 OK/)).toBeVisible()
    await expect(liveness.getByText('"status": "ok"').last()).toBeVisible()

    const route = page.locator('#endOneSession')
    await route.getByText('Try it').click()
    await route.getByLabel('Access token').fill('a.b.c')
    await route.getByLabel('id', { exact: true }).fill('7c1d9a40-2e6b-4f3d-8a5e-90b1c2d3e4f5')
    const sent = page.waitForRequest(/\/api\/auth\/sessions\//)
    await route.getByRole('button', { name: 'Send' }).click()
    const request = await sent
    expect(request.method()).toBe('DELETE')
    expect(request.headers().authorization).toBe('Bearer a.b.c')
    await expect(route.locator('output')).toHaveText(/^401 Unauthorized/)

    const exchange = page.locator('#exchangeCode')
    await exchange.getByText('Try it').click()
    await exchange.getByLabel('Client id').fill('learning-demo')
    await exchange.getByLabel('Client secret').fill('wrong')
    await exchange.getByRole('button', { name: 'Send' }).click()
    await expect(exchange.getByText('"code": "client-unknown"')).toBeVisible()

    await page.clock.pauseAt(Date.now() + 120_000)
    await page.locator('#getLiveness').getByRole('button', { name: 'Copy' }).first().click()
    await expect(page.locator('#getLiveness').getByRole('button', { name: 'Copied' })).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(`curl ${accountsUrl}/health/live`)
    expect([...hosts].filter((host) => host !== 'null')).toEqual([accountsUrl])
  })
})

test('a developer finds a route of the API reference in its contents on a narrow screen, and a link shows its heading in full at every width', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/docs')
  await page.getByRole('button', { name: 'Contents' }).click()
  const contents = page.getByRole('navigation', { name: 'Contents' })
  await contents.getByLabel('Filter routes').fill('exchange code')
  await expect(contents.getByRole('link', { name: /Exchange a refresh token/ })).toBeHidden()
  await contents.getByRole('link', { name: /Exchange a code for a session/ }).click()
  await expect(contents).toBeHidden()
  await expect(page.getByRole('heading', { name: /Exchange a code for a session/ })).toBeInViewport()
  await expect(page.locator('#exchangeCode').getByText('This code is not valid')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 640 })
    await page.goto(`/docs?width=${width}#exchangeCode`)
    const title = page.getByRole('heading', { name: /Exchange a code for a session/ })
    await expect(title).toBeInViewport()
    const isOnTop = await title.evaluate((element) => {
      const { left, top } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + 4, top + 4))
    })
    expect(isOnTop, `${width} px`).toBe(true)
  }
})
