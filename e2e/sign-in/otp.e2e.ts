import type { Page } from '@playwright/test'
import {
  cutNetwork,
  expect,
  heading,
  refusedRequests,
  test,
  typeIdentifier,
  typePassword,
  withMotion,
} from '../browser.ts'
import { demoUrl } from '../test-installation.ts'
import { createPhoneUser, createUser, newestCode, sentCodes, wrongCode } from '../test-users.ts'
import { codeField, identifierField, keptOtp, reachOtpStep, resend } from './otp-step.ts'

test.use(withMotion)

test.describe('account without a password', () => {
  test('a user without a password goes straight to the code step and signs in once the code is complete', async ({
    page,
    request,
  }) => {
    const email = await createUser(request)
    const code = await reachOtpStep(page, email, request)
    await expect(page.getByText(`A 6-digit verification code was sent to ${email}`)).toBeVisible()
    await expect(page).toHaveTitle(/^Check your email/)
    await expect(page.getByRole('button', { name: 'Sign in with password' })).toHaveCount(0)
    await expect(codeField(page)).toBeFocused()
    await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code')
    await expect(codeField(page)).toHaveAttribute('inputmode', 'numeric')
    await page.keyboard.type(code)
    await expect(page).toHaveURL(`${demoUrl}/`)
    await expect(page.getByRole('main')).toContainText('Ravi Kumar')
    await page.goto('/account?platform=student')
    expect(await keptOtp(page)).toBeNull()
  })

  test('the code field accepts a pasted code with dashes, spaces, digits of any script or the whole message', async ({
    page,
    request,
  }) => {
    const code = await reachOtpStep(page, await createUser(request), request)
    const wrong = wrongCode(code)
    await page.route('**/users/otp/verify**', (route) => route.abort())
    for (const text of [
      `${wrong.slice(0, 3)}-${wrong.slice(3)}`,
      ` ${wrong.slice(0, 3)} ${wrong.slice(3)} `,
      `Your code is ${wrong}. It works for 5 minutes.`,
    ]) {
      await codeField(page).fill('')
      await paste(page, text)
      await expect(codeField(page)).toHaveValue(wrong)
    }
    for (const digits of ['०१२३४५६७८९', '٠١٢٣٤٥٦٧٨٩', '０１２３４５６７８９']) {
      const written = wrong.replace(/\d/g, (digit) => digits[Number(digit)] ?? '')
      await codeField(page).fill('')
      await paste(page, `कोड: ${written}।`)
      await expect(codeField(page)).toHaveValue(wrong)
      // Autofill sets the value at once.
      await codeField(page).fill('')
      await codeField(page).fill(written)
      await expect(codeField(page)).toHaveValue(wrong)
    }
    await codeField(page).fill('')
    await paste(page, 'no code at all')
    await expect(codeField(page)).toHaveValue('')
  })
  test.use({ allowed: { errors: [cutNetwork, refusedRequests] } })
})

test('digits of another script are typed at the cursor, and all run left to right on a right-to-left page', async ({
  page,
  request,
}) => {
  await reachOtpStep(page, await createUser(request), request)
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
  })
  await codeField(page).pressSequentially('१٢３5')
  await expect(codeField(page)).toHaveValue('1235')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.insertText('४')
  await expect(codeField(page)).toHaveValue('12345')
  expect(await codeField(page).evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(4)
  const slots = page.locator('.otp-field-slot')
  const [first, last] = [await slots.first().boundingBox(), await slots.last().boundingBox()]
  expect(first?.x).toBeLessThan(last?.x ?? 0)
  await expect(slots.first()).toHaveText('1')
  await expect(codeField(page)).toHaveCSS('direction', 'ltr')
})

test.describe('wrong code', () => {
  test.use({ allowed: { errors: [refusedRequests] } })

  test('a wrong code stays selected in the field and is not sent again by itself', async ({
    page,
    request,
  }) => {
    const code = await reachOtpStep(page, await createUser(request), request)
    let verifications = 0
    page.on('request', (sent) => {
      if (sent.url().includes('/users/otp/verify')) verifications += 1
    })
    await codeField(page).fill(wrongCode(code))
    await expect(codeField(page)).toHaveAccessibleDescription(
      /That code isn’t right\. Check the newest message\./,
    )
    await expect(codeField(page)).toBeFocused()
    await expect(codeField(page)).toHaveValue(wrongCode(code))
    await expect.poll(() => page.evaluate(() => String(getSelection()))).toHaveLength(6)
    await expect(page).toHaveTitle(/^Error: /)
    await codeField(page).fill(wrongCode(code))
    expect(verifications).toBe(1)
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect.poll(() => verifications).toBe(2)
    await expect(codeField(page)).toBeFocused()
    await page.keyboard.type(code)
    await expect(page).toHaveURL(`${demoUrl}/`)
  })

  test('five wrong codes also invalidate the right one', async ({ page, request }) => {
    const code = await reachOtpStep(page, await createUser(request), request)
    let wrong = code
    for (let tried = 0; tried < 5; tried += 1) {
      wrong = wrongCode(wrong)
      const answered = page.waitForResponse(/users\/otp\/verify/)
      await codeField(page).fill(wrong)
      await answered
      await expect(page.getByRole('button', { name: 'Verify' })).not.toHaveAttribute('aria-disabled')
    }
    await codeField(page).fill(code)
    await expect(codeField(page)).toHaveAccessibleDescription(/This code has expired\. Get a new one\./)
    await expect(resend(page)).toBeVisible()
  })

  test('an empty or incomplete code shows an error at its field', async ({ page, request }) => {
    await reachOtpStep(page, await createUser(request), request)
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(codeField(page)).toHaveAccessibleDescription(/Required/)
    await codeField(page).fill('123')
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(codeField(page)).toHaveAccessibleDescription(/Enter the 6 digits/)
  })

  test('too many wrong codes show that the account is locked', async ({ page, request }) => {
    const code = await reachOtpStep(page, await createUser(request), request)
    const message = 'Too many wrong attempts. Reset your password to unlock this account.'
    await page.route('**/users/otp/verify**', (route) =>
      route.fulfill({ status: 429, json: { errors: { code: 'account-locked', message } } }),
    )
    await codeField(page).fill(code)
    await expect(page.getByRole('alert').filter({ hasText: message }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: /Not you\? Change/ })).toBeVisible()
  })
})

test.describe('switching between password and code', () => {
  test('a user switches between password and code in one history entry', async ({ page, request }) => {
    const email = await createUser(request, { hasPassword: true })
    await page.goto('/?platform=student')
    await typeIdentifier(page, email)
    await page.getByRole('button', { name: 'Sign in with OTP' }).click()
    await expect(heading(page)).toHaveText('Check your email')
    await codeField(page).fill('123')
    await page.getByRole('button', { name: 'Sign in with password' }).click()
    await expect(heading(page)).toHaveText('Welcome back, Ravi')
    await page.getByRole('button', { name: 'Sign in with OTP' }).click()
    await expect(page.getByText('Resend in')).toBeVisible()
    await expect(codeField(page)).toHaveValue('')
    expect(await sentCodes(request, email)).toHaveLength(1)
    await page.goBack()
    await expect(identifierField(page)).toHaveValue(email)
    await page.goForward()
    await expect(heading(page)).toHaveText('Check your email')
    await page.getByRole('button', { name: 'Sign in with password' }).click()
    await typePassword(page)
    await expect(page).toHaveURL(`${demoUrl}/`)
  })

  test("'Not you? Change' discards the code", async ({ page, request }) => {
    const email = await createUser(request)
    await reachOtpStep(page, email, request)
    expect(await keptOtp(page)).not.toBeNull()
    await codeField(page).fill('123')
    await page.getByRole('button', { name: /Not you\? Change/ }).click()
    await expect(identifierField(page)).toHaveValue(email)
    await expect.poll(() => keptOtp(page)).toBeNull()
    await page.reload()
    await expect(identifierField(page)).toBeVisible()
  })
})

test.describe('code by SMS', () => {
  test('a phone number typed with spaces is sent a code by SMS', async ({ page, request }) => {
    const phone = await createPhoneUser(request)
    await page.goto('/?platform=student')
    const asTyped = `${phone.slice(0, 3)} ${phone.slice(3, 8)} ${phone.slice(8)}`
    await typeIdentifier(page, asTyped)
    await expect(heading(page)).toHaveText('Check your phone')
    await expect(page.getByText(`A 6-digit verification code was sent to ${asTyped}`)).toBeVisible()
    await codeField(page).fill(await newestCode(request, phone))
    await expect(page).toHaveURL(`${demoUrl}/`)
  })

  test('a browser that supports WebOTP fills in the code from the SMS', async ({ page, request }) => {
    const phone = await createPhoneUser(request)
    const arrived = Promise.withResolvers<string>()
    await page.exposeFunction('arrivedSms', () => arrived.promise)
    await page.addInitScript(() => {
      Object.assign(globalThis, { OTPCredential: class {} })
      navigator.credentials.get = async () =>
        ({ code: await (globalThis as unknown as { arrivedSms(): Promise<string> }).arrivedSms() }) as never
    })
    await page.goto('/?platform=student')
    await typeIdentifier(page, phone)
    await expect(page.getByText('Resend in')).toBeVisible()
    arrived.resolve(await newestCode(request, phone))
    await expect(page).toHaveURL(`${demoUrl}/`)
  })
})

test.describe('autoNext', () => {
  test('autoNext goes on to the code, which is sent once, also after a reload', async ({ page, request }) => {
    const email = await createUser(request)
    await page.goto(`/?platform=student&autoNext=true&email=${email}`)
    await expect(heading(page)).toHaveText('Check your email')
    const code = await newestCode(request, email)
    await page.reload()
    await expect(heading(page)).toHaveText('Check your email')
    await expect(page.getByText('Resend in')).toBeVisible()
    expect(await sentCodes(request, email)).toEqual([code])
    await codeField(page).fill(code)
    await expect(page).toHaveURL(`${demoUrl}/`)
  })

  test('autoNext runs once and not again on Back or a reload', async ({ page, request }) => {
    const email = await createUser(request, { hasPassword: true })
    await page.goto(`/?platform=student&autoNext=true&email=${email}`)
    await expect(heading(page)).toHaveText('Welcome back, Ravi')
    await page.goBack()
    await expect(identifierField(page)).toHaveValue(email)
    await page.reload()
    await expect(identifierField(page)).toHaveValue(email)
    await page.waitForTimeout(600)
    await expect(identifierField(page)).toBeVisible()
  })
})

async function paste(page: Page, text: string): Promise<void> {
  await codeField(page).evaluate((field, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', pasted)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    field.dispatchEvent(event)
  }, text)
}
