/** Reads and tries the API reference as a developer does. */
import { expectNoFaults } from '../accessibility.ts'
import { expect, refusedRequests, test } from '../browser.ts'
import { repeatedRoutes } from '../other-pages.ts'
import { accountsUrl } from '../test-installation.ts'

test('a developer reads and tries a route in the API reference, which loads nothing from another host', async ({
  page,
}) => {
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).origin))
  await page.goto('/docs')
  await expect(page).toHaveTitle('Foyer API')
  await expect(page.getByRole('heading', { level: 2, name: 'Sign in' })).toBeVisible()

  const route = page.getByRole('region', { name: /Check that the service can answer requests/ })
  await route.getByText('Try it').click()
  await route.getByRole('button', { name: 'Send' }).click()
  await expect(route.getByText(/^200 OK/)).toBeVisible()
  await expect(route.getByText('"status": "ok"').last()).toBeVisible()
  expect([...hosts].filter((host) => host !== 'null')).toEqual([accountsUrl])
})

test.describe(() => {
  test.use({ allowed: { errors: [refusedRequests] } })

  test('a developer tries a route with path, token and body in the API reference, and reads the refusal', async ({
    page,
  }) => {
    await page.goto('/docs#endOneSession')
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
  })
})

test('a developer reads a route in the API reference on a narrow screen, found in the table of contents', async ({
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
})

for (const width of [320, 768, 1280])
  test(`the heading that a link of the API reference leads to is in full view at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 640 })
    await page.goto('/docs#exchangeCode')
    const title = page.getByRole('heading', { name: /Exchange a code for a session/ })
    await expect(title).toBeInViewport()
    const isOnTop = await title.evaluate((element) => {
      const { left, top } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + 4, top + 4))
    })
    expect(isOnTop).toBe(true)
  })

test('a developer copies a request of the API reference', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  // The button says 'Copied' for two seconds, and the page is long: a slow machine looks too late.
  await page.clock.install()
  await page.goto('/docs#getLiveness')
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.locator('#getLiveness').getByRole('button', { name: 'Copy' }).first().click()
  await expect(page.locator('#getLiveness').getByRole('button', { name: 'Copied' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(`curl ${accountsUrl}/health/live`)
})

test.describe(() => {
  test.use({ javaScriptEnabled: false })

  test('the API reference can be read without JavaScript, and shows no button that does nothing', async ({
    page,
  }) => {
    await page.goto('/docs')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Foyer API')
    await expect(page.getByText('Try it').first()).toBeHidden()
    await expect(page.getByRole('button', { name: 'Copy' })).toHaveCount(0)
  })
})

for (const path of ['/docs', '/docs/guide'])
  test(`the page ${path} has no accessibility fault in light or dark at 320 and 1280 px, and no sideways scroll`, async ({
    page,
  }) => {
    test.setTimeout(180_000)
    await page.goto(path)
    await expectNoFaults(page, { without: repeatedRoutes })
  })
