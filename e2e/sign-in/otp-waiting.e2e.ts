import { expect, heading, refusedRequests, test, typeIdentifier } from '../browser.ts'
import { demoUrl } from '../test-installation.ts'
import { createPhoneUser, createUser, newestCode, sentCodes } from '../test-users.ts'
import { codeField, identifierField, keptOtp, reachOtpStep, resend } from './otp-step.ts'

test.describe('waiting for a code', () => {
  test('the code step survives a reload and opens in a new tab after the first is closed', async ({
    page,
    request,
    context,
  }) => {
    const email = await createUser(request)
    const code = await reachOtpStep(page, email, request)
    await page.reload()
    await expect(heading(page)).toHaveText('Check your email')
    await expect(page.getByText('Resend in')).toBeVisible()
    expect(await keptOtp(page)).not.toContain(code)
    await page.close()

    const next = await context.newPage()
    await next.goto('/?platform=student')
    await expect(heading(next)).toHaveText('Check your email')
    await expect(next.getByText(email).first()).toBeVisible()
    expect(await sentCodes(request, email)).toHaveLength(1)
    await codeField(next).fill(code)
    await expect(next).toHaveURL(`${demoUrl}/`)
  })

  test('the code step is not restored for another email or after ten minutes', async ({
    page,
    request,
    context,
  }) => {
    await reachOtpStep(page, await createUser(request), request)
    const other = await context.newPage()
    await other.goto('/?platform=student&email=other%40example.com')
    await expect(identifierField(other)).toHaveValue('other@example.com')
    await other.waitForLoadState('networkidle')
    await expect(identifierField(other)).toBeVisible()

    await other.clock.install({ time: Date.now() + 601_000 })
    await other.goto('/?platform=student')
    await other.waitForLoadState('networkidle')
    await expect(identifierField(other)).toBeVisible()
  })

  test('another code can be sent no sooner than the service allows, and only the newer code signs in', async ({
    page,
    request,
  }) => {
    test.setTimeout(75_000)
    const email = await createUser(request)
    const first = await reachOtpStep(page, email, request)
    await expect(resend(page)).toHaveAttribute('aria-disabled')
    await expect(page.getByText(/You can ask for another in \d+ seconds/)).toBeAttached()
    await resend(page).click({ force: true })
    await expect(page.getByText('You can resend the code now.')).toBeAttached({ timeout: 35_000 })
    await resend(page).click()
    const second = await newestCode(request, email, 2)
    await expect(page.getByText('Resend in 00:5').or(page.getByText('Resend in 01:00'))).toBeVisible()
    expect(await sentCodes(request, email)).toHaveLength(2)
    if (first !== second) {
      await codeField(page).fill(first)
      await expect(codeField(page)).toHaveAccessibleDescription(/isn’t right|has expired/)
    }
    await codeField(page).fill(second)
    await expect(page).toHaveURL(`${demoUrl}/`)
  })
  test.use({ allowed: { errors: [refusedRequests] } })

  for (const [name, aheadMs] of [
    ['a day ahead', 86_400_000],
    ['an hour behind', -3_600_000],
  ] as const) {
    test(`the resend countdown is right with a browser clock ${name} and after a sleep`, async ({
      page,
      request,
    }) => {
      await page.clock.install({ time: Date.now() + aheadMs })
      // A jump of the clock would abort calls that are still running.
      const analytics = page.waitForResponse('**/api/analytics/events')
      await reachOtpStep(page, await createUser(request), request)
      await expect(page.getByText(/Resend in 00:(2\d|3[01])/)).toBeVisible()
      await analytics
      await page.clock.fastForward(20_000)
      await expect(page.getByText(/Resend in 00:(0\d|1[01])/)).toBeVisible()
      await page.clock.fastForward(20_000)
      await expect(page.getByText('Resend in')).toHaveCount(0)
      await expect(page.getByText('You can resend the code now.')).toBeAttached()
    })
  }

  test('too many requested codes show how long to wait and offer the password instead', async ({
    page,
    request,
  }) => {
    const email = await createUser(request, { hasPassword: true })
    await page.clock.install()
    await page.route('**/api/auth/users/otp?**', (route) => {
      const errors = { code: 'otp-too-soon', message: 'You can ask for another code in 42 minutes.' }
      return route.fulfill({ status: 429, headers: { 'retry-after': '2520' }, json: { errors } })
    })
    await page.goto('/?platform=student')
    await typeIdentifier(page, email)
    await page.getByRole('button', { name: 'Sign in with OTP' }).click()
    await expect(heading(page)).toHaveText('You asked for too many codes')
    await expect(page.getByText('Try again in 42 minutes.').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send a new code' })).toHaveCount(0)
    await page.clock.fastForward(2_521_000)
    await expect(page.getByRole('button', { name: 'Send a new code' })).toBeVisible()
    await page.getByRole('button', { name: 'Sign in with password' }).click()
    await expect(heading(page)).toHaveText('Welcome back, Ravi')
  })

  test('a code that could not be sent can be requested again', async ({ page, request }) => {
    const email = await createUser(request)
    let isUnavailable = true
    await page.route('**/api/auth/users/otp?**', (route) => {
      if (!isUnavailable) return route.continue()
      return route.fulfill({
        status: 503,
        json: { errors: { code: 'overloaded', message: 'We’re very busy right now.' } },
      })
    })
    await page.goto('/?platform=student')
    await typeIdentifier(page, email)
    await expect(page.getByRole('alert').filter({ hasText: 'very busy' }).first()).toBeVisible()
    isUnavailable = false
    await page.getByRole('button', { name: 'Send code' }).click()
    await codeField(page).fill(await newestCode(request, email))
    await expect(page).toHaveURL(`${demoUrl}/`)
  })
  test.use({ allowed: { errors: [refusedRequests, /status of 503/] } })

  test('a refusal because of the phone number leads back to its field', async ({ page, request }) => {
    const phone = await createPhoneUser(request)
    await page.route('**/api/auth/users/otp?**', (route) => {
      const userId = 'We can’t send text messages to this country.'
      return route.fulfill({
        status: 400,
        json: { errors: { code: 'sms-country', message: userId, field_errors: { user_id: [userId] } } },
      })
    })
    await page.goto('/?platform=student')
    await typeIdentifier(page, phone)
    await expect(identifierField(page)).toHaveAccessibleDescription(/can’t send text messages/)
    await expect(identifierField(page)).toHaveValue(phone)
  })
})
