/** The steps of sign-up in the history of a tab, and what a reload finds. */
import { expect, test } from '../browser.ts'
import { identifierField, title } from '../sign-in/otp-step.ts'
import {
  back,
  emailField,
  firstName,
  lastName,
  newAddress,
  newPassword,
  passwordFields,
  toPassword,
  typeEmail,
  typeName,
} from './sign-up-steps.ts'

test.describe('Back, Forward and reload', () => {
  test('go step by step on one address, and nothing is asked twice', async ({ page }) => {
    const email = await toPassword(page)
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

  test('the words Back and the browser’s Back leave no extra entries', async ({ page }) => {
    await page.goto('/?platform=student')
    await page.getByRole('link', { name: 'Sign up for free' }).click()
    await typeName(page)
    await typeEmail(page, newAddress())
    await back(page).click()
    await back(page).click()
    await expect(firstName(page)).toBeFocused()
    await page.goBack()
    await expect(identifierField(page)).toBeVisible()
  })

  test('a reload keeps name and email, and never a password', async ({ page }) => {
    const email = await toPassword(page)
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

  test('a step whose draft is gone leads to the first', async ({ page }) => {
    await toPassword(page)
    await page.evaluate(() => sessionStorage.removeItem('foyer.sign-up.student'))
    await page.reload()
    await expect(title(page)).toHaveText('Create your account')
    await typeName(page)
    await expect(emailField(page)).toBeFocused()
  })
})
