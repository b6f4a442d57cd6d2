/**
 * Tests that the offer of the last signed-in person replaces the identifier field;
 * page-tests/sign-in/last-person.test.ts covers the rest (N-103).
 */
import { expect, password as rightPassword, signIn, test } from '../browser.ts'
import { gotoEarly } from '../page-start.ts'
import { accountsUrl, siteUrl } from '../test-installation.ts'
import { createUser } from '../test-users.ts'
import { holdScripts } from './hold-scripts.ts'
import { identifierField } from './otp-step.ts'

test('the last person is greeted and asked for the password from the first paint on, also before the script', async ({
  page,
}) => {
  const greeting = page.getByRole('heading', { name: /^Welcome back, \S+/ })
  const password = page.getByLabel('Password', { exact: true })
  const signInButton = page.getByRole('button', { name: 'Sign in', exact: true })
  const change = page.getByRole('button', { name: 'Someone else' })
  const email = await createUser(page.request, { platform: 'professor', hasPassword: true })
  await page.goto('/?platform=professor')
  await expect(password).toBeHidden()
  await signIn(page, email)
  await page.waitForURL((url) => url.origin !== accountsUrl)
  await page.goto('/logout?platform=professor')
  await expect(page.getByText('You have signed out').first()).toBeVisible()
  await expect(password).toBeFocused()

  const release = await holdScripts(page)
  await gotoEarly(page, '/?platform=professor')
  await expect(signInButton).toBeVisible()
  await expect(identifierField(page)).toBeHidden()
  const before = await signInButton.boundingBox()
  release()
  await expect(change).toBeVisible()
  await expect(greeting).toBeVisible()
  await expect(page.getByText(email, { exact: true })).toBeVisible()
  expect(await signInButton.boundingBox()).toEqual(before)

  await page.unrouteAll()
  const releaseAgain = await holdScripts(page)
  await gotoEarly(page, '/?platform=professor')
  await password.fill(rightPassword)
  await signInButton.click()
  releaseAgain()
  await expect(page).toHaveURL(`${siteUrl('professor')}/`)

  await page.goto('/logout?platform=professor')
  await change.click()
  await expect(password).toBeHidden()
  await expect(identifierField(page)).toBeFocused()
})
