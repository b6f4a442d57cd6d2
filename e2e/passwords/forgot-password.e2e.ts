import type { Page } from '@playwright/test'
import { cutNetwork, expect, heading, refusedRequests, test, typeIdentifier, withMotion } from '../browser.ts'
import { demoUrl } from '../test-installation.ts'
import { createPhoneUser, createUser } from '../test-users.ts'
import { newestLink, sentMessages } from './password-steps.ts'

test.use(withMotion)

const field = (page: Page) => page.locator('#username')
const send = (page: Page) => page.getByRole('button', { name: 'Send reset link' }).click()
const resend = (page: Page) => page.getByRole('button', { name: 'Resend link' })

async function requestLinkFor(
  page: Page,
  identifier: string,
  path = '/forgot-password?platform=student',
): Promise<void> {
  // Going to the same address again would only reload the page.
  await page.goto('about:blank')
  await page.goto(path)
  await field(page).fill(identifier)
  await send(page)
}

test.describe('forgot-password page', () => {
  test('the way to the forgot-password page and back carries the typed identifier and the query', async ({
    page,
  }) => {
    const redirect = `redirect-url=${encodeURIComponent(`${demoUrl}/library`)}`
    await page.goto(`/?platform=student&${redirect}&utm_source=mail&autoNext=false`)
    await page.getByLabel('Email or phone number').fill(' asha@example.com ')
    await page.getByRole('link', { name: 'Forgot Password?' }).click()
    await expect(page).toHaveURL(
      `/forgot-password?platform=student&${redirect}&utm_source=mail&email=asha%40example.com`,
    )
    await expect(heading(page)).toHaveText('Forgot your password?')
    await expect(page).toHaveTitle(/^Forgot password – Learning – /)
    await expect(field(page)).toHaveValue('asha@example.com')

    await field(page).fill('ravi@example.com')
    await page.getByRole('link', { name: 'Back to sign in' }).click()
    await expect(page).toHaveURL(`/?platform=student&${redirect}&utm_source=mail&email=ravi%40example.com`)
    await expect(page.getByLabel('Email or phone number')).toHaveValue('ravi@example.com')
  })

  test('the password step links to the forgot-password page and carries a phone number', async ({ page }) => {
    await page.goto('/?platform=student')
    await typeIdentifier(page, '+91 98765 43210')
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Forgot Password?' }).click()
    await expect(field(page)).toHaveValue('+91 98765 43210')
  })

  for (const [path, url, label] of [
    ['/forgot-password', '/forgot-password?platform=student', 'Email or phone number'],
    ['/school/forgot-password', '/school/forgot-password?platform=school', 'Email'],
    ['/partner/forgot-password', '/partner/forgot-password?platform=olympiadPartner', 'Email'],
    ['/svp/forgot-password?a=1', '/forgot-password?a=1&platform=svp', 'Email ID'],
    ['/internal/forgot-password', '/forgot-password?platform=serviceAdmin', 'Email or phone number'],
    ['/centre/forgot-password', '/forgot-password?platform=centreAdmin', 'Email or phone number'],
    ['/reset-password', '/forgot-password?platform=student', 'Email or phone number'],
  ] as const) {
    test(`${path} leads to the form with the field '${label}'`, async ({ page }) => {
      await page.goto(path)
      await expect(page).toHaveURL(url)
      await expect(page.getByLabel(label, { exact: true })).toBeVisible()
      await expect(field(page)).toHaveAttribute('autocomplete', 'username')
      await expect(field(page)).toHaveAttribute('inputmode', 'email')
    })
  }
})

test.describe('reset link request', () => {
  test('the page says the same for a known and an unknown email, and only the known one gets a link', async ({
    page,
    request,
  }) => {
    const email = await createUser(request, { hasPassword: true })
    for (const identifier of [`unknown-${email}`, email]) {
      await requestLinkFor(page, identifier)
      await expect(heading(page)).toHaveText('Check your email')
      await expect(heading(page)).toBeFocused()
      await expect(page.getByRole('main')).toContainText(
        `If there is an account for ${identifier}, we’ve sent a link. It works for 30 minutes.`,
      )
      await expect(page).toHaveTitle(/^Check your email – Learning – /)
      await expect(page.getByText('Resend in')).toBeVisible()
    }
    expect(await newestLink(request, email)).toMatch(/\/reset-password\/[^/]+\/[^/]+\/\d+\?platform=student$/)
    expect(await sentMessages(request, `unknown-${email}`)).toEqual([])
  })

  test('the confirmation survives a reload; Back leads to the typed identifier and Forward to the confirmation', async ({
    page,
  }) => {
    await page.goto('/?platform=student')
    await requestLinkFor(page, 'asha@example.com')
    await expect(heading(page)).toHaveText('Check your email')
    await page.reload()
    await expect(heading(page)).toHaveText('Check your email')
    await expect(page.getByRole('main')).toContainText('asha@example.com')
    await expect(page.getByText('Resend in')).toBeVisible()
    await page.goBack()
    await expect(field(page)).toHaveValue('asha@example.com')
    await page.goForward()
    await expect(heading(page)).toHaveText('Check your email')
    await page.getByRole('button', { name: 'Use another address' }).click()
    await expect(heading(page)).toHaveText('Forgot your password?')
    await expect(field(page)).toHaveValue('asha@example.com')
    await field(page).fill('ravi@example.com')
    await send(page)
    await expect(page.getByRole('main')).toContainText('ravi@example.com')
    await page.getByRole('link', { name: 'Back to sign in' }).click()
    await expect(page).toHaveURL('/?platform=student&email=ravi%40example.com')
  })

  test('the confirmation links to the mailbox of a known mail provider in a new tab, and of no other', async ({
    page,
  }) => {
    await requestLinkFor(page, `unknown-${Date.now()}@gmail.com`)
    const open = page.getByRole('link', { name: /^Open Gmail/ })
    await expect(open).toHaveAttribute('href', 'https://mail.google.com/mail/')
    await expect(open).toHaveAttribute('target', '_blank')
    await expect(open).toHaveAttribute('rel', 'noopener noreferrer')
    await requestLinkFor(page, `unknown-${Date.now()}@example.com`)
    await expect(heading(page)).toHaveText('Check your email')
    await expect(page.getByRole('link', { name: /^Open / })).toHaveCount(0)
  })

  test('a link can be sent again after a minute, and the newer link works', async ({ page, request }) => {
    const email = await createUser(request, { hasPassword: true })
    await page.clock.install()
    await requestLinkFor(page, email)
    const first = await newestLink(request, email)
    await expect(page.getByText('Resend in')).toBeVisible()
    // The button ignores clicks until the wait ends.
    await resend(page).click({ force: true })
    await page.clock.fastForward(60_000)
    await expect(page.getByText('Resend in')).toHaveCount(0)
    await expect(page.locator('#live-status')).toHaveText('You can ask for another link now.')
    await resend(page).click()
    await expect(page.locator('#live-status')).toContainText('Link sent again.')
    await expect(resend(page)).toBeFocused()
    const second = await newestLink(request, email, 2)
    expect(second).not.toBe(first)
    await page.goto(second)
    await expect(page.locator('#new-password')).toBeVisible()
  })
})

test.describe('forgot-password field', () => {
  test('the forgot-password page suggests a correction of a mistyped domain and applies it on a click', async ({
    page,
  }) => {
    await page.goto('/forgot-password?platform=student')
    await field(page).fill('asha@gmial.com')
    await page.getByRole('button', { name: 'Did you mean asha@gmail.com?' }).click()
    await expect(field(page)).toHaveValue('asha@gmail.com')
  })

  test('the forgot-password page shows an error at the field for text that is no email or phone number', async ({
    page,
  }) => {
    for (const [typed, error] of [
      ['', /Required/],
      ['asha', /name@example.com/],
      ['asha@example', /name@example.com/],
    ] as const) {
      await requestLinkFor(page, typed)
      await expect(field(page)).toHaveAccessibleDescription(error)
      await expect(field(page)).toBeFocused()
      await expect(field(page)).toHaveValue(typed)
      await expect(page).toHaveTitle(/^Error: Forgot password/)
    }
  })
})

test.describe('reset link by SMS', () => {
  test('a phone number is sent the reset link by SMS', async ({ page, request }) => {
    const phone = await createPhoneUser(request, { hasPassword: true })
    await requestLinkFor(page, phone)
    await expect(heading(page)).toHaveText('Check your phone')
    await expect(page.getByRole('link', { name: /^Open / })).toHaveCount(0)
    const link = await newestLink(request, phone)
    const [message] = await sentMessages(request, phone)
    expect(message?.medium).toBe('sms')
    await page.goto(link)
    await expect(page.getByText(`${phone.slice(0, 3)}•••${phone.slice(-3)}`, { exact: true })).toBeVisible()
    await expect(page.locator('input[autocomplete=username]')).toHaveValue(phone)
  })

  test.describe('phone number without country code', () => {
    test.use({ locale: 'en', timezoneId: 'UTC', allowed: { errors: [refusedRequests] } })

    test('a number without country code stays in the field, which asks for the code', async ({ page }) => {
      await requestLinkFor(page, '98765 43210')
      await expect(field(page)).toHaveAccessibleDescription(/country code/)
      await expect(field(page)).toHaveValue('98765 43210')
      await expect(field(page)).toBeFocused()
    })
  })

  test.describe('SMS outage', () => {
    test.use({ allowed: { errors: [/status of 503/] } })

    test('a number stays in the field, which says that no SMS can be sent', async ({ page }) => {
      const sentence = 'We can’t send text messages at the moment.'
      await page.goto('/forgot-password?platform=student')
      await page.route('**/api/auth/forgot-password?**', (route) =>
        route.fulfill({
          status: 503,
          json: { errors: { code: 'sms-unavailable', field_errors: { phone: [sentence] } } },
        }),
      )
      await field(page).fill('+91 98765 43210')
      await send(page)
      await expect(field(page)).toHaveAccessibleDescription(new RegExp(sentence))
      await expect(field(page)).toHaveValue('+91 98765 43210')
    })
  })
})

test.describe('forgot-password failures', () => {
  test.use({ allowed: { errors: [cutNetwork, refusedRequests] } })
  const calls = '**/api/auth/forgot-password?**'

  test('an offline request keeps the typed email and goes out once the browser is online', async ({
    page,
    context,
  }) => {
    await page.goto('/forgot-password?platform=student')
    await field(page).fill('asha@example.com')
    await context.setOffline(true)
    await send(page)
    await expect(page.getByText(/offline/i).first()).toBeVisible()
    await expect(field(page)).toHaveValue('asha@example.com')
    await context.setOffline(false)
    await expect(heading(page)).toHaveText('Check your email')
  })

  test('a slow request says that it is still working and offers a retry', async ({ page }) => {
    await page.clock.install()
    let requests = 0
    await page.route(calls, (route) => {
      requests += 1
      return requests === 1 ? undefined : route.continue()
    })
    await requestLinkFor(page, 'asha@example.com')
    await expect(page.getByRole('button', { name: /Sending/ })).toHaveAttribute('aria-disabled', 'true')
    await page.clock.runFor(5_500)
    await expect(page.getByText('Still working…').first()).toBeVisible()
    await page.clock.runFor(5_000)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(heading(page)).toHaveText('Check your email')
    expect(requests).toBe(2)
  })

  test('too many link requests say how long to wait', async ({ page }) => {
    const json = { errors: { code: 'too-many-attempts', message: 'Please try again in 15 minutes.' } }
    await page.route(calls, (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '900' }, json }),
    )
    await requestLinkFor(page, 'asha@example.com')
    await expect(page.getByRole('alert').first()).toContainText('Please try again in 15 minutes.')
    await expect(field(page)).toHaveValue('asha@example.com')
  })

  test('the browser solves a captcha challenge for a link request without the user', async ({
    page,
    request,
  }) => {
    const challenge = await (await request.get('/api/auth/captcha/challenge')).json()
    let requests = 0
    await page.route(calls, (route) => {
      requests += 1
      const errors = { code: 'captcha-needed', message: 'Please verify the captcha', challenge }
      return requests > 1 ? route.continue() : route.fulfill({ status: 400, json: { errors } })
    })
    await requestLinkFor(page, 'asha@example.com')
    await expect(heading(page)).toHaveText('Check your email')
    expect(requests).toBe(2)
  })
})
