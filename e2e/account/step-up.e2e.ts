import { expect, heading, password as rightPassword, signIn, test } from '../browser.ts'
import { createUser } from '../test-users.ts'

test.use({ allowed: { errors: [/status of 40[03]/] } })

test('a user who continued from another platform proves the session by keyboard, and the change goes on', async ({
  page,
}) => {
  const platform = ['professor', 'centreAdmin']
  const email = await createUser(page.request, { platform, hasPassword: true })
  await page.goto('/?platform=professor&return=account-contacts')
  await signIn(page, email)
  await expect(heading(page)).toHaveText('Emails and phones')

  await page.goto('/?platform=centreAdmin&return=account-contacts')
  await page.getByRole('button', { name: /^Continue as Ravi/ }).click()
  await expect(heading(page)).toHaveText('Emails and phones')
  await page.getByRole('button', { name: 'Add another email address' }).click()
  const added = page.getByLabel('Email', { exact: true })
  await added.fill(email.replace('@', '.new@'))
  await added.press('Enter')

  const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' })
  const password = dialog.getByLabel('Password', { exact: true })
  await expect(password).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(added).toBeFocused()
  await expect(added).toHaveValue(email.replace('@', '.new@'))

  await added.press('Enter')
  await password.fill('not the password')
  await password.press('Enter')
  await expect(password).toHaveAccessibleDescription(/That password isn’t right/)
  await expect(password).toBeFocused()
  await password.fill(rightPassword)
  await password.press('Enter')
  await expect(heading(page)).toHaveText('Check your email')
  await expect(dialog).toHaveCount(0)
})
