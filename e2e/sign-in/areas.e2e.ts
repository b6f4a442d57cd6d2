/** Tests signing in and out with the keyboard; page-tests/sign-in/areas.test.ts covers every area. */
import { expect, heading, password, test } from '../browser.ts'
import { createUser } from '../test-users.ts'

/** Columns: the area, its start page, its platform, the sign-in page after the sign-out, colour scheme and width. */
const areas = [
  ['main', '/?platform=professor', 'professor', '/?platform=professor', 'dark', 320],
  ['school', '/school', 'school', '/school/login?platform=school', 'light', 1280],
] as const

for (const [area, start, platform, end, colorScheme, width] of areas) {
  test(`a user of the ${area} area signs in and out by keyboard, ${colorScheme}, ${width} px`, async ({
    page,
  }) => {
    const email = await createUser(page.request, { platform, hasPassword: true })
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    const url = new URL(start, 'http://foyer.invalid')
    url.searchParams.set('return', 'account')
    await page.goto(url.pathname + url.search)
    await page.locator('input[autocomplete~=username]').focus()
    await page.keyboard.type(email)
    const passwordField = page.getByLabel('Password', { exact: true })
    const isOneStep = await passwordField.isVisible()
    await page.keyboard.press(isOneStep ? 'Tab' : 'Enter')
    await expect(passwordField).toBeFocused()
    // The skip link moves the focus and keeps the current step.
    await page.getByRole('link', { name: 'Skip to content' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('#main')).toBeFocused()
    await expect(passwordField).toBeVisible()
    await passwordField.focus()
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')

    await expect(page).toHaveURL(new RegExp(`/account\\?platform=${platform}$`))
    await expect(heading(page)).toHaveText('Your account')
    const isScrolled = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(isScrolled).toBe(false)

    await page.getByRole('button', { name: /^Account of / }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: /^Sign out of (?!everything)/ }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL((after) => after.pathname + after.search === end)
    await expect(page.locator('#main').getByText('You have signed out')).toBeVisible()
  })
}
