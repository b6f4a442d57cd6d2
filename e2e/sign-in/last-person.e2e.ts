/**
 * Tests that the offer of the last signed-in person replaces the identifier field;
 * page-tests/sign-in/last-person.test.ts covers the rest (N-103).
 */
import { expect, signIn, test, typePassword } from '../browser.ts'
import { gotoEarly } from '../page-start.ts'
import { accountsUrl, siteUrl } from '../test-installation.ts'
import { createUser } from '../test-users.ts'
import { holdScripts } from './hold-scripts.ts'
import { identifierField } from './otp-step.ts'

test('the offer of the last person stands in place of the field from the first paint on, and works before the script', async ({
  page,
}) => {
  const continueAs = page.getByRole('button', { name: /^Continue as \S+/ })
  const change = page.getByRole('button', { name: 'Not you? Change account' })
  const email = await createUser(page.request, { platform: 'professor', hasPassword: true })
  await page.goto('/?platform=professor')
  await expect(continueAs).toBeHidden()
  await signIn(page, email)
  await page.waitForURL((url) => url.origin !== accountsUrl)
  await page.goto('/logout?platform=professor')
  await expect(page.getByText('You have signed out').first()).toBeVisible()
  await expect(continueAs).toBeFocused()

  const release = await holdScripts(page)
  await gotoEarly(page, '/?platform=professor')
  await expect(continueAs).toBeVisible()
  await expect(identifierField(page)).toBeHidden()
  const before = await continueAs.boundingBox()
  release()
  await expect(change).toBeVisible()
  await expect(page.getByText(email, { exact: true })).toBeVisible()
  expect(await continueAs.boundingBox()).toEqual(before)

  await page.unrouteAll()
  const releaseAgain = await holdScripts(page)
  await gotoEarly(page, '/?platform=professor')
  await continueAs.click()
  releaseAgain()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await typePassword(page)
  await expect(page).toHaveURL(`${siteUrl('professor')}/`)

  await page.goto('/logout?platform=professor')
  await change.click()
  await expect(continueAs).toBeHidden()
  await expect(identifierField(page)).toBeFocused()
})
