import type { Locator, Page } from '@playwright/test'
import { expect, test, typePassword, withMotion } from '../browser.ts'
import { accountsUrl } from '../test-installation.ts'
import { createUser } from '../test-users.ts'

test.use(withMotion)

const slideNames = ['Skilled Teachers', 'Verified Profiles', 'Hire Faster'] as const
const turnMs = 7000

const panel = (page: Page): Locator => page.getByRole('region', { name: 'Why schools choose us' })
const slide = (page: Page, index: number): Locator =>
  panel(page).getByRole('group', { name: `${index + 1} of 3: ${slideNames[index]}` })
const toggle = (page: Page): Locator => panel(page).getByRole('button', { name: /Pause|Play/ })

/** Opens the page, waits for the carousel and stops the clock while the first slide is shown. */
async function openSchool(page: Page): Promise<void> {
  await page.clock.install()
  await page.goto('/school/login')
  await expect(toggle(page)).toBeVisible()
  // A busy machine may need more than the half second between the two calls; the clock stands still then.
  await expect(async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 500)).toPass()
}

async function expectShown(page: Page, index: number): Promise<void> {
  for (const [other] of slideNames.entries()) {
    if (other === index) await expect(slide(page, other)).toBeVisible()
    else await expect(slide(page, other)).toBeHidden()
  }
}

/** The time of a slide starts anew when the pointer leaves. */
async function restartTurn(page: Page): Promise<void> {
  await panel(page).hover()
  await page.mouse.move(0, 0)
}

/** Lists the scripts that the page loads from now on. */
function scriptsOf(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') paths.push(new URL(request.url()).pathname)
  })
  return paths
}

test.describe('the panel of school sign-in', () => {
  test('shows its three slides for seven seconds each, in turn', async ({ page }) => {
    await openSchool(page)
    const live = panel(page).locator('[aria-live]')
    await expect(live).toHaveAttribute('aria-live', 'off')
    await restartTurn(page)
    for (const index of [0, 1, 2]) {
      await page.clock.runFor(turnMs - 1)
      await expectShown(page, index)
      await page.clock.runFor(1)
    }
    await expectShown(page, 0)
  })

  test('reaches Pause before its other controls, and Pause stops the slides for good', async ({ page }) => {
    await openSchool(page)
    await page.getByRole('contentinfo').getByRole('link').last().focus()
    await page.keyboard.press('Tab')
    await expect(toggle(page)).toBeFocused()
    await expect(toggle(page)).toHaveText('Pause')
    await page.keyboard.press('Enter')
    await expect(toggle(page)).toHaveText('Play')
    await page.getByLabel('Email').focus()
    await page.clock.runFor(3 * turnMs)
    await expectShown(page, 0)
    await expect(panel(page).locator('[aria-live]')).toHaveAttribute('aria-live', 'polite')
  })

  test('waits under the pointer, under the focus and in a hidden tab', async ({ page }) => {
    await openSchool(page)
    await panel(page).hover()
    await page.clock.runFor(3 * turnMs)
    await expectShown(page, 0)
    await page.mouse.move(0, 0)
    await toggle(page).focus()
    await page.clock.runFor(3 * turnMs)
    await expectShown(page, 0)
    await page.getByLabel('Email').focus()
    await setHidden(page, true)
    await page.clock.runFor(3 * turnMs)
    await expectShown(page, 0)
    await setHidden(page, false)
    await page.clock.runFor(turnMs)
    await expectShown(page, 1)
  })

  test('stays on the slide that the user chose', async ({ page }) => {
    await openSchool(page)
    await panel(page).getByRole('button', { name: 'Hire Faster' }).click()
    await expectShown(page, 2)
    await expect(panel(page).getByRole('button', { name: 'Hire Faster' })).toHaveAttribute('aria-current')
    await page.mouse.move(0, 0)
    await page.getByLabel('Email').focus()
    await page.clock.runFor(3 * turnMs)
    await expectShown(page, 2)
  })

  test('goes on under the focus when the user presses Play', async ({ page }) => {
    await openSchool(page)
    await toggle(page).click()
    await toggle(page).click()
    await page.clock.runFor(turnMs)
    await expectShown(page, 1)
  })

  test('has controls of at least 24 px', async ({ page }) => {
    await openSchool(page)
    for (const button of await panel(page).getByRole('button').all()) {
      const box = await button.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24)
    }
  })

  test('moves nothing when its controls arrive, and never without script', async ({ page, browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: accountsUrl })
    const plain = await context.newPage()
    // Lines would break elsewhere if the web font came in time on one page alone.
    await plain.route('**/*.woff2', (route) => route.fulfill({ body: '' }))
    await plain.goto('/school/login')
    await expect(slide(plain, 0)).toBeVisible()
    const places = (on: Page) =>
      Promise.all([
        on.locator('.split-panel-title').first().boundingBox(),
        on.locator('.scene-card').first().boundingBox(),
      ])
    const before = await places(plain)
    await context.close()
    await page.route('**/*.woff2', (route) => route.fulfill({ body: '' }))
    await openSchool(page)
    expect(await places(page)).toEqual(before)
  })
})

test.describe('under reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('the panel of school sign-in moves only when the user presses Play', async ({ page }) => {
    await openSchool(page)
    await expect(toggle(page)).toHaveText('Play')
    await page.clock.runFor(3 * turnMs)
    await expectShown(page, 0)
    await toggle(page).click()
    await page.clock.runFor(turnMs)
    await expectShown(page, 1)
  })
})

test('the panel of school sign-in stands still for a browser that saves data', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) })
  })
  await openSchool(page)
  await page.clock.runFor(3 * turnMs)
  await expectShown(page, 0)
  await expect(toggle(page)).toHaveText('Play')
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true })

  test('a touch stops the panel of school sign-in for good', async ({ page }) => {
    await openSchool(page)
    await slide(page, 0).tap()
    await expect(toggle(page)).toHaveText('Play')
    await page.clock.runFor(3 * turnMs)
    await expectShown(page, 0)
  })
})

for (const [what, width] of [
  ['a small screen', 900],
  ['a page zoomed to 400 %', 320],
] as const) {
  test(`the panel of school sign-in is neither shown nor loaded on ${what}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    const scripts = scriptsOf(page)
    await page.goto('/school/login')
    await page.waitForLoadState('networkidle')
    await page.getByLabel('Email').fill('a@school.test')
    await expect(page.locator('.split-panel')).toBeHidden()
    expect(scripts.filter((path) => path.includes('panel'))).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(toggle(page)).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue('a@school.test')
  })
}

test('the panel appears when the user returns from another page to school sign-in', async ({ page }) => {
  await page.goto('/school/forgot-password')
  await page
    .getByRole('link', { name: /sign in/i })
    .first()
    .click()
  await expect(page).toHaveURL(/\/school\/login/)
  await expect(slide(page, 0)).toBeVisible()
  await expect(toggle(page)).toBeVisible()
})

test('the account page after school sign-in stands before the arches instead of the panel', async ({
  page,
}) => {
  const email = await createUser(page.request, { platform: 'school', hasPassword: true })
  await page.goto('/school/login?return=account')
  await page.getByLabel('Email').fill(email)
  await typePassword(page)
  await expect(page).toHaveURL(/\/account\?platform=school/)
  await expect(page.locator('.arcade-middle')).toBeAttached()
  await expect(page.locator('.split-panel')).toHaveCount(0)
})

async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { get: () => hidden, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
}
