/** Tests that the end of a session on a page of the account loses nothing typed: the user signs in again in a dialog. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logout } from '@foyer/contract/routes/sessions'
import { login } from '@foyer/contract/routes/sign-in'
import { within } from '@testing-library/dom'
import { codeTo } from '../../api/src/features/otp/test-codes.ts'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { networkError, refusal } from '../browser/answers.ts'
import { type Browser, openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { openAccount, signIn } from '../browser/sign-in.ts'
import { codesTo, fillIn } from '../otp/otp-steps.ts'

const title = 'Sign in again'
const emailsPath = '/api/profile/emails'
const authKey = 'foyer.auth.professor'
const wordsKey = 'foyer.kept-words.professor'
const usersPath = '/api/auth/users/fetch'

const dialogOf = (page: Page) => page.document.querySelector('dialog')
const hasNoDialog = (page: Page) => page.waitFor(() => assert.ok(!dialogOf(page), 'still shown'))
const emailsSentBy = (page: Page) => page.sentTo(emailsPath, 'POST').map(({ body }) => body)

/** Ends the session of the page, as from another browser. */
async function endSession({ service }: Browser, page: Page): Promise<void> {
  const { accessToken } = JSON.parse(page.window.localStorage.getItem(authKey) ?? '{}')
  await service.call(logout, {}, { token: accessToken })
}

/** jsdom does not make the page behind the dialog inert, so a button of the dialog is looked for there. */
async function pressInDialog(page: Page, name: string): Promise<void> {
  const button = await page.waitFor(() => {
    const shown = dialogOf(page)
    assert.ok(shown, 'There is no dialog')
    return within(shown).getByRole('button', { name })
  })
  await page.user.click(button)
}

/** Opens the form that adds an address, types one, and ends the session. */
async function typeAddress(browser: Browser) {
  const { uuid, email } = await browser.service.makeUser({ platforms: ['professor'] })
  const page = browser.newPage()
  await openAccount(page, email, { section: 'account-contacts' })
  await page.press('Add another email address')
  const added = email.replace('@', '.new@')
  await page.type('Email', added)
  await endSession(browser, page)
  return { page, email, uuid, added }
}

async function reachDialog(browser: Browser) {
  const reached = await typeAddress(browser)
  await reached.page.press('Send code')
  await reached.page.find('dialog', title)
  return reached
}

/** Tells the page that another tab has changed what the browser keeps. jsdom has no tabs. */
function tellChange(page: Page, key: string, newValue: string | null): void {
  const { window } = page
  const oldValue = newValue === null ? 'before' : null
  window.dispatchEvent(new window.StorageEvent('storage', { key, oldValue, newValue }))
}

test('the password signs in again, and the same request is sent once more', async () => {
  const { page, added } = await reachDialog(await openBrowser())
  await page.focused('proof-password')
  await page.sees('Your session has ended. What you typed is still here.')
  await page.type('Password', 'not the password')
  await pressInDialog(page, 'Sign in')
  await page.described('proof-password', /That password isn’t right/)
  await page.type('Password', rightPassword)
  await pressInDialog(page, 'Sign in')
  await page.heading('Check your email')
  await hasNoDialog(page)
  assert.deepEqual(emailsSentBy(page), [{ email: added }, { email: added }])
})

test('a code signs in again', async () => {
  const browser = await openBrowser()
  const { page, email } = await reachDialog(browser)
  await pressInDialog(page, 'Email me a code')
  await page.focused('proof-code')
  const code = await codeTo(browser.service, email)
  await fillIn(page, code)
  await page.heading('Check your email')
  await hasNoDialog(page)
  assert.equal((await codesTo(browser, email)).length, 1)
})

test('a request that is refused again is not sent a third time, and its sentence is shown', async () => {
  const { page } = await typeAddress(await openBrowser())
  let count = 0
  page.answer(emailsPath, ({ method }) => {
    if (method !== 'POST') return undefined
    count += 1
    return count === 1 ? undefined : refusal(429, { code: 'too-many-attempts', message: 'Wait a while.' })
  })
  await page.press('Send code')
  await page.find('dialog', title)
  await page.type('Password', rightPassword)
  await pressInDialog(page, 'Sign in')
  await page.notice('Wait a while.')
  assert.equal(count, 2)
})

test('Cancel leaves the form as it was with a sentence, and the next attempt asks again', async () => {
  const { page, added } = await reachDialog(await openBrowser())
  await pressInDialog(page, 'Cancel')
  await hasNoDialog(page)
  await page.notice('Your session has ended. Sign in again to go on.')
  assert.equal((await page.field('Email')).value, added)
  await page.press('Send code')
  await page.find('dialog', title)
  await page.type('Password', rightPassword)
  await pressInDialog(page, 'Sign in')
  await page.heading('Check your email')
})

test('a dialog that cannot be prepared is told like a lost connection', async () => {
  const { page, added } = await typeAddress(await openBrowser())
  const recover = page.answer(usersPath, () => {
    throw networkError()
  })
  await page.press('Send code')
  await page.notice(/answer|connection/i)
  assert.equal((await page.field('Email')).value, added)
  recover()
  await page.press('Send code')
  await page.find('dialog', title)
})

test('the sign-in page signs in too, and the page then has what was typed', async () => {
  const { page, added } = await reachDialog(await openBrowser())
  await pressInDialog(page, 'Sign in another way')
  await page.shows('/?platform=professor&return=account-contacts')
  // The sign-in page knows the last person of the browser.
  await page.type('Password', rightPassword)
  await page.press('Sign in')
  await page.heading('Add an email address')
  await page.waitFor(() =>
    assert.equal(page.document.querySelector<HTMLInputElement>('#new-email')?.value, added),
  )
  assert.equal(page.window.sessionStorage.getItem(wordsKey), null)
})

test('a password that the user has made visible is not kept', async () => {
  const { page, added } = await reachDialog(await openBrowser())
  await page.type('Password', rightPassword)
  await pressInDialog(page, 'Show password')
  await pressInDialog(page, 'Sign in another way')
  await page.shows('/?platform=professor&return=account-contacts')
  const kept = page.window.sessionStorage.getItem(wordsKey) ?? ''
  assert.ok(kept.includes(added))
  assert.ok(!kept.includes(rightPassword))
})

test('a user who has nothing to prove with is led to the sign-in page', async () => {
  const { page } = await typeAddress(await openBrowser())
  page.answer(usersPath, () => refusal(404, { code: 'user-not-found', message: 'Not found.' }))
  await page.press('Send code')
  await page.find('dialog', title)
  await page.sees('What you typed is kept while you sign in.')
  assert.ok(!dialogOf(page)?.querySelector('input'), 'the dialog has a field')
  await pressInDialog(page, 'Go to sign-in')
  await page.shows('/?platform=professor&return=account-contacts')
  assert.ok(page.window.sessionStorage.getItem(wordsKey))
})

test('another user who signs in on the sign-in page does not get the words', async () => {
  const browser = await openBrowser()
  const { page } = await reachDialog(browser)
  const other = await browser.service.makeUser({ platforms: ['professor'] })
  await pressInDialog(page, 'Sign in another way')
  await page.press(/Not you|Someone else|Change/)
  await signIn(page, other.email)
  await page.heading('Add an email address')
  assert.equal((await page.field('Email')).value, '')
  assert.equal(page.window.sessionStorage.getItem(wordsKey), null)
})

test('another user who signs in in another tab leads the page to that user’s account, without the words', async () => {
  const browser = await openBrowser()
  const { page } = await reachDialog(browser)
  const other = await browser.service.signIn('professor')
  page.window.localStorage.setItem(authKey, JSON.stringify(other))
  tellChange(page, authKey, JSON.stringify(other))
  await page.shows('/account?platform=professor')
  await page.sees(other.user.fullName)
  assert.ok(!dialogOf(page))
  assert.equal(emailsSentBy(page).length, 1)
})

test('the same user who signs in in another tab closes the dialog, and the request is sent', async () => {
  const browser = await openBrowser()
  const { page, uuid, added } = await reachDialog(browser)
  const body = { uuid, password: rightPassword, product: 'learning', platform: 'professor' } as const
  const session = (await browser.service.call(login, { body })).data
  page.window.localStorage.setItem(authKey, JSON.stringify(session))
  tellChange(page, authKey, JSON.stringify(session))
  await page.heading('Check your email')
  await hasNoDialog(page)
  assert.deepEqual(emailsSentBy(page), [{ email: added }, { email: added }])
})

test('a session that another tab finds ended asks on this page too', async () => {
  const { page, added } = await typeAddress(await openBrowser())
  page.window.localStorage.removeItem(authKey)
  tellChange(page, authKey, null)
  await page.find('dialog', title)
  await page.type('Password', rightPassword)
  await pressInDialog(page, 'Sign in')
  await hasNoDialog(page)
  assert.equal((await page.field('Email')).value, added)
})

test('a sign-out in another tab leads to sign-in and keeps nothing', async () => {
  const { page } = await typeAddress(await openBrowser())
  tellChange(page, 'foyer.forget-drafts.professor', '1')
  page.window.localStorage.removeItem(authKey)
  tellChange(page, authKey, null)
  await page.shows('/?platform=professor&return=account-contacts')
  assert.ok(!dialogOf(page))
  assert.equal(page.window.sessionStorage.getItem(wordsKey), null)
})

test('a sign-out in another tab closes the dialog of a session that had ended before', async () => {
  const { page } = await reachDialog(await openBrowser())
  tellChange(page, 'foyer.logout-everywhere', '1')
  await page.shows('/?platform=professor&return=account-contacts')
  assert.ok(!dialogOf(page))
})

test('a page that the user has not used leads to sign-in, which has every way to sign in', async () => {
  const browser = await openBrowser()
  const { email } = await browser.service.makeUser({ platforms: ['professor'] })
  const page = browser.newPage()
  await openAccount(page, email, { section: 'account-contacts' })
  await endSession(browser, page)
  await page.reload()
  await page.shows('/?platform=professor&return=account-contacts')
  assert.ok(!dialogOf(page))
})
