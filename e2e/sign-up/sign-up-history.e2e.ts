/** Tests the steps of sign-up in a tab's history and after a reload. */
import { expect, test } from '../browser.ts'
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

test('Back, Forward and reloads move through the steps of sign-up on one address, keep the typed text and leave no extra entries', async ({
  page,
}) => {
  const email = newEmail()
  await page.goto('/?platform=student')
  await page.getByRole('link', { name: 'Sign up for free' }).click()
  await typeName(page)
  await typeEmail(page, email)
  await expect(passwordFields(page)[0]).toBeFocused()
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
  await back(page).click()
  await back(page).click()
  await expect(firstName(page)).toBeFocused()
  await page.goBack()
  await expect(identifierField(page)).toBeVisible()

  const other = await reachPasswordStep(page)
  await page.reload()
  await expect(passwordFields(page)[0]).toBeFocused()
  await page.goBack()
  await expect(emailField(page)).toHaveValue(other)
  await emailField(page).fill('half@typ')
  await page.reload()
  await expect(emailField(page)).toHaveValue('half@typ')
  await page.goBack()
  await expect(firstName(page)).toHaveValue('Meera')
})
