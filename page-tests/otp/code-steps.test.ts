/** Tests moves to and from the code step: the password, another user, and links that submit by themselves (product 2.3). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { autoNextDelayMs } from '@foyer/contract/shared-values'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { openBrowser } from '../browser/browser.ts'
import {
  codeLabel,
  codesTo,
  fillIn,
  home,
  identifierLabel,
  keptOtp,
  reachOtpStep,
  sendPath,
  typeIdentifier,
} from './otp-steps.ts'

test('a user who comes back from the password to the code finds an empty field and gets no second code', async () => {
  const browser = await openBrowser()
  const { email } = await browser.service.makeUser()
  const page = await browser.open('/?platform=student')
  await typeIdentifier(page, email)
  await page.press('Sign in with OTP')
  await page.sees('Resend in')
  await page.type(codeLabel, '123')
  await page.press('Sign in with password')
  await page.heading('Welcome back, Asha')
  await page.press('Sign in with OTP')
  await page.sees('Resend in')
  assert.equal((await page.field(codeLabel)).value, '')
  await page.press('Sign in with password')
  await page.type('Password', rightPassword)
  await page.press('Sign in')
  await page.leaves(home)
  assert.equal(page.sentTo(sendPath).length, 1)
  assert.equal((await codesTo(browser, email)).length, 1)
})

test("'Not you? Change' discards the code", async () => {
  const { page, email } = await reachOtpStep()
  assert.notEqual(keptOtp(page), null)
  await page.type(codeLabel, '123')
  await page.press(/Not you\? Change/)
  assert.equal((await page.field(identifierLabel)).value, email)
  await page.waitFor(() => assert.equal(keptOtp(page), null))
  await page.reload()
  await typeIdentifier(page, 'unknown@example.com')
  await page.waitFor(() => assert.match(page.description('username'), /could not find an account/))
})

test('autoNext goes on to the code, which is sent once, also after a reload', async () => {
  const browser = await openBrowser()
  const { email } = await browser.service.makeUser({ password: null })
  const page = await browser.open(`/?platform=student&autoNext=true&email=${email}`)
  await page.heading('Check your email')
  await page.sees('Resend in')
  const [code = ''] = await codesTo(browser, email)
  await page.reload()
  await page.heading('Check your email')
  await page.sees('Resend in')
  await fillIn(page, /\d{6}/.exec(code)?.[0] ?? '')
  await page.leaves(home)
  assert.deepEqual(await codesTo(browser, email), [code])
})

test('autoNext runs once and not again on Back or a reload', async () => {
  const browser = await openBrowser()
  const { email } = await browser.service.makeUser()
  const page = await browser.open(`/?platform=student&autoNext=true&email=${email}`, { clock: true })
  page.clock.tick(autoNextDelayMs)
  await page.heading('Welcome back, Asha')
  const lookUps = () => page.sentTo('/api/auth/users/fetch').length
  assert.equal(lookUps(), 1)
  page.back()
  assert.equal((await page.field(identifierLabel)).value, email)
  await page.reload()
  assert.equal((await page.field(identifierLabel)).value, email)
  page.clock.tick(autoNextDelayMs * 4)
  await typeIdentifier(page, 'unknown@example.com')
  await page.waitFor(() => assert.match(page.description('username'), /could not find an account/))
  assert.equal(lookUps(), 2)
})
