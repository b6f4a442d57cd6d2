/** Tests small windows, forced colours and right-to-left text in cases that the audit of all states omits. */
import type { Locator } from '@playwright/test'
import { expect, signInAsNew, test, typeIdentifier, typePassword } from '../browser.ts'
import { reachOtpStep } from '../sign-in/otp-step.ts'
import { createUser } from '../test-users.ts'

test.describe('a phone', () => {
  test.use({ viewport: { width: 390, height: 430 } })

  test('the main button of every form of sign-in is in view at 390 × 430, and below three errors on a phone', async ({
    page,
    request,
  }) => {
    for (const path of ['/school/login', '/partner/login']) {
      await page.goto(path)
      await page.getByLabel('Password', { exact: true }).focus()
      await expectWholeInView(page.getByRole('button', { name: 'Sign in', exact: true }))
    }
    await page.goto('/?platform=professor')
    await typeIdentifier(page, await createUser(request, { platform: 'professor', hasPassword: true }))
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    await expectWholeInView(page.getByRole('button', { name: 'Sign in', exact: true }))
    // The email is long enough for two lines.
    await reachOtpStep(page, await createUser(request), request)
    await expectWholeInView(page.getByRole('button', { name: 'Verify' }))

    await page.goto('/account/security?platform=professor#password')
    await signInAsNew(page, 'professor')
    const button = page.getByRole('button', { name: 'Change password' })
    await expect(button).toBeVisible()
    for (const size of [
      { width: 390, height: 844 },
      { width: 320, height: 700 },
    ]) {
      await page.setViewportSize(size)
      await page.reload()
      await expect(button).toBeInViewport({ ratio: 1 })
      await button.click()
      await expect(page.locator('.field-error')).toHaveCount(3)
      await expect(page.locator('form [aria-invalid]').first()).toBeInViewport({ ratio: 1 })
      await expect(button).toBeInViewport({ ratio: 1 })
    }
  })
})

test('the arches fill the window of a tablet, and only the header of school sign-in', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  const arcade = page.locator('.arcade')
  await page.goto('/?platform=student')
  expect((await arcade.boundingBox())?.height).toBe(1024)
  await expect(arcade.locator('.arcade-phone')).toBeHidden()
  await page.goto('/school/login')
  expect((await arcade.boundingBox())?.height).toBe(96)
  await expect(arcade.locator('.arcade-phone')).toBeVisible()
})

test('the sign-in needs no scrolling at 1366 × 657 and 320 × 568, nor does the password on a laptop', async ({
  page,
  request,
}) => {
  for (const size of [
    { width: 1366, height: 657 },
    { width: 320, height: 568 },
  ]) {
    await page.setViewportSize(size)
    await page.goto('/?platform=student')
    await expect(page.getByRole('link', { name: 'Sign up for free' })).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(size.height)
  }
  await page.setViewportSize({ width: 1366, height: 657 })
  await typeIdentifier(page, await createUser(request, { hasPassword: true }))
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Sign in with OTP' })).toBeInViewport({ ratio: 1 })
})

async function expectWholeInView(button: Locator): Promise<void> {
  await expect(button).toBeInViewport({ ratio: 1 })
}

const lookOf = (locator: Locator): Promise<string> =>
  locator.evaluate((element) => {
    const { color, backgroundColor, borderColor, borderStyle, borderWidth, outlineStyle } =
      getComputedStyle(element)
    return [color, backgroundColor, borderColor, borderStyle, borderWidth, outlineStyle].join(' ')
  })

test.describe('forced colours', () => {
  test.use({ forcedColors: 'active' })

  test('buttons, fields with an error and the open menu of the account can be told apart in forced colours', async ({
    page,
    request,
  }) => {
    const email = await createUser(request, { platform: 'professor', hasPassword: true })
    await page.goto('/?platform=professor&return=account')
    const field = page.getByLabel('Email or phone number')
    await field.blur()
    const valid = await lookOf(field)
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await field.blur()
    expect(await lookOf(field)).not.toBe(valid)
    await typeIdentifier(page, email)
    const secondary = page.locator('.button-secondary:visible').first()
    await expect(secondary).toBeVisible()
    expect(await lookOf(page.locator('.button-primary:visible').first())).not.toBe(await lookOf(secondary))
    await typePassword(page)
    await page.getByRole('button', { name: /^Account of / }).click()
    const panel = page.locator('#account-menu')
    await expect(panel).toHaveCSS('border-top-style', 'solid')
    await expect(panel).not.toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)')
  })
})
