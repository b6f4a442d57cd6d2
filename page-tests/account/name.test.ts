/** Tests the name on the account page (product 2.6) (N-39). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeTo } from '../../api/src/features/otp/test-codes.ts'
import { openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { openAccount } from '../browser/sign-in.ts'
import { fillIn, typeIdentifier } from '../otp/otp-steps.ts'
import { home, reachPasswordStep, typePasswords } from '../sign-up/sign-up-steps.ts'

/** Waits until the head of the overview shows this name; null: no name. */
function showsName(page: Page, name: string | null): Promise<void> {
  return page.waitFor(() => {
    page.get.getByRole('heading', { name: 'Your account' })
    const shown = page.document.querySelector('.account-hero-name')
    assert.equal(shown && page.text(shown), name)
  })
}

test('the account page changes the name and refuses a name without a letter', async () => {
  const browser = await openBrowser()
  const { email } = await browser.service.makeUser({ platforms: ['professor'] })
  const page = browser.newPage()
  await openAccount(page, email)
  await page.press('Change your name')
  await page.heading('Your name')
  assert.equal(page.url.href.split('/').at(-1), 'account?platform=professor#name')
  await page.focused('given-name')
  assert.equal((await page.field('First name')).value, 'Asha')
  await page.type('First name', '1800 555 0199')
  await page.press('Save name')
  await page.described('given-name', /Enter a name with at least one letter$/)
  await page.type('First name', ' 😀 Leela ')
  await page.user.clear(await page.field('Last name'))
  await page.press('Save name')
  await page.waitFor(() =>
    assert.equal(page.text(page.document.getElementById('live-status') as Element), 'Name saved.'),
  )
  await showsName(page, '😀 Leela')
  await page.reload()
  await showsName(page, '😀 Leela')
})

test('the owner of an email adds a name after another user signed up with that email', async () => {
  const { page: otherPage, email } = await reachPasswordStep()
  await typePasswords(otherPage)
  await otherPage.leaves(home)

  const browser = await openBrowser()
  const page = await browser.open('/account?platform=student')
  await typeIdentifier(page, email)
  await page.press('Sign in with OTP')
  await page.sees('Resend in')
  await fillIn(page, await codeTo(browser.service, email))
  await page.shows(/^\/account\?platform=student$/)
  await showsName(page, null)
  await page.press('Add your name')
  assert.equal((await page.field('First name')).value, '')
  await page.type('First name', 'Leela')
  await page.press('Save name')
  await showsName(page, 'Leela')
  await page.press('Change your name')
  await page.press('Back to your account')
  await page.heading('Your account')
})
