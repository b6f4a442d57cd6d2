import { expect, refusedRequests, test, typeIdentifier } from '../browser.ts'
import { codesTo, codeTo, newPerson, newPhone } from '../people.ts'
import { demoUrl } from '../test-installation.ts'
import { codeField, identifierField, keptOtp, reachOtp, resend, title } from './otp-step.ts'

test.describe('a code that is on its way', () => {
  test('is waited for through a reload, and in a tab that follows a lost one', async ({
    page,
    request,
    context,
  }) => {
    const email = await newPerson(request)
    const code = await reachOtp(page, email, request)
    await page.reload()
    await expect(title(page)).toHaveText('Check your email')
    await expect(page.getByText('Resend in')).toBeVisible()
    expect(await keptOtp(page)).not.toContain(code)
    await page.close()

    const next = await context.newPage()
    await next.goto('/?platform=student')
    await expect(title(next)).toHaveText('Check your email')
    await expect(next.getByText(email).first()).toBeVisible()
    expect(await codesTo(request, email)).toHaveLength(1)
    await codeField(next).fill(code)
    await expect(next).toHaveURL(`${demoUrl}/`)
  })

  test('is not waited for by whoever comes as somebody else, or after ten minutes', async ({
    page,
    request,
    context,
  }) => {
    await reachOtp(page, await newPerson(request), request)
    const other = await context.newPage()
    await other.goto('/?platform=student&email=other%40foyer.test')
    await expect(identifierField(other)).toHaveValue('other@foyer.test')
    await other.waitForLoadState('networkidle')
    await expect(identifierField(other)).toBeVisible()

    await other.clock.install({ time: Date.now() + 601_000 })
    await other.goto('/?platform=student')
    await other.waitForLoadState('networkidle')
    await expect(identifierField(other)).toBeVisible()
  })

  test('is followed by another one no sooner than the service says, which alone is good then', async ({
    page,
    request,
  }) => {
    test.setTimeout(75_000)
    const email = await newPerson(request)
    const first = await reachOtp(page, email, request)
    await expect(resend(page)).toHaveAttribute('aria-disabled')
    await expect(page.getByText(/You can ask for another in \d+ seconds/)).toBeAttached()
    await resend(page).click({ force: true })
    await expect(page.getByText('You can resend the code now.')).toBeAttached({ timeout: 35_000 })
    await resend(page).click()
    const second = await codeTo(request, email, 2)
    await expect(page.getByText('Resend in 00:5').or(page.getByText('Resend in 01:00'))).toBeVisible()
    expect(await codesTo(request, email)).toHaveLength(2)
    if (first !== second) {
      await codeField(page).fill(first)
      await expect(codeField(page)).toHaveAccessibleDescription(/not right|no longer good/)
    }
    await codeField(page).fill(second)
    await expect(page).toHaveURL(`${demoUrl}/`)
  })
  test.use({ allowed: { errors: [refusedRequests] } })

  for (const [name, aheadMs] of [
    ['a day ahead', 86_400_000],
    ['an hour behind', -3_600_000],
  ] as const) {
    test(`counts down rightly with a clock ${name}, and after a sleep`, async ({ page, request }) => {
      await page.clock.install({ time: Date.now() + aheadMs })
      // A jump of the clock would cut off what is under way by then.
      const told = page.waitForResponse('**/api/analytics/events')
      await reachOtp(page, await newPerson(request), request)
      await expect(page.getByText(/Resend in 00:(2\d|3[01])/)).toBeVisible()
      await told
      await page.clock.fastForward(20_000)
      await expect(page.getByText(/Resend in 00:(0\d|1[01])/)).toBeVisible()
      await page.clock.fastForward(20_000)
      await expect(page.getByText('Resend in')).toHaveCount(0)
      await expect(page.getByText('You can resend the code now.')).toBeAttached()
    })
  }

  test('asked for too often says how long to wait and what else can be done', async ({ page, request }) => {
    const email = await newPerson(request, { hasPassword: true })
    await page.clock.install()
    await page.route('**/api/auth/users/otp?**', (route) => {
      const errors = { code: 'otp-too-soon', message: 'You can ask for another code in 42 minutes.' }
      return route.fulfill({ status: 429, headers: { 'retry-after': '2520' }, json: { errors } })
    })
    await page.goto('/?platform=student')
    await typeIdentifier(page, email)
    await page.getByRole('button', { name: 'Sign in with OTP' }).click()
    await expect(title(page)).toHaveText('You asked for too many codes')
    await expect(page.getByText('Try again in 42 minutes.').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send a new code' })).toHaveCount(0)
    await page.clock.fastForward(2_521_000)
    await expect(page.getByRole('button', { name: 'Send a new code' })).toBeVisible()
    await page.getByRole('button', { name: 'Sign in with password' }).click()
    await expect(title(page)).toHaveText('Welcome back, Ravi')
  })

  test('that could not be sent can be asked for again', async ({ page, request }) => {
    const email = await newPerson(request)
    let isAway = true
    await page.route('**/api/auth/users/otp?**', (route) => {
      if (!isAway) return route.continue()
      return route.fulfill({
        status: 503,
        json: { errors: { code: 'overloaded', message: 'We are very busy right now.' } },
      })
    })
    await page.goto('/?platform=student')
    await typeIdentifier(page, email)
    await expect(page.getByRole('alert').filter({ hasText: 'very busy' }).first()).toBeVisible()
    isAway = false
    await page.getByRole('button', { name: 'Send code' }).click()
    await codeField(page).fill(await codeTo(request, email))
    await expect(page).toHaveURL(`${demoUrl}/`)
  })
  test.use({ allowed: { errors: [refusedRequests, /status of 503/] } })

  test('refused because of the contact leads back to its field', async ({ page, request }) => {
    const phone = await newPhone(request)
    await page.route('**/api/auth/users/otp?**', (route) => {
      const userId = 'We cannot send text messages to this country.'
      return route.fulfill({
        status: 400,
        json: { errors: { code: 'sms-country', message: userId, field_errors: { user_id: [userId] } } },
      })
    })
    await page.goto('/?platform=student')
    await typeIdentifier(page, phone)
    await expect(identifierField(page)).toHaveAccessibleDescription(/cannot send text messages/)
    await expect(identifierField(page)).toHaveValue(phone)
  })
})
