import type { Browser } from '@playwright/test'
import { expect, heading, password as rightPassword, signIn, test } from '../browser.ts'
import { createUser, newestCode } from '../test-users.ts'
import { drawing } from './drawing.ts'

test.use({ allowed: { errors: [/status of 401/] } })

/** Ends the other sessions of a user in another browser. */
async function signOutFromElsewhere(browser: Browser, email: string, platform: string): Promise<void> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`/?platform=${platform}&return=account-security`)
  await signIn(page, email)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page
    .getByRole('group', { name: /You stay signed in here/ })
    .getByRole('button', { name: 'Sign out everywhere else' })
    .click()
  await expect(page.getByText('Signed out everywhere else.').first()).toBeVisible()
  await context.close()
}

test('two tabs whose session ends sign in again by keyboard and by code, and go on with what was typed', async ({
  page,
  context,
  browser,
}) => {
  const email = await createUser(page.request, { platform: 'professor', hasPassword: true })
  const address = '/account/contacts?platform=professor'
  await page.goto('/?platform=professor&return=account-contacts')
  await signIn(page, email)
  await expect(heading(page)).toHaveText('Emails and phones')
  await page.getByRole('button', { name: 'Add another email address' }).click()
  const added = page.getByLabel('Email', { exact: true })
  await added.fill(email.replace('@', '.new@'))
  const second = await context.newPage()
  await second.goto(address)
  await second.getByRole('button', { name: 'Add another email address' }).click()
  const other = second.getByLabel('Email', { exact: true })
  await other.fill(email.replace('@', '.other@'))

  await signOutFromElsewhere(browser, email, 'professor')

  await added.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  const password = dialog.getByLabel('Password', { exact: true })
  await expect(password).toBeFocused()
  // The tab that found the end has removed the session, so the other tab asks as well.
  await expect(second.getByRole('dialog', { name: 'Sign in again' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(added).toHaveValue(email.replace('@', '.new@'))
  await added.press('Enter')
  await dialog.getByRole('button', { name: 'Email me a code' }).click()
  await dialog.getByLabel('Code').fill(await newestCode(page.request, email))
  await expect(heading(page)).toHaveText('Check your email')

  // The sign-in of the first tab is that of the second one.
  await expect(second.getByRole('dialog')).toHaveCount(0)
  await expect(other).toHaveValue(email.replace('@', '.other@'))
})

test('a user who signs in on the sign-in page comes back to what was typed', async ({ page, browser }) => {
  const email = await createUser(page.request, { platform: 'student', hasPassword: true })
  await page.goto('/?platform=student&return=account')
  await signIn(page, email)
  await page.getByRole('button', { name: 'Change your name' }).click()
  const first = page.getByLabel('First name')
  await first.fill('Meera')
  await signOutFromElsewhere(browser, email, 'student')

  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in another way' }).click()
  await page.getByLabel('Password', { exact: true }).fill(rightPassword)
  await page.keyboard.press('Enter')
  await expect(first).toHaveValue('Meera')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByText('Name saved.').first()).toBeVisible()
})

test('a user whose session ends while a picture is cut signs in above the editor, and the cut picture is saved', async ({
  page,
  browser,
}) => {
  const email = await createUser(page.request, { platform: 'student', hasPassword: true })
  await page.goto('/?platform=student&return=account')
  await signIn(page, email)
  const file = { name: 'me.png', mimeType: 'image/png', buffer: drawing(400, 300) }
  await page.getByLabel('Picture', { exact: true }).setInputFiles(file)
  const editor = page.getByRole('dialog', { name: 'Your picture' })
  await editor.getByRole('slider', { name: 'Left and right' }).press('ArrowLeft')
  const cut = await editor.getByRole('slider', { name: 'Left and right' }).inputValue()
  await signOutFromElsewhere(browser, email, 'student')

  await editor.getByRole('button', { name: 'Save picture' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(editor.locator('.field-error')).toContainText('Sign in again to go on.')
  await expect(editor.getByRole('slider', { name: 'Left and right' })).toHaveValue(cut)
  await editor.getByRole('button', { name: 'Save picture' }).click()
  await dialog.getByLabel('Password', { exact: true }).fill(rightPassword)
  await page.keyboard.press('Enter')
  await expect(editor).toBeHidden()
  await expect(page.locator('main img')).toHaveAttribute('src', /^\/api\/pictures\//)
  await expect(page.getByRole('button', { name: 'Change your picture' })).toBeFocused()
})
