/** Tests the top navigation (Spec 2.6): the menu of the account, the links, the prompts of schools and the bar. */
import type { Locator, Page } from '@playwright/test'
import { expect, heading, signInAsNew, test, typePassword } from '../browser.ts'
import { demoUrl } from '../test-installation.ts'
import { createUser } from '../test-users.ts'

const bar = (page: Page): Locator => page.getByRole('banner')
const links = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' }).getByRole('link')
const account = (page: Page): Locator => page.getByRole('button', { name: /^Account of / })
const signOutLink = (page: Page): Locator => page.getByRole('link', { name: 'Sign out' })

/** Returns the user's email. */
async function openAccount(page: Page): Promise<string> {
  await page.goto('/account?platform=student')
  const email = await signInAsNew(page)
  await expect(account(page)).toBeVisible()
  return email
}

test('the navigation of a learner leads to the pages of the platform, and marks the profile as current', async ({
  page,
}) => {
  await openAccount(page)
  await expect(links(page)).toHaveText(['My library', 'Profile', 'Orders', 'Settings'])
  const hrefs = await links(page).evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
  expect(hrefs.filter((href) => href.startsWith(demoUrl))).toEqual(
    ['/library', '/orders', '/settings'].map((path) => demoUrl + path),
  )
  await expect(page.getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('link', { name: 'Orders' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders')
})

test('the menu of the account shows initials, name and contact, and signs the user out', async ({ page }) => {
  const email = await openAccount(page)
  await expect(account(page)).toHaveAccessibleName('Account of Ravi Kumar')
  await expect(account(page).locator('.avatar')).toHaveText('RK')
  await expect(signOutLink(page)).toBeHidden()
  await account(page).click()
  await expect(page.locator('#account-menu')).toContainText('Ravi Kumar')
  await expect(page.locator('#account-menu')).toContainText(email)
  await signOutLink(page).click()
  await expect(page).toHaveURL(/\/\?platform=student/)
  await expect(page.getByText(/signed out/i).first()).toBeVisible()
})

test('the menu of the account opens and closes by keyboard, and Escape returns the focus to its button', async ({
  page,
}) => {
  await openAccount(page)
  await account(page).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(signOutLink(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(signOutLink(page)).toBeHidden()
  await expect(account(page)).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(signOutLink(page)).toBeHidden()
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
})

test('the menu of the account is a disclosure that a click outside closes', async ({ page }) => {
  await openAccount(page)
  await expect.poll(() => isExpanded(page)).toBe(false)
  await account(page).click()
  await expect.poll(() => isExpanded(page)).toBe(true)
  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.mouse.click(10, 400)
  await expect(signOutLink(page)).toBeHidden()
})

/** Reads what assistive technology is told: the browser derives it from the popover. */
async function isExpanded(page: Page): Promise<unknown> {
  const client = await page.context().newCDPSession(page)
  const { nodes } = await client.send('Accessibility.getFullAXTree')
  await client.detach()
  const button = nodes.find(
    ({ role, name }) => role?.value === 'button' && name?.value?.startsWith('Account of'),
  )
  return button?.properties?.find(({ name }) => name === 'expanded')?.value.value
}

test('the account page and the menu of the account show the picture of the user', async ({ page }) => {
  const picture = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  await page.route('**/api/auth/users/picture', (route) => route.fulfill({ json: { data: { picture } } }))
  await openAccount(page)
  await expect(page.locator('main img')).toHaveAttribute('src', picture)
  await expect(account(page).locator('img')).toHaveAttribute('src', picture)
})

test('the menus of the account page fit a phone, with targets of at least 44 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openAccount(page)
  for (const name of ['Menu', 'Account of Ravi Kumar']) {
    const button = page.getByRole('button', { name })
    await button.click()
    for (const target of [button, ...(await page.locator(':popover-open a').all())]) {
      const box = await target.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    }
    const panel = await page.locator(':popover-open').boundingBox()
    expect(panel?.x).toBeGreaterThanOrEqual(0)
    expect((panel?.x ?? 0) + (panel?.width ?? 0)).toBeLessThanOrEqual(320)
  }
  // The second menu has closed the first.
  await expect(page.locator(':popover-open')).toHaveCount(1)
})

test.describe('in forced colours', () => {
  test.use({ forcedColors: 'active' })

  test('the open menu of the account has an edge', async ({ page }) => {
    await openAccount(page)
    await account(page).click()
    const panel = page.locator('#account-menu')
    await expect(panel).toHaveCSS('border-top-style', 'solid')
    await expect(panel).not.toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)')
  })
})

test('school pages invite a signed-out user to sign in, and carry the query of the visit', async ({
  page,
}) => {
  await page.goto('/school/forgot-password?utm_source=mail')
  const prompt = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sign in' })
  await expect(prompt).toHaveAttribute('href', '/school/login?platform=school')
  await prompt.click()
  await expect(page).toHaveURL(/\/school\/login\?(?=.*platform=school)(?=.*utm_source=mail)/)
  await expect(prompt).toHaveAttribute('aria-current', 'page')
  await expect(account(page)).toHaveCount(0)
})

test('recruitment invites a signed-out user to its own sign-in', async ({ page }) => {
  await page.goto('/school/forgot-password?platform=recruitmentPlatform')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/school\/login\?platform=recruitmentPlatform$/)
})

test('the help page shows the navigation of a signed-in user, and invites signed-out users of schools alone', async ({
  page,
}) => {
  await page.goto('/help?platform=student')
  await expect(heading(page)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await page.goto('/help?platform=recruitmentPlatform')
  await expect(links(page).getByText('Sign in')).toHaveAttribute(
    'href',
    '/school/login?platform=recruitmentPlatform',
  )
  await openAccount(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Help' }).click()
  await expect(page).toHaveURL(/\/help\?platform=student/)
  await expect(links(page)).toHaveText(['My library', 'Profile', 'Orders', 'Settings'])
  await expect(account(page)).toBeVisible()
})

test('the prompt to sign up leads schools and recruitment to the sign-up of schools', async ({ page }) => {
  for (const platform of ['school', 'recruitmentPlatform']) {
    await page.goto(`/school/login?platform=${platform}`)
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Sign up', exact: true })
      .click()
    await expect(page).toHaveURL(/\/school\/signup\?platform=school$/)
  }
})

test('the sign-in of other platforms has no navigation', async ({ page }) => {
  for (const path of ['/?platform=student', '/partner/login', '/?platform=svp']) {
    await page.goto(path)
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  }
})

test('a school that is signed in has the menu of its account instead of the prompts', async ({ page }) => {
  const email = await createUser(page.request, { platform: 'school', hasPassword: true })
  await page.goto('/school/login?return=account')
  await page.getByLabel('Email').fill(email)
  await typePassword(page)
  await expect(page).toHaveURL(/\/account\?platform=school/)
  await expect(account(page)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await account(page).click()
  await expect(signOutLink(page)).toHaveAttribute('href', '/school/logout?platform=school')
})

test('the bar is 62 px high, and gets a ground and a line after 62 px of scrolling', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto('/?platform=student')
  await page.evaluate(() => {
    document.body.style.minHeight = '3000px'
  })
  const look = () =>
    bar(page).evaluate((element) => {
      const { backgroundColor, borderBottomColor } = getComputedStyle(element)
      return [backgroundColor, borderBottomColor]
    })
  expect((await bar(page).boundingBox())?.height).toBe(62)
  const clear = ['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)']
  await page.evaluate(() => scrollTo(0, 62))
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(62)
  expect(await look()).toEqual(clear)
  await page.evaluate(() => scrollTo(0, 63))
  await expect.poll(look).not.toContain(clear[0])
  expect((await bar(page).boundingBox())?.y).toBe(0)
  await page.evaluate(() => scrollTo(0, 0))
  await expect.poll(look).toEqual(clear)
})
