/** Checks small windows, forced colours and right to left, as far as every state is not checked for it. */
import type { Locator, Page } from '@playwright/test'
import { expect, test, typeIdentifier } from '../browser.ts'
import { reachOtpStep } from '../sign-in/otp-step.ts'
import { createUser } from '../test-users.ts'

test.describe('a phone with an open keyboard', () => {
  test.use({ viewport: { width: 390, height: 430 } })

  test('the main button of the password step is in view at 390 × 430', async ({ page }) => {
    const email = await createUser(page.request, { hasPassword: true })
    await page.goto('/?platform=student')
    await typeIdentifier(page, email)
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    await expectWholeInView(page.getByRole('button', { name: 'Sign in', exact: true }))
  })

  test('the main button of the code step is in view at 390 × 430', async ({ page, request }) => {
    // The address takes two lines.
    await reachOtpStep(page, await createUser(request), request)
    await expectWholeInView(page.getByRole('button', { name: 'Verify' }))
  })

  for (const [title, path] of [
    ['school', '/school/login'],
    ['partner', '/partner/login'],
  ] as const) {
    test(`the main button of the ${title} form is in view at 390 × 430`, async ({ page }) => {
      await page.goto(path)
      await page.getByLabel('Password', { exact: true }).focus()
      await expectWholeInView(page.getByRole('button', { name: 'Sign in', exact: true }))
    })
  }
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

  test('the primary button differs from the secondary one in forced colours', async ({ page }) => {
    const email = await createUser(page.request, { hasPassword: true })
    await page.goto('/?platform=student')
    await typeIdentifier(page, email)
    const primary = page.locator('.button-primary:visible').first()
    await expect(page.locator('.button-secondary:visible').first()).toBeVisible()
    expect(await lookOf(primary)).not.toBe(await lookOf(page.locator('.button-secondary:visible').first()))
  })

  test('a field with an error differs from a valid one by more than the text in forced colours', async ({
    page,
  }) => {
    await page.goto('/?platform=student')
    const field = page.getByLabel('Email or phone number')
    await field.blur()
    const valid = await lookOf(field)
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await field.blur()
    expect(await lookOf(field)).not.toBe(valid)
  })
})

test('the digits of a code run from left to right on a page that runs from right to left', async ({
  page,
  request,
}) => {
  await reachOtpStep(page, await createUser(request), request)
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  await page.getByLabel('Verification code').pressSequentially('123')
  expect(await slotOrder(page)).toEqual(['1', '2', '3'])
})

/** The digits that the slots show, from left to right. */
function slotOrder(page: Page): Promise<string[]> {
  return page.locator('.otp-field-slot').evaluateAll((slots) =>
    slots
      .map((slot) => ({ digit: slot.textContent ?? '', left: slot.getBoundingClientRect().left }))
      .sort((one, other) => one.left - other.left)
      .map(({ digit }) => digit)
      .filter(Boolean),
  )
}
