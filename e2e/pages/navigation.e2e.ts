/** Tests the account menu and the bar of the top navigation (product 2.6). */
import type { Locator, Page } from '@playwright/test'
import { expect, signInAsNew, test } from '../browser.ts'

const bar = (page: Page): Locator => page.getByRole('banner')
const account = (page: Page): Locator => page.getByRole('button', { name: /^Account of / })
const signOutLink = (page: Page): Locator => page.getByRole('link', { name: 'Sign out of Learning' })

async function openAccount(page: Page): Promise<void> {
  await page.goto('/account?platform=student')
  await signInAsNew(page)
  await expect(account(page)).toBeVisible()
}

test('the menu of the account is a disclosure that opens and closes by keyboard and mouse, and signs the user out', async ({
  page,
}) => {
  await openAccount(page)
  await expect(signOutLink(page)).toBeHidden()
  expect(await isExpanded(page)).toBe(false)
  await account(page).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => isExpanded(page)).toBe(true)
  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Your account' })).toBeFocused()
  for (const name of ['Notifications', 'Where to?']) {
    await page.keyboard.press('Tab')
    await expect(page.locator('#account-menu').getByRole('link', { name })).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(signOutLink(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(signOutLink(page)).toBeHidden()
  await expect(account(page)).toBeFocused()
  await page.keyboard.press('Space')
  for (let link = 0; link < 6; link += 1) await page.keyboard.press('Tab')
  await expect(signOutLink(page)).toBeHidden()
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
  await account(page).click()
  await expect(signOutLink(page)).toBeVisible()
  await page.mouse.click(10, 400)
  await expect(signOutLink(page)).toBeHidden()
  await account(page).click()
  await signOutLink(page).click()
  await expect(page).toHaveURL(/\/\?platform=student/)
  await expect(page.getByText(/signed out/i).first()).toBeVisible()
})

/** Reads the expanded state for assistive technology, which the browser derives from the popover. */
async function isExpanded(page: Page): Promise<unknown> {
  const client = await page.context().newCDPSession(page)
  const { nodes } = await client.send('Accessibility.getFullAXTree')
  await client.detach()
  const button = nodes.find(
    ({ role, name }) => role?.value === 'button' && name?.value?.startsWith('Account of'),
  )
  return button?.properties?.find(({ name }) => name === 'expanded')?.value.value
}

test('the account page of a phone has its links in menus that fit, with targets of at least 44 px, and room for the initials', async ({
  page,
}) => {
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
  // Opening the second menu has closed the first.
  await expect(page.locator(':popover-open')).toHaveCount(1)
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('link', { name: 'My library' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Ravi Kumar')).toBeVisible()
  const room = await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
    const avatar = document.querySelector('.account-hero .avatar') as HTMLElement
    const initials = document.createRange()
    initials.selectNodeContents(avatar)
    return avatar.getBoundingClientRect().width - initials.getBoundingClientRect().width
  })
  expect(room).toBeGreaterThan(16)
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
