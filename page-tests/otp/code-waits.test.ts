/** Tests the waits for a code: reloads, other tabs, resending, and refused or failed requests (product 2.3, 8). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeTo, endWaits } from '../../api/src/features/otp/test-codes.ts'
import { refusal } from '../browser/answers.ts'
import { openBrowser } from '../browser/browser.ts'
import {
  codesTo,
  fillIn,
  home,
  identifierLabel,
  keptOtp,
  reachOtpStep,
  resend,
  sendPath,
  typeIdentifier,
} from './otp-steps.ts'

test('the code step survives a reload and opens in a new tab after the first is closed', async () => {
  const browser = await openBrowser()
  const { page, email, code } = await reachOtpStep({ browser })
  await page.reload()
  await page.heading('Check your email')
  await page.sees('Resend in')
  assert.ok(!keptOtp(page)?.includes(code))
  page.close()

  const next = await browser.open('/?platform=student')
  await next.heading('Check your email')
  await next.sees(email)
  assert.equal((await codesTo(browser, email)).length, 1)
  await fillIn(next, code)
  await next.leaves(home)
})

test('the code step is not restored for another email or after ten minutes', async () => {
  const browser = await openBrowser()
  const { page } = await reachOtpStep({ browser })
  page.close()
  const other = await browser.open('/?platform=student&email=other%40example.com')
  await typeIdentifier(other, 'unknown@example.com')
  await other.waitFor(() => assert.match(other.description('username'), /could not find an account/))
  other.close()

  const restored = await browser.open('/?platform=student')
  await restored.heading('Check your email')
  restored.close()
  const late = await browser.open('/?platform=student', { clock: Date.now() + 601_000 })
  await typeIdentifier(late, 'unknown@example.com')
  await late.waitFor(() => assert.match(late.description('username'), /could not find an account/))
})

test('another code can be sent no sooner than the service allows, and only the newer code signs in', async () => {
  const browser = await openBrowser()
  const { page, email, code: first } = await reachOtpStep({ browser, clock: true })
  assert.equal(resend(page).ariaDisabled, 'true')
  await page.sees(/You can ask for another in \d+ seconds/)
  await page.press('Resend OTP')
  page.clock.tick(31_000)
  await page.sees('You can resend the code now.')
  assert.equal(page.sentTo(sendPath).length, 1)
  await endWaits(browser.service)
  await page.press('Resend OTP')
  await page.sees(/Resend in (00:5|01:0)/)
  const sent = await codesTo(browser, email)
  assert.equal(sent.length, 2)
  const second = await codeTo(browser.service, email)
  if (first !== second) {
    await fillIn(page, first)
    await page.waitFor(() => assert.match(page.description('otp'), /isn’t right|has expired/))
  }
  await fillIn(page, second)
  await page.leaves(home)
})

for (const [name, aheadMs] of [
  ['a day ahead', 86_400_000],
  ['an hour behind', -3_600_000],
] as const)
  test(`the resend countdown is right with a browser clock ${name} and after a sleep`, async () => {
    const { page } = await reachOtpStep({ clock: Date.now() + aheadMs })
    await page.sees(/Resend in 00:(2\d|3[01])/)
    page.clock.jump(20_000)
    await page.sees(/Resend in 00:(0\d|1[01])/)
    page.clock.jump(20_000)
    await page.sees('You can resend the code now.')
    assert.doesNotMatch(page.text(), /Resend in/)
  })

test('too many requested codes show how long to wait and offer the password instead', async () => {
  const browser = await openBrowser()
  const { email } = await browser.service.makeUser()
  const page = await browser.open('/?platform=student', { clock: true })
  page.answer(sendPath, () =>
    refusal(
      429,
      { code: 'otp-too-soon', message: 'You can ask for another code in 42 minutes.' },
      { 'retry-after': '2520' },
    ),
  )
  await typeIdentifier(page, email)
  await page.press('Sign in with OTP')
  await page.heading('You asked for too many codes')
  await page.sees('Try again in 42 minutes.')
  assert.ok(!page.get.queryByRole('button', { name: 'Send a new code' }), 'still shown')
  page.clock.jump(2_521_000)
  await page.find('button', 'Send a new code')
  await page.press('Sign in with password')
  await page.heading('Welcome back, Asha')
})

test('a code that could not be sent can be requested again', async () => {
  const browser = await openBrowser()
  const { email } = await browser.service.makeUser({ password: null })
  const page = await browser.open('/?platform=student')
  const stop = page.answer(sendPath, () =>
    refusal(503, { code: 'overloaded', message: 'We’re very busy right now.' }),
  )
  await typeIdentifier(page, email)
  await page.notice('very busy')
  stop()
  await page.press('Send code')
  await page.heading('Check your email')
  await page.sees('Resend in')
  await fillIn(page, await codeTo(browser.service, email))
  await page.leaves(home)
})

test('a refusal because of the phone number leads back to its field', async () => {
  const browser = await openBrowser()
  const phoneNumber = '+919876500000'
  await browser.service.makeUser({ phoneNumber, password: null })
  const page = await browser.open('/?platform=student')
  const userId = 'We can’t send text messages to this country.'
  page.answer(sendPath, () =>
    refusal(400, { code: 'sms-country', message: userId, field_errors: { user_id: [userId] } }),
  )
  await typeIdentifier(page, phoneNumber)
  await page.waitFor(() => assert.match(page.description('username'), /can’t send text messages/))
  assert.equal((await page.field(identifierLabel)).value, phoneNumber)
})
