/** Tests the code field: typing, pasting, autofill, and the errors of a wrong code (product 2.3). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anotherCode, codeTo } from '../../api/src/features/otp/test-codes.ts'
import { networkError, refusal } from '../browser/answers.ts'
import { openBrowser } from '../browser/browser.ts'
import {
  codeLabel,
  fillIn,
  home,
  keptOtp,
  reachOtpStep,
  resend,
  typeIdentifier,
  verifyPath,
} from './otp-steps.ts'

test('a user without a password goes straight to the code step and signs in once the code is complete', async () => {
  const { page, email, code } = await reachOtpStep()
  await page.sees(`A 6-digit verification code was sent to ${email}`)
  assert.match(page.document.title, /^Check your email/)
  assert.ok(!page.get.queryByRole('button', { name: 'Sign in with password' }), 'still shown')
  await page.focused('otp')
  const field = await page.field(codeLabel)
  assert.equal(field.autocomplete, 'one-time-code')
  assert.equal(field.inputMode, 'numeric')
  assert.notEqual(keptOtp(page), null)
  await page.user.keyboard(code)
  await page.leaves(home)
  assert.equal(keptOtp(page), null)
})

test('the code field accepts a pasted code with dashes, spaces, digits of any script or the whole message', async () => {
  const { page, code } = await reachOtpStep()
  const wrong = anotherCode(code).replace(/.$/, '7')
  page.answer(verifyPath, () => {
    throw networkError()
  })
  const field = await page.field(codeLabel)
  const scripts = ['०१२३४५६७८९', '٠١٢٣٤٥٦٧٨٩', '０１２３４５６７８９']
  const written = scripts.map((digits) => wrong.replace(/\d/g, (digit) => digits[Number(digit)] ?? ''))
  const pasted = [
    `${wrong.slice(0, 3)}-${wrong.slice(3)}`,
    ` ${wrong.slice(0, 3)} ${wrong.slice(3)} `,
    `Your code is ${wrong}. It works for 5 minutes.`,
    ...written.map((text) => `कोड: ${text}।`),
  ]
  for (const text of pasted) {
    await page.type(codeLabel, text)
    assert.equal(field.value, wrong, text)
  }
  for (const text of written) {
    await fillIn(page, '')
    await fillIn(page, text)
    assert.equal(field.value, wrong, text)
  }
  await page.type(codeLabel, 'no code at all')
  assert.equal(field.value, '')
})

test('a wrong code stays selected in the field and is not sent again by itself', async () => {
  const { page, code } = await reachOtpStep()
  const wrong = anotherCode(code)
  await fillIn(page, wrong)
  await page.waitFor(() =>
    assert.match(page.description('otp'), /That code isn’t right\. Check the newest message\./),
  )
  await page.focused('otp')
  const field = await page.field(codeLabel)
  await page.waitFor(() => assert.deepEqual([field.selectionStart, field.selectionEnd], [0, 6]))
  assert.equal(field.value, wrong)
  assert.match(page.document.title, /^Error: /)
  await fillIn(page, wrong)
  assert.equal(page.sentTo(verifyPath).length, 1)
  await page.press('Verify')
  await page.waitFor(() => assert.equal(page.sentTo(verifyPath).length, 2))
  await page.focused('otp')
  await fillIn(page, code)
  await page.leaves(home)
})

test('five wrong codes also invalidate the right one', async () => {
  const { page, code } = await reachOtpStep()
  let wrong = code
  for (let tried = 1; tried <= 5; tried += 1) {
    wrong = String((Number(wrong) + 1) % 1_000_000).padStart(6, '0')
    await fillIn(page, wrong)
    await page.waitFor(() => {
      assert.equal(page.sentTo(verifyPath).length, tried)
      assert.equal(page.get.getByRole('button', { name: 'Verify' }).ariaDisabled, null)
    })
  }
  await fillIn(page, code)
  await page.waitFor(() => assert.match(page.description('otp'), /This code has expired\. Get a new one\./))
  assert.ok(resend(page))
})

test('an empty or incomplete code shows an error at its field', async () => {
  const { page } = await reachOtpStep()
  await page.press('Verify')
  await page.waitFor(() => assert.match(page.description('otp'), /Enter the 6 digits/))
  await page.type(codeLabel, '123')
  await page.press('Verify')
  await page.waitFor(() => assert.match(page.description('otp'), /Enter the 6 digits/))
  assert.equal(page.sentTo(verifyPath).length, 0)
})

test('too many wrong codes show that the account is locked', async () => {
  const { page, code } = await reachOtpStep()
  const message = 'Too many wrong attempts. Reset your password to unlock this account.'
  page.answer(verifyPath, () => refusal(429, { code: 'account-locked', message }))
  await fillIn(page, code)
  await page.notice(message)
  assert.ok(await page.find('button', /Not you\? Change/))
})

test('a phone number typed with spaces is sent a code by SMS', async () => {
  const browser = await openBrowser()
  const phoneNumber = '+919876512341'
  await browser.service.makeUser({ phoneNumber, password: null })
  const page = await browser.open('/?platform=student')
  const asTyped = `${phoneNumber.slice(0, 3)} ${phoneNumber.slice(3, 8)} ${phoneNumber.slice(8)}`
  await typeIdentifier(page, asTyped)
  await page.heading('Check your phone')
  await page.sees(`A 6-digit verification code was sent to ${asTyped}`)
  await fillIn(page, await codeTo(browser.service, phoneNumber))
  await page.leaves(home)
})

test('a browser that supports WebOTP fills in the code from the SMS', async () => {
  const browser = await openBrowser()
  const phoneNumber = '+919876512342'
  await browser.service.makeUser({ phoneNumber, password: null })
  const page = await browser.open('/?platform=student')
  const arrived = Promise.withResolvers<string>()
  const asked: unknown[] = []
  Object.assign(page.window, { OTPCredential: class {} })
  Object.defineProperty(page.window.navigator, 'credentials', {
    value: {
      get: async ({ otp }: { otp: unknown }) => {
        asked.push(otp)
        return { code: await arrived.promise }
      },
    },
  })
  await typeIdentifier(page, phoneNumber)
  await page.sees('Resend in')
  arrived.resolve(await codeTo(browser.service, phoneNumber))
  await page.leaves(home)
  assert.equal(JSON.stringify(asked[0]), '{"transport":["sms"]}')
})
