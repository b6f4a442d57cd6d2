/** Tests the password step of sign-in (product 2.3, 4). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { networkError } from '../browser/answers.ts'
import { openBrowser } from '../browser/browser.ts'
import { typeIdentifier } from '../otp/otp-steps.ts'
import {
  homeOf,
  loginPath,
  openSignIn,
  reachPasswordStep,
  showsIdentifier,
  typePassword,
} from './sign-in-steps.ts'

const home = homeOf('student')

test('the password step shows the user and keeps the identifier for password managers', async () => {
  const { browser, page } = await openSignIn()
  const { email } = await browser.service.makeUser()
  await typeIdentifier(page, `  ${email} `)
  await page.heading('Welcome back, Asha')
  await page.sees(email)
  await page.focused('current-password')
  assert.equal((await page.field('Password')).autocomplete, 'current-password')
  const kept = page.document.querySelector<HTMLInputElement>('input[autocomplete=username]')
  assert.equal(kept?.value, email)
})

test("'Not you? Change' leads back to the identifier and clears the password", async () => {
  const { page, email } = await reachPasswordStep()
  await page.type('Password', 'half typed')
  await page.press(/Not you\? Change/)
  await page.focused('title')
  await showsIdentifier(page, email)
  await page.press('Next')
  await page.focused('current-password')
  assert.equal((await page.field('Password')).value, '')
})

test('the password step shows no name for staff', async () => {
  const browser = await openBrowser()
  const { email } = await browser.service.makeUser({ platforms: ['serviceAdmin'] })
  const page = await browser.open('/internal')
  assert.equal(page.url.pathname + page.url.search, '/?platform=serviceAdmin')
  await typeIdentifier(page, email)
  await page.focused('current-password')
  await page.heading('Enter your password')
  assert.doesNotMatch(page.text(), /Asha/)
})

test('a wrong password is refused without saying which half was wrong, and the right one signs in after it', async () => {
  const { page } = await reachPasswordStep({ platform: 'professor' })
  await typePassword(page, 'not the password')
  await page.described('current-password', /^Error: That password isn’t right\. Try again or reset it\.$/)
  assert.equal((await page.field('Password')).getAttribute('aria-invalid'), 'true')
  assert.ok(!page.document.querySelector('.notice-error'), 'stands above the form too')
  await page.focused('current-password')
  await page.waitFor(() =>
    assert.match(page.document.getElementById('live-alert')?.textContent ?? '', /^Password: That password/),
  )
  await typePassword(page, rightPassword)
  await page.leaves(homeOf('professor'))
})

test('the password step keeps user and text without a network', async () => {
  const { browser, page, email } = await reachPasswordStep()
  browser.setOnline(false)
  await typePassword(page, 'typed while offline')
  await page.notice(/offline/i)
  assert.equal((await page.field('Password')).value, 'typed while offline')
  await page.sees('Asha Rao')
  page.back()
  await page.focused('title')
  await showsIdentifier(page, email)
  page.forward()
  await page.focused('current-password')
  browser.setOnline(true)
  page.answer(/^\/api\//, () => {
    throw networkError()
  })
  await page.reload()
  await page.sees('Asha Rao')
  await page.focused('current-password')
})

test('pressing Enter twice sends one sign-in request', async () => {
  const { page } = await reachPasswordStep()
  const held = Promise.withResolvers<undefined>()
  page.answer(loginPath, () => held.promise)
  await page.type('Password', rightPassword)
  await page.user.keyboard('{Enter}{Enter}')
  held.resolve(undefined)
  await page.leaves(home)
  assert.equal(page.sentTo(loginPath).length, 1)
})

test('the password can be shown and hidden', async () => {
  const { page } = await reachPasswordStep()
  await page.type('Password', 'x')
  const field = await page.field('Password')
  await page.press('Show password')
  await page.waitFor(() => assert.equal(field.type, 'text'))
  await page.press('Hide password')
  await page.waitFor(() => assert.equal(field.type, 'password'))
})

test('the account page puts the focus on its heading after the sign-in', async () => {
  const { page } = await reachPasswordStep({ platform: 'serviceAdmin' })
  await typePassword(page, rightPassword)
  await page.shows('/account?platform=serviceAdmin')
  await page.waitFor(() => assert.equal(page.document.activeElement?.tagName, 'H1'))
})

test('a signed-in user goes on to the page that the platform asks for at once', async () => {
  const { page } = await reachPasswordStep()
  await typePassword(page, rightPassword)
  await page.leaves(home)
  const target = encodeURIComponent('https://student.example/library?shelf=2')
  await page.goto(`/?platform=student&redirect-url=${target}`)
  const { searchParams } = await page.leaves('https://student.example/library?')
  assert.equal(searchParams.get('shelf'), '2')
  assert.match(searchParams.get('code') ?? '', /^ac_/)
  assert.equal(page.sentTo(loginPath).length, 1)
})

test('a session of one platform does not sign in to another without access to it', async () => {
  const { page } = await reachPasswordStep({ platform: 'serviceAdmin' })
  await typePassword(page, rightPassword)
  await page.shows('/account?platform=serviceAdmin')
  await page.goto('/?platform=apiDocs')
  await page.sees('has no access to API Docs.')
  await typeIdentifier(page, 'asha')
  await page.described('username', /Enter an email/)
  assert.equal(page.url.search, '?platform=apiDocs')
})
