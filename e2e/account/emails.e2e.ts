import type { Page } from '@playwright/test'
import { expect, heading, signIn, test, withMotion } from '../browser.ts'
import { codeField } from '../sign-in/otp-step.ts'
import { createUser, newestCode, wrongCode } from '../test-users.ts'

test.use(withMotion)

/** Signs a new user in with a password and opens the contacts of the account; returns the email. */
async function reachContacts(page: Page): Promise<string> {
  const email = await createUser(page.request, { platform: 'professor', hasPassword: true })
  await page.goto('/?platform=professor&return=account-contacts')
  await signIn(page, email)
  await expect(heading(page)).toHaveText('Emails and phones')
  return email
}

const row = (page: Page, email: string) => page.locator('.facts-row', { hasText: email })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test.use({ allowed: { errors: [/status of 40[013]/] } })

test('a user adds an email, goes on after a reload, verifies it, signs in with it and takes the change back', async ({
  page,
  request,
}) => {
  const email = await reachContacts(page)
  const further = email.replace('@', '.new@')
  await press(page, 'Add another email address')
  await expect(page).toHaveURL(/#add-email$/)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await press(page, 'Send code')
  await expect(page.getByLabel('Email', { exact: true })).toHaveAccessibleDescription(/in the list already/)
  await page.getByLabel('Email', { exact: true }).fill(further)
  await press(page, 'Send code')
  await expect(heading(page)).toHaveText('Check your email')
  await expect(page.getByText('This is a shared computer')).toHaveCount(0)
  const code = await newestCode(request, further)
  await page.reload()
  await codeField(page).fill(wrongCode(code))
  await expect(codeField(page)).toHaveAccessibleDescription(/That code isn’t right/)
  await codeField(page).fill(code)
  await expect(page.locator('#live-status')).toHaveText(`${further} verified.`)

  await press(page, `Make sign-in address ${further}`)
  await press(page, 'Change sign-in address')
  await expect(page.locator('#live-status')).toHaveText(`You now sign in with ${further}.`)
  await expect(row(page, further)).toContainText('You sign in with this address')
  await page.reload()
  await expect(row(page, further)).toContainText('You sign in with this address')
  await press(page, `Remove ${email}`)
  await press(page, 'Remove address')
  await expect(page.locator('.facts-question')).toContainText('can undo the change for 7 days')

  const inbox = await request.get('/dev/inbox', { headers: { accept: 'application/json' } })
  const { data } = (await inbox.json()) as { data: { to: string; text: string }[] }
  const mail = data.find(({ to, text }) => to === email && text.includes('/revert-email/'))
  const link = /\/revert-email\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  await page.goto(link)
  await expect(page).toHaveURL('/revert-email/-?platform=professor')
  await page.reload()
  await press(page, 'Undo the change')
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await page.goto(link)
  await expect(heading(page)).toHaveText('This link has already been used')
  await page.goto('/account?platform=professor')
  await expect(page.getByRole('button', { name: 'Sign out' })).toHaveCount(0)
})
