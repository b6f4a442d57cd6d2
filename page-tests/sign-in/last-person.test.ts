/** Tests which person a browser offers after the sign-out. A browser test checks that the offer replaces the field (N-103). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Platform } from '@foyer/contract/platforms'
import { codeTo } from '../../api/src/features/otp/test-codes.ts'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { type Browser, openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { openAccount, signIn } from '../browser/sign-in.ts'
import { codeLabel, typeIdentifier } from '../otp/otp-steps.ts'
import { newEmail } from '../sign-up/sign-up-steps.ts'
import { homeOf, showsIdentifier, typePassword } from './sign-in-steps.ts'

const home = homeOf('professor')
const passwordLabel = 'Sign in with password'
/** The button of the form that asks a known person for the password; style sheets hide its other texts. */
const signInButton = /Sign in$/

/** Returns the mark on the document. The style sheet shows the offer in place of the field while the mark is set. */
const offered = ({ document }: Page) => document.documentElement.dataset.known

/** Finds the chip of the offered person, not the chip of a later step. */
const chip = ({ document }: Page) => document.querySelector('.known-person .identity-chip')

const storage = ({ window }: Page) => JSON.stringify({ ...window.localStorage, ...window.sessionStorage })

/** Submits a password in the form that greets the person. */
async function answerGreeting(page: Page, password: string): Promise<void> {
  await page.sees('Welcome back, Asha')
  await page.type('Password', password)
  await page.press(signInButton)
}

/** Creates a user, who signs in and out. */
async function visitOnce(
  platform: Platform = 'professor',
): Promise<{ browser: Browser; page: Page; email: string }> {
  const browser = await openBrowser()
  const email = newEmail()
  await browser.service.makeUser({ email, platforms: [platform] })
  const page = await browser.open(`/?platform=${platform}`)
  await signIn(page, email)
  await page.leaves(homeOf(platform))
  await signOut(page, platform)
  return { browser, page, email }
}

async function signOut(page: Page, platform: Platform = 'professor'): Promise<void> {
  page.left = null
  await page.goto(`/logout?platform=${platform}`)
  await page.shows(`/?platform=${platform}`)
  await page.sees('You have signed out')
}

async function offers(page: Page, email: string): Promise<void> {
  await page.waitFor(() => assert.match(page.text(chip(page) ?? undefined), new RegExp(RegExp.escape(email))))
  assert.equal(offered(page), email)
}

test('after sign-out the next visit greets the last person, who types only the password', async () => {
  const { page, email } = await visitOnce()
  await offers(page, email)
  await page.focused('current-password')
  await answerGreeting(page, rightPassword)
  await page.leaves(home)
})

test('a wrong password of the last person is refused on the step of the password', async () => {
  const { page, email } = await visitOnce()
  await offers(page, email)
  await answerGreeting(page, 'wrong password')
  await page.sees('That password isn’t right')
  await page.focused('current-password')
  await typePassword(page, rightPassword)
  await page.leaves(home)
})

test('an empty password of the last person has an error of its own', async () => {
  const { page, email } = await visitOnce()
  await offers(page, email)
  await page.press(signInButton)
  await page.sees('Enter your password')
  await page.focused('current-password')
})

test('the last person may ask for a code instead of typing the password', async () => {
  const { browser, page, email } = await visitOnce()
  await offers(page, email)
  await page.press('Sign in with OTP')
  await page.focused('otp')
  await page.sees('Resend in')
  await page.type(codeLabel, await codeTo(browser.service, email))
  await page.leaves(home)
})

test("'Someone else' forgets the person and shows an empty field with the focus", async () => {
  const { page, email } = await visitOnce()
  await page.press('Someone else')
  await page.focused('username')
  await showsIdentifier(page, '')
  assert.equal(offered(page), undefined)
  assert.ok(!storage(page).includes(email))
  await page.reload()
  await showsIdentifier(page, '')
  assert.equal(offered(page), undefined)
  assert.ok(!page.document.documentElement.outerHTML.includes(email))
})

test("'Not you? Change' on the password step forgets the offered person, too", async () => {
  const { page, email } = await visitOnce()
  await offers(page, email)
  await answerGreeting(page, 'wrong password')
  await page.sees('That password isn’t right')
  page.back()
  await offers(page, email)
  await answerGreeting(page, 'wrong password')
  await page.sees('That password isn’t right')
  await page.press('Not you? Change account')
  await showsIdentifier(page, '')
  assert.equal(offered(page), undefined)
  assert.ok(!storage(page).includes(email))
})

test('each platform offers its own last person, and an email in the address wins', async () => {
  const { page, email } = await visitOnce()
  await page.goto('/?platform=iqa')
  assert.equal(offered(page), undefined)
  await page.goto('/?platform=professor&email=bela%40example.com')
  await showsIdentifier(page, 'bela@example.com')
  assert.equal(offered(page), undefined)
  assert.ok(!page.text().includes(email))
  await page.goto('/?platform=professor')
  await offers(page, email)
})

test('a user who signed in with a code last is sent one, with the password a click away', async () => {
  const browser = await openBrowser()
  const email = newEmail()
  await browser.service.makeUser({ email, platforms: ['professor'] })
  const page = await browser.open('/?platform=professor')
  await typeIdentifier(page, email)
  await page.focused('current-password')
  await page.press('Sign in with OTP')
  await page.focused('otp')
  await page.sees('Resend in')
  await page.type(codeLabel, await codeTo(browser.service, email))
  await page.leaves(home)
  await signOut(page)
  await page.press(/Email me a code$/)
  await page.focused('otp')
  await page.press(passwordLabel)
  await page.focused('current-password')
  await typePassword(page, rightPassword)
  await page.leaves(home)
})

test('a form with email and password asks the last person only for the password', async () => {
  const browser = await openBrowser()
  const email = newEmail()
  await browser.service.makeUser({ email, platforms: ['school'] })
  const page = await browser.open('/school/login')
  await page.type(/^Email/, email)
  await page.type('Password', rightPassword)
  await page.press('Sign in')
  await page.leaves(homeOf('school'))
  page.left = null
  await page.goto('/school/logout')
  await page.shows('/school/login')
  await page.sees('You have signed out')
  await offers(page, email)
  await page.sees('Welcome back, Asha')
  await page.focused('current-password')
  await page.type('Password', rightPassword)
  await page.press('Sign in')
  await page.leaves(homeOf('school'))
})

test('a user whose session ended elsewhere is offered on the account page’s way to sign-in', async () => {
  const browser = await openBrowser()
  const email = newEmail()
  await browser.service.makeUser({ email, platforms: ['professor'] })
  const page = await browser.open('/?platform=professor')
  await openAccount(page, email)
  page.window.localStorage.removeItem('foyer.auth.professor')
  page.window.dispatchEvent(new page.window.Event('storage'))
  await offers(page, email)
})

test('a platform that signs the user out and back in offers them, too', async () => {
  const { page, email } = await visitOnce('student')
  const target = 'https://student.example/orders'
  await page.goto(`/?platform=student&redirect-url=${encodeURIComponent(target)}`)
  await offers(page, email)
  await answerGreeting(page, rightPassword)
  await page.leaves(target)
})

test('a shared computer forgets the person at once and remembers nobody', async () => {
  const { page, email } = await visitOnce()
  await page.find('button', 'Someone else')
  await page.user.click(sharedBox(page))
  await page.sees('This computer no longer remembers anyone.')
  await page.focused('username')
  await showsIdentifier(page, '')
  assert.equal(offered(page), undefined)
  assert.ok(!storage(page).includes(email))
  await signIn(page, email)
  await page.leaves(home)
  await signOut(page)
  assert.equal(offered(page), undefined)
  assert.ok(!storage(page).includes(email))
})

test('a user can say before the sign-in that the computer is shared, and take it back', async () => {
  const browser = await openBrowser()
  const email = newEmail()
  await browser.service.makeUser({ email, platforms: ['professor'] })
  const page = browser.newPage()
  for (const isShared of [true, false]) {
    await page.goto('/?platform=professor')
    await typeIdentifier(page, email)
    await page.focused('current-password')
    const box = sharedBox(page)
    assert.equal(box.checked, !isShared)
    await page.user.click(box)
    await typePassword(page, rightPassword)
    await page.leaves(home)
    await signOut(page)
    assert.equal(offered(page), isShared ? undefined : email)
    assert.equal(storage(page).includes(email), !isShared)
  }
})

test('nothing that is kept after sign-out is a secret', async () => {
  const { page, email } = await visitOnce()
  const kept = JSON.parse(page.window.localStorage.getItem('foyer.person.professor') ?? '{}')
  assert.deepEqual(Object.keys(kept).sort(), [
    'firstName',
    'fullName',
    'identifier',
    'keptAt',
    'method',
    'picture',
    'uuid',
  ])
  assert.equal(kept.identifier, email)
  assert.ok(!storage(page).includes(rightPassword))
  assert.doesNotMatch(storage(page), /rt_|eyJ/)
})

test('a record that is too old or not a record offers nobody', async () => {
  const { page, email } = await visitOnce()
  for (const text of [
    JSON.stringify({ identifier: email, keptAt: Date.now() - 91 * 86_400_000 }),
    '{',
    JSON.stringify({ identifier: email, keptAt: Date.now() }),
  ]) {
    page.window.localStorage.setItem('foyer.person.professor', text)
    await page.goto('/?platform=professor')
    await page.waitFor(() => assert.equal(offered(page), undefined))
    assert.ok(!chip(page), 'still shown')
  }
})

test('a last person whose account is gone is forgotten, and the field says that there is no account', async () => {
  const { page } = await visitOnce('student')
  const gone = newEmail()
  const key = 'foyer.person.student'
  const kept = JSON.parse(page.window.localStorage.getItem(key) ?? '{}')
  page.window.localStorage.setItem(key, JSON.stringify({ ...kept, identifier: gone, method: 'otp' }))
  await page.goto('/?platform=student')
  await page.press(/Email me a code$/)
  await page.described('username', /could not find an account/i)
  await page.focused('username')
  await showsIdentifier(page, gone)
  await page.heading('Sign in to Learning')
  await page.reload()
  await showsIdentifier(page, '')
  assert.equal(offered(page), undefined)
})

function sharedBox(page: Page): HTMLInputElement {
  return page.get.getByRole('checkbox', { name: 'This is a shared computer' })
}
