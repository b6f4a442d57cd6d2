/** Tests that a user who is signed in at one platform continues at another one with a tap. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Platform } from '@foyer/contract/platforms'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { type Browser, openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { signIn } from '../browser/sign-in.ts'
import { newEmail } from '../sign-up/sign-up-steps.ts'
import { homeOf, showsIdentifier } from './sign-in-steps.ts'

const continueAs = (name: string) => new RegExp(`Continue as ${name}$`)

type NewUser = { platforms: Platform[]; firstName?: string }

/** Creates a user who signs in at the first platform of the list. */
async function signInNew(browser: Browser, page: Page, { platforms, firstName = 'Maya' }: NewUser) {
  const email = newEmail()
  const [platform = 'student'] = platforms
  await browser.service.makeUser({ email, platforms, firstName, lastName: 'Verma' })
  await page.goto(`/?platform=${platform}`)
  if (page.document.documentElement.dataset.known) await page.press('Use another account')
  await signIn(page, email)
  await page.leaves(homeOf(platform))
  page.left = null
  return email
}

async function open(given: NewUser) {
  const browser = await openBrowser()
  const page = browser.newPage()
  return { browser, page, email: await signInNew(browser, page, given) }
}

test('a user who is signed in at one platform continues at another one with a tap', async () => {
  const { page } = await open({ platforms: ['student', 'professor'] })
  await page.goto('/?platform=professor')
  await page.sees('Signed in at Learning')
  await page.sees('Welcome, Maya')
  await page.press(continueAs('Maya'))
  await page.leaves(homeOf('professor'))
})

test('a form with email and password offers the account, too', async () => {
  const { page } = await open({ platforms: ['student', 'school'] })
  await page.goto('/school/login')
  await page.sees('Signed in at Learning')
  await page.press(continueAs('Maya'))
  await page.leaves(homeOf('school'))
})

test('a page never continues by itself', async () => {
  const { page } = await open({ platforms: ['student', 'professor'] })
  await page.goto('/?platform=professor&autoNext=true')
  await page.sees('Signed in at Learning')
  assert.equal(page.left, null)
  assert.equal(page.window.localStorage.getItem('foyer.auth.professor'), null)
})

test('a user without the platform adds it to the account with one tap that says so', async () => {
  const { page } = await open({ platforms: ['professor'] })
  await page.goto('/?platform=student')
  await page.sees('Your account has no Learning yet. If you continue:')
  await page.sees('Learning becomes part of your account, and you agree to the Terms of Use')
  await page.press(/Add Learning and continue as Maya$/)
  await page.leaves(homeOf('student'))
})

test('an account without access to a platform of invited users is named, and the field is shown', async () => {
  const { page } = await open({ platforms: ['student'] })
  await page.goto('/?platform=professor')
  await page.sees('Maya Verma has no access to Professor Portal.')
  await showsIdentifier(page, '')
})

test('several accounts are offered, and each can be chosen or removed', async () => {
  const { browser, page } = await open({ platforms: ['student', 'iqa'] })
  await signInNew(browser, page, { platforms: ['professor', 'iqa'], firstName: 'Arun' })
  await page.goto('/?platform=iqa')
  await page.find('button', /Maya Verma|Arun Verma/)
  await page.press(/^Remove (Maya|Arun) from this browser$/)
  await page.sees('The account was removed from this browser.')
  await page.press(/Continue as (Maya|Arun)$/)
  await page.leaves(homeOf('iqa'))
  assert.equal(Object.keys(page.window.localStorage).filter((key) => key.startsWith('foyer.auth.')).length, 2)
})

test("'Use another account' shows the empty field, where another user signs in", async () => {
  const { browser, page } = await open({ platforms: ['student', 'professor'] })
  await page.goto('/?platform=professor')
  await page.press('Use another account')
  await page.focused('username')
  await showsIdentifier(page, '')
  const email = newEmail()
  await browser.service.makeUser({ email, platforms: ['professor'] })
  await signIn(page, email)
  await page.leaves(homeOf('professor'))
})

test('a browser that the service does not know any more asks for the identifier', async () => {
  const { page } = await open({ platforms: ['student', 'professor'] })
  await page.goto('/?platform=professor')
  await page.sees('Signed in at Learning')
  const { status } = await page.window.fetch('/api/auth/browser-session/logout', { method: 'POST' })
  assert.equal(status, 200)
  await page.press(continueAs('Maya'))
  await page.sees('You are not signed in with this account in this browser any more.')
  await page.type('Email or phone number', 'nobody@example.com')
  await page.reload()
  await showsIdentifier(page, '')
})

test('a frame offers nobody', async () => {
  const { page } = await open({ platforms: ['student', 'professor'] })
  await page.goto(
    `/?platform=professor&iframe=true&origin=${encodeURIComponent('https://professor.example')}`,
  )
  assert.equal(page.document.documentElement.dataset.known, undefined)
})

test('a return to a platform after its sign-out continues with a tap while the user is signed in elsewhere', async () => {
  const { page, email } = await open({ platforms: ['student', 'professor'] })
  await page.goto('/?platform=professor')
  await page.press(continueAs('Maya'))
  await page.leaves(homeOf('professor'))
  page.left = null
  await page.goto('/logout?platform=student')
  await page.shows('/?platform=student')
  await page.sees('Signed in at Professor Portal')
  await page.goto('/logout?platform=professor')
  await page.shows('/?platform=professor')
  await page.sees('Welcome back, Maya')
  assert.ok(page.text().includes(email))
  await page.type('Password', rightPassword)
  await page.press(/Sign in$/)
  await page.leaves(homeOf('professor'))
})
