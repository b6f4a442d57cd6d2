import type { Page } from '@playwright/test'
import { expect, signIn, test, typeIdentifier } from '../browser.ts'
import { codeField } from '../sign-in/otp-step.ts'
import { firstName, lastName, reachPasswordStep, typePasswords } from '../sign-up/sign-up-steps.ts'
import { createUser, newestCode } from '../test-users.ts'

test('the account page changes the name and refuses a name without a letter', async ({ page, request }) => {
  const email = await createUser(request, { platform: 'professor', hasPassword: true })
  await page.goto('/?platform=professor&return=account')
  await signIn(page, email)
  await page.getByRole('button', { name: 'Change your name' }).click()
  await expect(page).toHaveURL('/account?platform=professor#name')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your name')
  await expect(firstName(page)).toBeFocused()
  await expect(firstName(page)).toHaveValue('Ravi')
  await firstName(page).fill('1800 555 0199')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(firstName(page)).toHaveAccessibleDescription(/Enter a name with at least one letter$/)
  await firstName(page).fill(' 😀 Leela ')
  await lastName(page).fill('')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.locator('#live-status')).toHaveText('Name saved.')
  await expect(nameRow(page)).toHaveText('😀 Leela')
  await page.reload()
  await expect(nameRow(page)).toHaveText('😀 Leela')
})

test('the owner of an email adds a name after another user signed up with that email', async ({
  page,
  request,
  browser,
}) => {
  const elsewhere = await browser.newContext()
  const otherPage = await elsewhere.newPage()
  const email = await reachPasswordStep(otherPage)
  await typePasswords(otherPage)
  await otherPage.waitForURL((url) => !url.pathname.startsWith('/signup'))

  await page.goto('/account?platform=student')
  await typeIdentifier(page, email)
  await page.getByRole('button', { name: 'Sign in with OTP' }).click()
  await expect(codeField(page)).toBeVisible()
  await codeField(page).fill(await newestCode(request, email))
  await expect(page).toHaveURL(/\/account\?platform=student$/)
  await expect(nameRow(page)).toHaveText('Not set')
  await page.getByRole('button', { name: 'Add your name' }).click()
  await expect(firstName(page)).toHaveValue('')
  await firstName(page).fill('Asha')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(nameRow(page)).toHaveText('Asha')
  await page.getByRole('button', { name: 'Change your name' }).click()
  await page.getByRole('link', { name: 'Back to your account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account')
  await elsewhere.close()
})

function nameRow(page: Page) {
  return page.getByRole('definition').first()
}
