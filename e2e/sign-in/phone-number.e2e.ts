/** Tests that the forms say in which country they read a phone number, and let the user choose another. */
import type { Page } from '@playwright/test'
import { expect, heading, refusedRequests, test, typeIdentifier, typePassword } from '../browser.ts'
import { demoUrl } from '../test-installation.ts'
import { createPhoneUser, newestCode } from '../test-users.ts'
import { codeField, identifierField } from './otp-step.ts'

test.use({ timezoneId: 'Europe/Paris', allowed: { errors: [refusedRequests] } })

const country = (page: Page) => page.getByLabel('Country', { exact: true })
const signUpFirst = (page: Page) => page.locator('a.button', { hasText: 'Sign up for free' })

/** '+919812345678' → '98123 45678' */
const national = (number: string) => `${number.slice(3, 8)} ${number.slice(8)}`

test('text that is neither an email address nor a phone number is refused at the field', async ({ page }) => {
  await page.goto('/?platform=student')
  let lookUps = 0
  page.on('request', (sent) => {
    if (sent.url().includes('/users/fetch')) lookUps += 1
  })
  for (const typed of ['abc', 'asha@', 'asha@example']) {
    await typeIdentifier(page, typed)
    await expect(identifierField(page)).toHaveAccessibleDescription(
      /Enter an email like name@example\.com or a phone number with its country code, like \+91 98765 43210\./,
    )
    await expect(identifierField(page)).toBeFocused()
    await expect(signUpFirst(page)).toHaveCount(0)
    await identifierField(page).fill('')
  }
  expect(lookUps).toBe(0)
})

test('a number without a country code shows the assumed country, and the chosen one signs in', async ({
  page,
  request,
}) => {
  const number = await createPhoneUser(request, { hasPassword: true })
  await page.goto('/?platform=student')
  await identifierField(page).pressSequentially(national(number))
  await expect(country(page)).toHaveValue('FR')
  await expect(country(page)).toHaveAttribute('autocomplete', 'tel-country-code')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(identifierField(page)).toHaveAccessibleDescription(/not a phone number of France \(\+33\)/)
  await expect(signUpFirst(page)).toHaveCount(0)

  await country(page).selectOption('IN')
  await expect(identifierField(page)).not.toHaveAttribute('aria-invalid')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(heading(page)).toHaveText('Welcome back, Ravi')
  await expect(page.getByRole('main')).toContainText(`+91 ${national(number)}`)
  await typePassword(page)
  await expect(page).toHaveURL(`${demoUrl}/`)
})

test('a number that nobody has in the assumed country names that country and promotes no sign-up', async ({
  page,
}) => {
  await page.goto('/?platform=student')
  await typeIdentifier(page, '06 12 34 56 78')
  await expect(identifierField(page)).toHaveAccessibleDescription(
    /could not find an account with this number in France \(\+33\)/,
  )
  await expect(country(page)).toHaveValue('FR')
  await expect(signUpFirst(page)).toHaveCount(0)
  await typeIdentifier(page, '+33 6 12 34 56 78')
  await expect(country(page)).toHaveCount(0)
  await expect(signUpFirst(page)).toBeVisible()
})

test('a number in Devanagari digits gets a code, and the chosen country stays for every form', async ({
  page,
  request,
}) => {
  const number = await createPhoneUser(request)
  const typed = inDevanagari(number.slice(3))
  await page.goto('/?platform=student')
  await identifierField(page).pressSequentially(typed)
  await country(page).selectOption('IN')
  await page.getByRole('link', { name: 'Forgot Password?' }).click()
  await expect(heading(page)).toHaveText('Forgot your password?')
  await expect(identifierField(page)).toHaveValue(typed)
  await expect(country(page)).toHaveValue('IN')
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByRole('main')).toContainText(`If there is an account for ${typed} in India (+91)`)
  await page.reload()
  await expect(page.getByRole('main')).toContainText(`${typed} in India (+91)`)

  await page.goto('/?platform=student')
  await typeIdentifier(page, typed)
  await expect(heading(page)).toHaveText('Check your phone')
  await expect(page.getByText(`A 6-digit verification code was sent to +91 ${number.slice(3)}`)).toBeVisible()
  await codeField(page).pressSequentially(inDevanagari(await newestCode(request, number)))
  await expect(page).toHaveURL(`${demoUrl}/`)
})

test('a number is not sent to a platform that signs in by email', async ({ page }) => {
  await page.goto('/school/forgot-password?platform=school')
  await page.getByLabel('Email').fill('98765 43210')
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/name@example\.com/)
  await expect(country(page)).toHaveCount(0)
})

test.describe('without a known time zone', () => {
  test.use({ timezoneId: 'UTC', locale: 'hi' })

  test('the form asks for the country that it cannot guess', async ({ page, request }) => {
    const number = await createPhoneUser(request, { hasPassword: true })
    await page.goto('/?platform=student')
    await typeIdentifier(page, national(number))
    await expect(identifierField(page)).toHaveAccessibleDescription(/Choose the country of this number/)
    await expect(country(page).locator('option:checked')).toHaveText('Choose a country')
    await country(page).selectOption('IN')
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(heading(page)).toHaveText('Welcome back, Ravi')
  })
})

function inDevanagari(text: string): string {
  return text.replace(/\d/g, (digit) => '०१२३४५६७८९'[Number(digit)] ?? '')
}
