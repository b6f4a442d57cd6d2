/** Tests the help page: opening topics, the request and its mails, early typing and the keyboard. */
import { expect, heading, test, withMotion } from '../browser.ts'
import { gotoEarly } from '../page-start.ts'
import { holdScripts } from '../sign-in/hold-scripts.ts'
import { supportEmail } from '../test-installation.ts'
import { newEmail } from '../test-users.ts'
import {
  categoriesAbout,
  category,
  emailField,
  mailsAbout,
  messageField,
  openHelp,
  reference,
  sendButton,
  typeQuestion,
} from './help-steps.ts'

test.use(withMotion)

test('a visitor chooses a topic, reads its answer, writes, and gets a reference by page and mail', async ({
  page,
  request,
}) => {
  const email = newEmail()
  await openHelp(page)
  await expect(page).toHaveTitle(/^Help – /)
  await expect(page.getByText(categoriesAbout)).not.toBeInViewport()
  await category(page, 'My code or link doesn’t arrive').check()
  await expect(page.getByText(categoriesAbout)).toBeInViewport()
  await typeQuestion(page)
  await emailField(page).fill(email)
  await page.getByLabel('Name (optional)').fill('Meera Nair')
  await sendButton(page).click()
  await expect(heading(page)).toHaveText('We got your message')
  await expect(heading(page)).toBeFocused()
  await expect(page.getByText(email)).toBeVisible()
  const given = await reference(page)
  const [received, asked] = await mailsAbout(request, given)
  expect([received?.to, asked?.to]).toEqual([email, supportEmail])
  expect(asked?.subject).toBe(`[${given}] No code since this morning`)
  expect(asked?.text).toContain('> I asked for a code three times.\n> None has arrived.')
  expect(received?.text).not.toContain('three times')
})

test('a request that is begun before the script arrives can be written and sent with the keyboard alone', async ({
  page,
}) => {
  const release = await holdScripts(page)
  await gotoEarly(page, '/help?platform=student')
  await messageField(page).fill('Typed early')
  release()
  await expect(page.getByRole('radio')).toHaveCount(8)
  await expect(messageField(page)).toHaveValue('Typed early')
  await page.reload()
  await expect(page.getByRole('radio')).toHaveCount(8)
  await expect(messageField(page)).toHaveValue('Typed early')
  await category(page, 'I can’t sign in').focus()
  await page.keyboard.press('ArrowDown')
  await expect(category(page, 'My code or link doesn’t arrive')).toBeChecked()
  // The answer of this category has a link.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(newEmail())
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('No code')
  await page.keyboard.press('Tab')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Another')
  await expect(messageField(page)).toHaveValue('Typed early\nAnother')
  await page.keyboard.press('Tab')
  await expect(sendButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('We got your message')
})
