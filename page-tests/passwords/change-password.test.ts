/** Tests the forms of the section 'Security' that change the password or set the first password. */
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { logout } from '@foyer/contract/routes/sessions'
import { anotherCode, codeTo } from '../../api/src/features/otp/test-codes.ts'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { sharedService } from '../browser/shared-service.ts'
import { openAccount, signIn } from '../browser/sign-in.ts'
import { choosePassword, chosenPassword, mailsTo, makeUser, newEmail } from './password-steps.ts'

const security = '/account/security?platform=professor'
const changed = 'Password changed. You were signed out everywhere else.'
const set = 'Password set. You were signed out everywhere else.'

/** Opens the section of a new professor. */
async function openOwn(): Promise<{ page: Page; email: string }> {
  const email = await makeUser('professor')
  const page = (await openBrowser()).newPage()
  await openAccount(page, email, { section: 'account-security' })
  return { page, email }
}

/** Opens the change-password form of a new professor. */
async function openForm() {
  const opened = await openOwn()
  await opened.page.press('Change your password')
  await opened.page.focused('current-password')
  return opened
}

test('a user changes the password in the account and is signed out everywhere else', async () => {
  const { page, email } = await openOwn()
  const other = (await openBrowser()).newPage()
  await openAccount(other, email)
  await other.goto(`${security}#password`)
  await other.focused('current-password')

  await page.press('Change your password')
  await page.heading('Change your password')
  assert.equal(page.url.hash, '#password')
  await page.titled('Change your password – Professor Portal – ')
  await page.focused('current-password')
  assert.equal((await page.field('Current password')).autocomplete, 'current-password')
  assert.equal((await page.field('New password')).autocomplete, 'new-password')
  assert.equal(page.document.querySelector<HTMLInputElement>('[autocomplete=username]')?.value, email)
  await page.type('Current password', rightPassword)
  await choosePassword(page)
  await page.heading('Security')
  await page.sees(changed)
  const status = page.document.getElementById('live-status') ?? undefined
  await page.waitFor(() => assert.equal(page.text(status), changed))
  assert.equal(page.url.hash, '')
  assert.match((await mailsTo(email))[0]?.subject ?? '', /password was changed/)

  await other.type('Current password', rightPassword)
  await choosePassword(other, 'another staple of batteries')
  await other.sees('Your session has ended.')
  await other.focused('proof-password')
  await other.type('Password', chosenPassword)
  await other.press('Sign in')
  await other.described('current-password', /not your current password/)
})

test('the change-password form shows each error at its field and clears a wrong current password', async () => {
  const { page } = await openForm()
  await page.type('Current password', 'not my password')
  await choosePassword(page)
  await page.described('current-password', /not your current password/)
  await page.focused('current-password')
  assert.equal((await page.field('Current password')).value, '')
  assert.equal((await page.field('New password')).value, chosenPassword)
  await page.titled('Error: Change your password')
  await page.type('Current password', rightPassword)
  await choosePassword(page, rightPassword)
  await page.described('new-password', /your current password/)
  await choosePassword(page, 'password123')
  await page.described('new-password', /harder to guess/)
  await choosePassword(page)
  await page.sees(changed)
})

test('a user who forgot the current password goes to the forgot-password page with the email filled in', async () => {
  const { page, email } = await openForm()
  await page.press('Forgot Password?')
  await page.heading('Forgot your password?')
  assert.equal((await page.field('Email or phone number')).value, email)
})

test('/.well-known/change-password leads a signed-in user to the form of their platform', async () => {
  const { page } = await openOwn()
  await page.goto('/.well-known/change-password')
  await page.focused('current-password')
  assert.equal(page.url.pathname + page.url.search + page.url.hash, `${security}#password`)
})

test('the former address of the form leads to it, through sign-in too', async () => {
  const { page, email } = await openOwn()
  await page.goto('/account?platform=professor#password')
  await page.focused('current-password')
  assert.equal(page.url.pathname + page.url.search + page.url.hash, `${security}#password`)
  const other = (await openBrowser()).newPage()
  await other.goto('/account?platform=professor#password')
  await signIn(other, email)
  await other.heading('Change your password')
  assert.equal(other.url.pathname, '/account/security')
})

test('/.well-known/change-password leads a signed-out user to sign-in and then to the form', async () => {
  const email = await makeUser()
  const page = (await openBrowser()).newPage()
  await page.goto('/.well-known/change-password')
  await signIn(page, email)
  await page.heading('Change your password')
  assert.equal(
    page.url.pathname + page.url.search + page.url.hash,
    '/account/security?platform=student#password',
  )
})

test('a section of the account leads to sign-in when the session was ended elsewhere', async () => {
  const { page } = await openOwn()
  const { accessToken } = JSON.parse(page.window.localStorage.getItem('foyer.auth.professor') ?? '{}')
  const ended = await (await sharedService()).call(logout, {}, { token: accessToken })
  assert.equal(ended.status, 204)
  await page.reload()
  await page.sees('Your session has ended.')
  await page.find('button', 'Someone else')
})

/**
 * Creates a user without a password, signs in by code and opens the form of the first password. The user has an email and a
 * phone number.
 */
async function openFirst(): Promise<{ page: Page; email: string }> {
  const service = await sharedService()
  const email = newEmail()
  const phoneNumber = `+9198${randomInt(10_000_000, 99_999_999)}`
  await service.makeUser({ email, phoneNumber, platforms: ['professor'], password: null })
  const page = (await openBrowser()).newPage()
  await page.goto('/?platform=professor&return=account-security')
  await page.type('Email or phone number', phoneNumber)
  await page.press('Next')
  // The sign-in of staff asks for a password first, because it does not disclose which users have none.
  await page.press('Sign in with OTP')
  await typeCode(page, phoneNumber)
  await page.heading('Security')
  await page.sees(/Password ?Not set/)
  await page.press('Set a password')
  await page.focused('new-password')
  return { page, email }
}

async function typeCode(page: Page, contact: string, change = (code: string) => code): Promise<void> {
  await page.sees('Resend in')
  await page.type('Code', change(await codeTo(await sharedService(), contact)))
}

async function typePasswords(page: Page, text = chosenPassword): Promise<void> {
  await page.type('Password', text)
  await page.type('Confirm password', text)
  await page.press('Send code')
}

test('a user without a password sets one with a code, after a wrong one, and signs in with it', async () => {
  const { page, email } = await openFirst()
  await page.heading('Set a password')
  assert.ok(!page.get.queryByLabelText('Current password'), 'still shown')
  await typePasswords(page)
  await page.heading('Check your email')
  await typeCode(page, email, anotherCode)
  await page.sees('That code isn’t right')
  await typeCode(page, email)
  await page.heading('Security')
  await page.sees(set)
  await page.find('button', 'Change your password')
  assert.ok(!page.get.queryByRole('button', { name: 'Set a password' }), 'still shown')
  assert.match((await mailsTo(email))[0]?.subject ?? '', /has a password now/)
  const other = (await openBrowser()).newPage()
  await other.goto('/?platform=professor&return=account-security')
  await signIn(other, email, chosenPassword)
  await other.heading('Security')
})

test('a first password that the service refuses leads back to its field, and goes on with the same code', async () => {
  const { page, email } = await openFirst()
  await typePasswords(page, 'password123')
  await page.heading('Check your email')
  const codes = async () =>
    (await mailsTo(email)).filter(({ template }) => template === 'otp-code').map(({ id }) => id)
  const before = await codes()
  await typeCode(page, email)
  await page.described('new-password', /This password is too common/)
  assert.equal((await page.field('Password')).value, 'password123')
  await typePasswords(page)
  await page.sees(set)
  assert.deepEqual(await codes(), before)
})

test('a user who leaves the form of a first password and comes back reads how long to wait for the next code', async () => {
  const { page } = await openFirst()
  await typePasswords(page)
  await page.heading('Check your email')
  await page.press('Back to security')
  await page.press('Set a password')
  await typePasswords(page)
  await page.sees('You can ask for another code in')
  await page.heading('Set a password')
  assert.ok(!page.get.queryByLabelText('Code'), 'still shown')
  await page.find('button', 'Send code')
})
