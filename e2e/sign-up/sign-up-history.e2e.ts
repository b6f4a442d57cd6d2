/** Tests the steps of sign-up in the history of a tab and after a reload. */
import { expect, heading, test } from '../browser.ts'
import { identifierField } from '../sign-in/otp-step.ts'
import { newEmail } from '../test-users.ts'
import {
  back,
  emailField,
  firstName,
  lastName,
  newPassword,
  passwordFields,
  reachPasswordStep,
  typeEmail,
  typeName,
} from './sign-up-steps.ts'

test.describe('sign-up history', () => {
  test('Back and Forward move through the steps of sign-up on one address and keep the typed text', async ({
    page,
  }) => {
    const email = await reachPasswordStep(page)
    const address = page.url()
    await passwordFields(page)[0].fill(newPassword)
    await back(page).click()
    await expect(emailField(page)).toHaveValue(email)
    await expect(emailField(page)).toBeFocused()
    await page.goBack()
    await expect(firstName(page)).toHaveValue('Meera')
    await expect(lastName(page)).toHaveValue('Nair')
    await page.goForward()
    await expect(emailField(page)).toHaveValue(email)
    await page.goForward()
    await expect(passwordFields(page)[0]).toHaveValue(newPassword)
    expect(page.url()).toBe(address)
  })

  test('the Back button of sign-up and the browser’s Back leave no extra history entries', async ({
    page,
  }) => {
    await page.goto('/?platform=student')
    await page.getByRole('link', { name: 'Sign up for free' }).click()
    await typeName(page)
    await typeEmail(page, newEmail())
    await back(page).click()
    await back(page).click()
    await expect(firstName(page)).toBeFocused()
    await page.goBack()
    await expect(identifierField(page)).toBeVisible()
  })

  test('a reload of sign-up keeps name and email, but never a password', async ({ page }) => {
    const email = await reachPasswordStep(page)
    for (const field of passwordFields(page)) await field.fill(newPassword)
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(stored).toContain(email)
    expect(stored).not.toContain(newPassword)
    await page.reload()
    await expect(passwordFields(page)[0]).toBeFocused()
    await expect(passwordFields(page)[0]).toHaveValue('')
    await page.goBack()
    await expect(emailField(page)).toHaveValue(email)
    await emailField(page).fill('half@typ')
    await page.reload()
    await expect(emailField(page)).toHaveValue('half@typ')
    await page.goBack()
    await expect(firstName(page)).toHaveValue('Meera')
  })

  test('a sign-up step whose draft is gone leads to the first step', async ({ page }) => {
    await reachPasswordStep(page)
    await page.evaluate(() => sessionStorage.removeItem('foyer.sign-up.student'))
    await page.reload()
    await expect(heading(page)).toHaveText('Create your account')
    await typeName(page)
    await expect(emailField(page)).toBeFocused()
  })
})
