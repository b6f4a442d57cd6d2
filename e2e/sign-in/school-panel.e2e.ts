/**
 * Tests the look and arrival of the school sign-in panel; page-tests/sign-in/school-panel.test.ts covers its slide
 * changes.
 */
import type { Locator, Page } from '@playwright/test'
import { expect, test, withMotion } from '../browser.ts'
import { accountsUrl } from '../test-installation.ts'

test.use(withMotion)

const slideNames = ['Skilled Teachers', 'Verified Profiles', 'Hire Faster'] as const
const turnMs = 7000

const panel = (page: Page): Locator => page.getByRole('region', { name: 'Why schools choose us' })
const slide = (page: Page, index: number): Locator =>
  panel(page).getByRole('group', { name: `${index + 1} of 3: ${slideNames[index]}` })
const toggle = (page: Page): Locator => panel(page).getByRole('button', { name: /Pause|Play/ })

/** Opens the page, waits for the carousel, and stops the clock at the first slide. */
async function openSchool(page: Page): Promise<void> {
  await page.clock.install()
  await page.goto('/school/login')
  await expect(toggle(page)).toBeVisible()
  // On a busy machine more than 500 ms may pass between the two calls; `toPass` then tries again.
  await expect(async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 500)).toPass()
}

async function expectShown(page: Page, index: number): Promise<void> {
  for (const [other] of slideNames.entries()) {
    if (other === index) await expect(slide(page, other)).toBeVisible()
    else await expect(slide(page, other)).toBeHidden()
  }
}

/** Lists the scripts that the page loads from now on. */
function scriptsOf(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') paths.push(new URL(request.url()).pathname)
  })
  return paths
}

test('the panel of school sign-in shows one slide at a time, and stops under the pointer', async ({
  page,
}) => {
  await openSchool(page)
  await panel(page).hover()
  for (const button of await panel(page).getByRole('button').all()) {
    const box = await button.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24)
  }
  await page.clock.runFor(3 * turnMs)
  await expectShown(page, 0)
  await page.mouse.move(0, 0)
  await expect(panel(page).locator('[aria-live]')).toHaveAttribute('aria-live', 'off')
  for (const index of [1, 2, 0]) {
    await page.clock.runFor(turnMs)
    await expectShown(page, index)
  }
})

test('the panel of school sign-in moves nothing when its controls arrive, and never without script', async ({
  page,
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: accountsUrl })
  const plain = await context.newPage()
  // Blocks the web font on both pages, because lines would break differently if only one page had it.
  await plain.route('**/*.woff2', (route) => route.fulfill({ body: '' }))
  await plain.goto('/school/login')
  await expect(slide(plain, 0)).toBeVisible()
  const places = (on: Page) =>
    Promise.all([
      on.locator('.split-panel-title').first().boundingBox(),
      on.locator('.scene-card').first().boundingBox(),
    ])
  await page.route('**/*.woff2', (route) => route.fulfill({ body: '' }))
  await openSchool(page)
  // Only a script narrows the font of a system that has no other than DejaVu Sans (early-script.ts).
  if (await page.evaluate(() => 'narrow' in document.documentElement.dataset))
    await plain.evaluate(() => {
      document.documentElement.dataset.narrow = ''
    })
  expect(await places(page)).toEqual(await places(plain))
  await context.close()
})

test('the panel of school sign-in is neither shown nor loaded before there is room for it', async ({
  page,
}) => {
  // The size of a page zoomed to 400 %, and of a small screen.
  await page.setViewportSize({ width: 320, height: 800 })
  const scripts = scriptsOf(page)
  await page.goto('/school/login')
  await page.getByLabel('Email').fill('a@school.test')
  for (const width of [320, 900]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.locator('.split-panel')).toBeHidden()
  }
  // Waits until the browser is idle, when the panel would load.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(scripts.filter((path) => path.includes('panel'))).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(toggle(page)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('a@school.test')
})
