/** Tests that a user who proved the account at a platform without access goes on without a second proof. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Platform } from '@foyer/contract/platforms'
import { login } from '@foyer/contract/routes/sign-in'
import { disableUser } from '../../api/src/features/accounts/account-status-changes.ts'
import { codeTo } from '../../api/src/features/otp/test-codes.ts'
import { passkeySteps } from '../../api/src/features/passkeys/test-authenticator.ts'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { networkError } from '../browser/answers.ts'
import { openBrowser } from '../browser/browser.ts'
import { makeKeeper } from '../browser/passkey-keeper.ts'
import { fillIn, typeIdentifier } from '../otp/otp-steps.ts'
import { homeOf, loginPath, openSignIn, showsIdentifier, typePassword } from './sign-in-steps.ts'

const continuePath = '/api/auth/sessions/continue-with-proof'

/** Types the right password at a platform that is not in the account. */
async function atWrongDoor(held: Platform[], wrong: Platform, query = '') {
  const { browser, page } = await openSignIn({ platform: wrong, query })
  const user = await browser.service.makeUser({ platforms: held, firstName: 'Maya' })
  await typeIdentifier(page, user.email)
  await page.focused('current-password')
  await typePassword(page, rightPassword)
  await page.notice('Your password is right, but this account has no access to')
  return { browser, page, ...user }
}

test('a user at the wrong door goes to a platform of the account with one tap', async () => {
  const { page } = await atWrongDoor(['student', 'school'], 'iqa')
  await page.find('button', 'Schools')
  await page.press('Learning')
  await page.leaves(homeOf('student'))
  assert.equal(page.sentTo(loginPath).length, 1)
})

test('a user with an account of another platform adds Learning with one tap, and arrives where the platform asked', async () => {
  const target = encodeURIComponent('https://student.example/library')
  const { browser, page } = await openSignIn({ query: `&redirect-url=${target}` })
  const { email } = await browser.service.makeUser({ platforms: ['school'] })
  await typeIdentifier(page, email)
  await page.described('username', /We could not find an account with this email/)
  await page.press('Use your account of another platform')
  assert.equal((await page.field('Email')).value, email)
  await page.type('Password', rightPassword)
  await page.press('Sign in')
  await page.sees('Or add Learning to your account:')
  await page.sees('Learning becomes part of your account, and you agree to the Terms of Use')
  await page.press('Add Learning and continue')
  await page.leaves('https://student.example/library')
})

test('a platform of invited users cannot be added', async () => {
  const { page } = await atWrongDoor(['student'], 'iqa')
  assert.equal(page.get.queryAllByRole('button', { name: /Add/ }).length, 0)
})

test('a right code opens a platform of the account without a second one', async () => {
  const { browser, page } = await openSignIn({ platform: 'iqa' })
  const { email } = await browser.service.makeUser({ platforms: ['student'] })
  await typeIdentifier(page, email)
  await page.press('Sign in with OTP')
  await page.sees('Resend in')
  await fillIn(page, await codeTo(browser.service, email))
  await page.notice('Your code is right, but this account has no access to')
  await page.press('Learning')
  await page.leaves(homeOf('student'))
})

test('a proof that has ended says so, and links to sign-in take the place of the buttons', async () => {
  const { browser, page, uuid, email } = await atWrongDoor(['student'], 'iqa')
  await disableUser(browser.service.services, uuid)
  await page.press('Learning')
  await page.sees('That sign-in has opened a platform already, or is more than five minutes old.')
  await page.find('link', 'Learning')
  await page.press('Learning')
  await page.shows('/?platform=student&email=')
  await showsIdentifier(page, email)
})

test('a lost answer keeps the buttons, and the next tap succeeds', async () => {
  const { page } = await atWrongDoor(['student'], 'iqa')
  const stop = page.answer(continuePath, () => Promise.reject(networkError()))
  await page.press('Learning')
  await page.sees('The service didn’t answer. Please try again.')
  stop()
  await page.press('Learning')
  await page.leaves(homeOf('student'))
})

test('Back leads from the account of another platform to the first step', async () => {
  const { browser, page } = await openSignIn()
  const { email } = await browser.service.makeUser({ platforms: ['school'] })
  await typeIdentifier(page, email)
  await page.press('Use your account of another platform')
  await page.type('Password', 'wrong')
  await page.press('Sign in')
  await page.described('current-password', /./)
  page.window.history.back()
  await showsIdentifier(page, email)
  await page.find('button', 'Next')
})

test('a passkey at the wrong platform opens a platform of the account with one tap', async () => {
  const browser = await openBrowser()
  const keeper = makeKeeper()
  const { uuid, email } = await browser.service.makeUser({ platforms: ['student'] })
  const { accessToken } = (
    await browser.service.call(login, { body: { uuid, password: rightPassword, product: 'learning' } })
  ).data
  await passkeySteps(() => browser.service).add(accessToken, keeper.authenticator)
  const page = await browser.open('/?platform=professor', { keeper })
  await typeIdentifier(page, (await browser.service.makeUser({ platforms: ['professor'] })).email)
  await page.press('Use a passkey')
  await page.notice('Your passkey is right, but this account has no access to')
  await page.press('Learning')
  await page.leaves(homeOf('student'))
  const remembered = JSON.parse(page.window.localStorage.getItem('foyer.person.student') ?? '{}')
  assert.deepEqual([remembered.identifier, remembered.method], [email, 'passkey'])
})
