import type { Page } from '@playwright/test'
import { cutNetwork, expect, refusedRequests, test, typeIdentifier, typePassword } from '../browser.ts'
import { codesTo, codeTo, newPerson, newPhone, wrongFor } from '../people.ts'
import { demoUrl } from '../test-installation.ts'
import { codeField, identifierField, keptOtp, reachOtp, resend, title } from './otp-step.ts'

test.describe('without a password', () => {
  test('leads straight to a code, which signs in as soon as it is complete', async ({ page, request }) => {
    const email = await newPerson(request)
    const code = await reachOtp(page, email, request)
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

  test('takes what is pasted, dashes and whole messages included', async ({ page, request }) => {
    const code = await reachOtp(page, await newPerson(request), request)
    const wrong = wrongFor(code)
    await page.route('**/users/otp/verify**', (route) => route.abort())
    for (const text of [
      `${wrong.slice(0, 3)}-${wrong.slice(3)}`,
      ` ${wrong.slice(0, 3)} ${wrong.slice(3)} `,
      `Your code is ${wrong}. It is good for 5 minutes.`,
    ]) {
      await codeField(page).fill('')
      await paste(page, text)
      await expect(codeField(page)).toHaveValue(wrong)
    }
    await codeField(page).fill('')
    await paste(page, 'no code at all')
    await expect(codeField(page)).toHaveValue('')
  })
  test.use({ allowed: { errors: [cutNetwork, refusedRequests] } })
})

test.describe('a wrong code', () => {
  test.use({ allowed: { errors: [refusedRequests] } })

  test('keeps the digits, selected, and is not sent twice by itself', async ({ page, request }) => {
    const code = await reachOtp(page, await newPerson(request), request)
    let verifications = 0
    page.on('request', (sent) => {
      if (sent.url().includes('/users/otp/verify')) verifications += 1
    })
    await codeField(page).fill(wrongFor(code))
    await expect(codeField(page)).toHaveAccessibleDescription(/That code is not right/)
    await expect(codeField(page)).toBeFocused()
    await expect(codeField(page)).toHaveValue(wrongFor(code))
    expect(await page.evaluate(() => getSelection()?.toString() || selectedIn('otp'))).toHaveLength(6)
    await expect(page).toHaveTitle(/^Error: /)
    await codeField(page).fill(wrongFor(code))
    expect(verifications).toBe(1)
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect.poll(() => verifications).toBe(2)
    await expect(codeField(page)).toBeFocused()
    await page.keyboard.type(code)
    await expect(page).toHaveURL(`${demoUrl}/`)

    function selectedIn(id: string): string {
      const field = document.getElementById(id) as HTMLInputElement
      return field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)
    }
  })

  test('five times spends the right one, too', async ({ page, request }) => {
    const code = await reachOtp(page, await newPerson(request), request)
    let wrong = code
    for (let tried = 0; tried < 5; tried += 1) {
      wrong = wrongFor(wrong)
      const answered = page.waitForResponse(/users\/otp\/verify/)
      await codeField(page).fill(wrong)
      await answered
      await expect(page.getByRole('button', { name: 'Verify' })).not.toHaveAttribute('aria-disabled')
    }
    await codeField(page).fill(code)
    await expect(codeField(page)).toHaveAccessibleDescription(/no longer good/)
    await expect(resend(page)).toBeVisible()
  })

  test('of too few digits, or none, says what is missing', async ({ page, request }) => {
    await reachOtp(page, await newPerson(request), request)
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(codeField(page)).toHaveAccessibleDescription(/Required/)
    await codeField(page).fill('123')
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(codeField(page)).toHaveAccessibleDescription(/Enter the 6 digits/)
  })

  test('too often closes the account for codes, and says so', async ({ page, request }) => {
    const code = await reachOtp(page, await newPerson(request), request)
    const message = 'Too many wrong attempts. This account stays closed until its password is reset.'
    await page.route('**/users/otp/verify**', (route) =>
      route.fulfill({ status: 429, json: { errors: { code: 'account-locked', message } } }),
    )
    await codeField(page).fill(code)
    await expect(page.getByRole('alert').filter({ hasText: message }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: /Not you\? Change/ })).toBeVisible()
  })
})

test.describe('password and code', () => {
  test('can be switched between, both ways, with one history entry', async ({ page, request }) => {
    const email = await newPerson(request, { hasPassword: true })
    await page.goto('/?platform=student')
    await typeIdentifier(page, email)
    await page.getByRole('button', { name: 'Sign in with OTP' }).click()
    await expect(title(page)).toHaveText('Check your email')
    await codeField(page).fill('123')
    await page.getByRole('button', { name: 'Sign in with password' }).click()
    await expect(title(page)).toHaveText('Welcome back, Ravi')
    await page.getByRole('button', { name: 'Sign in with OTP' }).click()
    await expect(page.getByText('Resend in')).toBeVisible()
    await expect(codeField(page)).toHaveValue('')
    expect(await codesTo(request, email)).toHaveLength(1)
    await page.goBack()
    await expect(identifierField(page)).toHaveValue(email)
    await page.goForward()
    await expect(title(page)).toHaveText('Check your email')
    await page.getByRole('button', { name: 'Sign in with password' }).click()
    await typePassword(page)
    await expect(page).toHaveURL(`${demoUrl}/`)
  })

  test("'Not you? Change' forgets the code", async ({ page, request }) => {
    const email = await newPerson(request)
    await reachOtp(page, email, request)
    expect(await keptOtp(page)).not.toBeNull()
    await codeField(page).fill('123')
    await page.getByRole('button', { name: /Not you\? Change/ }).click()
    await expect(identifierField(page)).toHaveValue(email)
    await expect.poll(() => keptOtp(page)).toBeNull()
    await page.reload()
    await expect(identifierField(page)).toBeVisible()
  })
})

test.describe('by phone', () => {
  test('a number typed as people do is sent a text message', async ({ page, request }) => {
    const phone = await newPhone(request)
    await page.goto('/?platform=student')
    const asTyped = `${phone.slice(0, 3)} ${phone.slice(3, 8)} ${phone.slice(8)}`
    await typeIdentifier(page, asTyped)
    await expect(title(page)).toHaveText('Check your phone')
    await expect(page.getByText(`A 6-digit verification code was sent to ${asTyped}`)).toBeVisible()
    await codeField(page).fill(await codeTo(request, phone))
    await expect(page).toHaveURL(`${demoUrl}/`)
  })

  test('the browser fills the code in where it reads the message itself', async ({ page, request }) => {
    const phone = await newPhone(request)
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
    arrived.resolve(await codeTo(request, phone))
    await expect(page).toHaveURL(`${demoUrl}/`)
  })
})

test.describe('autoNext', () => {
  test('sends no code before somebody touches anything', async ({ page, request }) => {
    const email = await newPerson(request)
    await page.goto(`/?platform=student&autoNext=true&email=${email}`)
    await expect(title(page)).toHaveText('Get a code by email')
    await page.reload()
    await expect(title(page)).toHaveText('Get a code by email')
    expect(await codesTo(request, email)).toHaveLength(0)
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(title(page)).toHaveText('Check your email')
    await codeField(page).fill(await codeTo(request, email))
    await expect(page).toHaveURL(`${demoUrl}/`)
  })

  test('sends one by itself to somebody who is at the keyboard', async ({ page, request }) => {
    const email = await newPerson(request)
    await page.route('**/api/auth/users/fetch', async (route) => {
      await page.keyboard.press('Shift+a')
      await route.continue()
    })
    await page.goto(`/?platform=student&autoNext=true&email=${email}`)
    await expect(title(page)).toHaveText('Check your email')
    await codeTo(request, email)
  })

  test('happens once: not again on Back or a reload', async ({ page, request }) => {
    const email = await newPerson(request, { hasPassword: true })
    await page.goto(`/?platform=student&autoNext=true&email=${email}`)
    await expect(title(page)).toHaveText('Welcome back, Ravi')
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
