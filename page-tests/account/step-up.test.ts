/** Tests the dialog that asks for a proof when the last one is too old for a change (product 2.5). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { within } from '@testing-library/dom'
import { emailSteps } from '../../api/src/features/contacts/test-emails.ts'
import { codeTo } from '../../api/src/features/otp/test-codes.ts'
import { ageSessions } from '../../api/src/features/step-up/test-step-up.ts'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { networkError, refusal } from '../browser/answers.ts'
import { type Browser, openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { openAccount } from '../browser/sign-in.ts'
import { codesTo, fillIn } from '../otp/otp-steps.ts'

const title = 'Confirm that it’s you'
const emailsPath = '/api/profile/emails'
const stepUpPath = '/api/auth/step-up'
const dialogOf = (page: Page) => page.document.querySelector('dialog')
const hasNoDialog = (page: Page) => page.waitFor(() => assert.ok(!dialogOf(page), 'still shown'))

/** Signs a user in, makes the proof too old, and opens the form that adds an address, with an address typed. */
async function typeAddress(browser: Browser) {
  const { uuid, email } = await browser.service.makeUser({ platforms: ['professor'] })
  const page = browser.newPage()
  await openAccount(page, email, { section: 'account-contacts' })
  await ageSessions(browser.service, uuid)
  const added = email.replace('@', '.new@')
  await page.press('Add another email address')
  await page.type('Email', added)
  return { page, email, uuid, added }
}

/** Opens the dialog by the form that adds an address. */
async function reachDialog(browser: Browser) {
  const reached = await typeAddress(browser)
  await reached.page.press('Send code')
  await reached.page.find('dialog', title)
  return reached
}

const addressesSentBy = (page: Page) => page.sentTo(emailsPath, 'POST').map(({ body }) => body)

test('the right password closes the dialog and repeats the change with what was typed', async () => {
  const { page, added } = await reachDialog(await openBrowser())
  await page.focused('proof-password')
  await page.press('Confirm')
  await page.described('proof-password', /Enter your password/)
  await page.type('Password', 'not the password')
  await page.press('Confirm')
  await page.described('proof-password', /That password isn’t right/)
  await page.focused('proof-password')
  assert.equal((await page.field('Password')).value, '')
  await page.type('Password', rightPassword)
  await page.press('Confirm')
  await page.heading('Check your email')
  await hasNoDialog(page)
  assert.deepEqual(addressesSentBy(page), [{ email: added }, { email: added }])
})

test('a question in a row stays open over Cancel, and the proof makes the address primary', async () => {
  const browser = await openBrowser()
  const { uuid, email } = await browser.service.makeUser({ platforms: ['professor'] })
  const page = browser.newPage()
  await openAccount(page, email, { section: 'account-contacts' })
  const { accessToken } = JSON.parse(page.window.localStorage.getItem('foyer.auth.professor') ?? '{}')
  const further = email.replace('@', '.new@')
  await emailSteps(() => browser.service).addVerified(accessToken, further)
  await ageSessions(browser.service, uuid)
  await page.reload()
  await page.press(`Make sign-in address ${further}`)
  await page.press('Change sign-in address')
  // jsdom does not make the page behind the dialog inert.
  await page.user.click(within(await page.find('dialog', title)).getByRole('button', { name: 'Cancel' }))
  await hasNoDialog(page)
  const confirm = await page.find('button', 'Change sign-in address')
  await page.waitFor(() => assert.ok(page.document.activeElement === confirm, 'the focus is elsewhere'))
  await page.press('Change sign-in address')
  await page.type('Password', rightPassword)
  await page.press('Confirm')
  await page.sees(`You now sign in with ${further}.`)
  await hasNoDialog(page)
})

test('Cancel and Esc leave the form as it was, and return the focus to it', async () => {
  const { page, added } = await reachDialog(await openBrowser())
  const cancellations = [() => page.press('Cancel'), () => dialogOf(page)?.close()]
  for (const cancel of cancellations) {
    await cancel()
    await hasNoDialog(page)
    await page.waitFor(() => assert.equal(page.text(page.document.activeElement as Element), 'Send code'))
    assert.equal((await page.field('Email')).value, added)
    assert.ok(!page.document.querySelector('.notice-error'), 'no error is shown')
    await page.press('Send code')
    await page.find('dialog', title)
  }
  assert.deepEqual(page.sentTo(stepUpPath), [])
})

test('a code proves the session too: it is checked once it is complete, and a wrong one is told', async () => {
  const browser = await openBrowser()
  const { page, email } = await reachDialog(browser)
  await page.press('Email me a code')
  await page.focused('proof-code')
  await page.sees(`A 6-digit code was sent to ${email[0]}•••@`)
  const code = await codeTo(browser.service, email)
  await fillIn(page, code === '111111' ? '222222' : '111111')
  await page.described('proof-code', /That code isn’t right/)
  await fillIn(page, code)
  await page.heading('Check your email')
  await hasNoDialog(page)
  assert.equal((await codesTo(browser, email)).length, 1)
})

test('the user goes back from the code to the password', async () => {
  const { page } = await reachDialog(await openBrowser())
  await page.press('Email me a code')
  await page.focused('proof-code')
  await page.press('Use your password')
  await page.focused('proof-password')
})

test('an account without a password gets a code when the user asks for one', async () => {
  const browser = await openBrowser()
  const { page, email, uuid } = await typeAddress(browser)
  await browser.service.services.db.deleteFrom('credentials').where('userId', '=', uuid).execute()
  await page.press('Send code')
  await page.find('dialog', title)
  await page.sees('We’ll send a code to')
  assert.equal((await codesTo(browser, email)).length, 0)
  await page.user.click(within(await page.find('dialog', title)).getByRole('button', { name: 'Send code' }))
  await page.focused('proof-code')
  assert.ok(!page.get.queryByRole('button', { name: 'Use your password' }))
  await fillIn(page, await codeTo(browser.service, email))
  await page.heading('Check your email')
})

test('an account that can prove nothing is told what to do, without a dialog', async () => {
  const { page } = await typeAddress(await openBrowser())
  const detail = 'Sign out, and sign in again before you change this.'
  const proofs = { has_passkey: false, has_password: false, code: null }
  page.answer(emailsPath, ({ method }) =>
    method === 'POST' ? refusal(403, { code: 'proof-needed', message: 'No.', detail, proofs }) : undefined,
  )
  await page.press('Send code')
  await page.notice(detail)
  assert.ok(!dialogOf(page))
})

test('a lockout is told in the dialog, and a code that comes too soon', async () => {
  const { page } = await reachDialog(await openBrowser())
  const message = 'Too many attempts. Please try again in 30 seconds.'
  page.answer(stepUpPath, () => refusal(429, { code: 'too-many-attempts', message }, { 'retry-after': '30' }))
  await page.type('Password', rightPassword)
  await page.press('Confirm')
  await page.notice('Too many attempts.')
  page.answer('/api/auth/users/otp', () =>
    refusal(429, { code: 'otp-too-soon', message: 'You can ask for another code in 30 seconds.' }),
  )
  await page.press('Email me a code')
  await page.notice('You can ask for another code in 30 seconds.')
  assert.ok(dialogOf(page))
})

test('a lost answer is told in the dialog, and Try again repeats the proof', async () => {
  const { page } = await reachDialog(await openBrowser())
  const restore = page.answer(stepUpPath, () => {
    throw networkError()
  })
  await page.type('Password', rightPassword)
  await page.press('Confirm')
  await page.notice('The service didn’t answer. Please try again.')
  restore()
  await page.press('Try again')
  await page.heading('Check your email')
})

test('a slow proof says so, and keeps what was typed', async () => {
  const browser = await openBrowser()
  const { uuid, email } = await browser.service.makeUser({ platforms: ['professor'] })
  const page = browser.newPage({ clock: true })
  await openAccount(page, email, { section: 'account-contacts' })
  await ageSessions(browser.service, uuid)
  await page.press('Add another email address')
  await page.type('Email', email.replace('@', '.new@'))
  await page.press('Send code')
  await page.find('dialog', title)
  page.answer(stepUpPath, () => new Promise(() => {}))
  await page.type('Password', rightPassword)
  await page.press('Confirm')
  await page.sees('Checking…')
  page.clock.tick(6_000)
  await page.sees('Still working…')
  assert.equal((await page.field('Password')).value, rightPassword)
})

test('a session that has ended meanwhile needs a sign-in in place of the proof', async () => {
  const browser = await openBrowser()
  const { page, uuid } = await reachDialog(browser)
  const { db } = browser.service.services
  await db.updateTable('sessions').set({ revokedAt: new Date() }).where('userId', '=', uuid).execute()
  page.answer(stepUpPath, () => refusal(401, { code: 'session-ended', message: 'Your session has ended.' }))
  await page.type('Password', rightPassword)
  await page.press('Confirm')
  await page.find('dialog', 'Sign in again')
  await page.sees('Your session has ended.')
  await page.type('Password', rightPassword)
  await page.press('Sign in')
  await page.heading('Check your email')
  await hasNoDialog(page)
})
