/** Tests a new user: from a platform and back to it, with the keyboard, and without a network. */
import { cutNetwork, expect, heading, test, withMotion } from '../browser.ts'
import { accountsUrl, demoUrl } from '../test-installation.ts'
import { newEmail } from '../test-users.ts'
import {
  emailField,
  expectTracked,
  firstName,
  newPassword,
  passwordFields,
  recordSignUps,
  typeEmail,
  typeName,
  typePasswords,
} from './sign-up-steps.ts'

test.use(withMotion)

test('a user signs up from a platform and returns to it with a name', async ({ page, request }) => {
  const sent = recordSignUps(page)
  await page.goto(demoUrl)
  await page.getByRole('link', { name: 'Sign in' }).first().click()
  await page.getByRole('link', { name: 'Sign up for free' }).click()
  await expect(page).toHaveURL(new RegExp(`^${accountsUrl}/signup\\?.*platform=student`))
  await expect(page).toHaveTitle(/^Create your account – /)
  await typeName(page)
  await expect(heading(page)).toHaveText('Alright, Meera. Now onto your email')
  await expect(page).toHaveTitle(/^Your email \(step 2 of 3\)/)
  const email = newEmail()
  await typeEmail(page, email)
  await expect(heading(page)).toHaveText('Choose a password')
  await typePasswords(page)
  await expect(page).toHaveURL(`${demoUrl}/`)
  await expect(page.getByRole('main')).toContainText('Meera Nair')
  await expect(page.getByRole('main')).toContainText(email)
  // The captcha challenge was solved in advance, so one request was enough.
  expect(sent.map((one) => Boolean(one.postDataJSON().captcha))).toEqual([true])
  await expectTracked(request, { email, name: 'Meera Nair', source: 'direct' })
})

test('a user signs up with the keyboard alone', async ({ page }) => {
  await page.goto('/signup?platform=student')
  await expect(firstName(page)).toBeFocused()
  await page.keyboard.type('Meera')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Nair')
  await page.keyboard.press('Enter')
  await expect(emailField(page)).toBeFocused()
  await page.keyboard.type(newEmail())
  await page.keyboard.press('Enter')
  await expect(passwordFields(page)[0]).toBeFocused()
  await page.keyboard.type(newPassword)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type(newPassword)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Show confirm password' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${demoUrl}/`)
})

test.describe('an offline browser', () => {
  test.use({ allowed: { errors: [cutNetwork] } })

  test('sign-up loads its second step once an offline browser is online', async ({ page, context }) => {
    await page.goto('/signup?platform=student')
    await context.setOffline(true)
    await typeName(page, 'Meera')
    await expect(page.getByRole('button', { name: 'One moment…' })).toBeVisible()
    await expect(heading(page)).toHaveText('Create your account')
    await context.setOffline(false)
    await expect(heading(page)).toHaveText('Alright, Meera. Now onto your email')
  })
})
