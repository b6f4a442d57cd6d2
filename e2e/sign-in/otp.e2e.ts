import {
  expect,
  heading,
  refusedRequests,
  test,
  typeIdentifier,
  typePassword,
  withMotion,
} from '../browser.ts'
import { demoUrl } from '../test-installation.ts'
import { createUser, wrongCode } from '../test-users.ts'
import { codeField, identifierField, reachOtpStep } from './otp-step.ts'

test.use(withMotion)
test.use({ allowed: { errors: [refusedRequests] } })

test('a user types a code in digits of any script, left to right on a right-to-left page, and signs in with it', async ({
  page,
  request,
}) => {
  const code = await reachOtpStep(page, await createUser(request), request)
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
  })
  await codeField(page).pressSequentially('१٢३5')
  await expect(codeField(page)).toHaveValue('1235')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.insertText('४')
  await expect(codeField(page)).toHaveValue('12345')
  expect(await codeField(page).evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(4)
  const slots = await page.locator('.otp-field-slot').all()
  const places = slots.map(async (slot) => ({
    digit: await slot.textContent(),
    box: await slot.boundingBox(),
  }))
  const fromLeft = (await Promise.all(places)).sort((one, other) => (one.box?.x ?? 0) - (other.box?.x ?? 0))
  expect(fromLeft.map(({ digit }) => digit).join('')).toBe('12345')
  await expect(codeField(page)).toHaveCSS('direction', 'ltr')

  await codeField(page).fill(wrongCode(code))
  await expect(codeField(page)).toHaveAccessibleDescription(/That code isn’t right/)
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toHaveLength(6)
  // Typing replaces the selected text.
  await page.keyboard.type(code)
  await expect(page).toHaveURL(`${demoUrl}/`)
  await expect(page.getByRole('main')).toContainText('Ravi Kumar')
})

test('password and code are one history entry, from which Back leads to the identifier and Forward to the code', async ({
  page,
  request,
}) => {
  const email = await createUser(request, { hasPassword: true })
  await page.goto('/?platform=student')
  await typeIdentifier(page, email)
  await page.getByRole('button', { name: 'Sign in with OTP' }).click()
  await page.getByRole('button', { name: 'Sign in with password' }).click()
  await expect(heading(page)).toHaveText('Welcome back, Ravi')
  await page.getByRole('button', { name: 'Sign in with OTP' }).click()
  await expect(page.getByText('Resend in')).toBeVisible()
  await page.goBack()
  await expect(identifierField(page)).toHaveValue(email)
  await page.goForward()
  await expect(heading(page)).toHaveText('Check your email')
  await page.getByRole('button', { name: 'Sign in with password' }).click()
  await typePassword(page)
  await expect(page).toHaveURL(`${demoUrl}/`)
})
