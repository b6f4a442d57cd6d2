import type { Page } from '@playwright/test'
import { cutNetwork, expect, refusedRequests, test, typeIdentifier } from '../browser.ts'
import { newPerson, newPhone } from '../people.ts'
import { demoUrl } from '../test-installation.ts'
import { heading, linkTo, messagesTo } from './password-steps.ts'

const field = (page: Page) => page.locator('#username')
const send = (page: Page) => page.getByRole('button', { name: 'Send reset link' }).click()
const resend = (page: Page) => page.getByRole('button', { name: 'Resend link' })

async function ask(
  page: Page,
  identifier: string,
  path = '/forgot-password?platform=student',
): Promise<void> {
  // The same address again would be a reload.
  await page.goto('about:blank')
  await page.goto(path)
  await field(page).fill(identifier)
  await send(page)
}

test.describe('the way there', () => {
  test('carries what was typed and the rest of the query, and back again', async ({ page }) => {
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

  test('is there on the password step, too, for a phone number as well', async ({ page }) => {
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
    test(`${path} asks for '${label}'`, async ({ page }) => {
      await page.goto(path)
      await expect(page).toHaveURL(url)
      await expect(page.getByLabel(label, { exact: true })).toBeVisible()
      await expect(field(page)).toHaveAttribute('autocomplete', 'username')
      await expect(field(page)).toHaveAttribute('inputmode', 'email')
    })
  }
})

test.describe('what was sent', () => {
  test('is told in the same words to somebody known and to nobody, and to the one a link comes', async ({
    page,
    request,
  }) => {
    const email = await newPerson(request, { hasPassword: true })
    for (const identifier of [`nobody-${email}`, email]) {
      await ask(page, identifier)
      await expect(heading(page)).toHaveText('Check your email')
      await expect(heading(page)).toBeFocused()
      await expect(page.getByRole('main')).toContainText(
        `If there is an account for ${identifier}, we’ve sent a link. It works for 30 minutes.`,
      )
      await expect(page).toHaveTitle(/^Check your email – Learning – /)
      await expect(page.getByText('Resend in')).toBeVisible()
    }
    expect(await linkTo(request, email)).toMatch(/\/reset-password\/[^/]+\/[^/]+\/\d+\?platform=student$/)
    expect(await messagesTo(request, `nobody-${email}`)).toEqual([])
  })

  test('stays through a reload; Back leads to what was typed, Forward to it again', async ({ page }) => {
    await page.goto('/?platform=student')
    await ask(page, 'asha@example.com')
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

  test('offers the mailbox of the address, in a tab of its own, and none for others', async ({ page }) => {
    await ask(page, `nobody-${Date.now()}@gmail.com`)
    const open = page.getByRole('link', { name: /^Open Gmail/ })
    await expect(open).toHaveAttribute('href', 'https://mail.google.com/mail/')
    await expect(open).toHaveAttribute('target', '_blank')
    await expect(open).toHaveAttribute('rel', 'noopener noreferrer')
    await ask(page, `nobody-${Date.now()}@example.com`)
    await expect(heading(page)).toHaveText('Check your email')
    await expect(page.getByRole('link', { name: /^Open / })).toHaveCount(0)
  })

  test('can be sent again after a minute, and the newer link is the one that works', async ({
    page,
    request,
  }) => {
    const email = await newPerson(request, { hasPassword: true })
    await page.clock.install()
    await ask(page, email)
    const first = await linkTo(request, email)
    await expect(page.getByText('Resend in')).toBeVisible()
    // It is closed, and does nothing.
    await resend(page).click({ force: true })
    await page.clock.fastForward(60_000)
    await expect(page.getByText('Resend in')).toHaveCount(0)
    await expect(page.locator('#said-politely')).toHaveText('You can ask for another link now.')
    await resend(page).click()
    await expect(page.locator('#said-politely')).toContainText('Link sent again.')
    await expect(resend(page)).toBeFocused()
    const second = await linkTo(request, email, 2)
    expect(second).not.toBe(first)
    await page.goto(second)
    await expect(page.locator('#new-password')).toBeVisible()
  })
})

test.describe('a slip', () => {
  test('is asked about, and never mended unasked', async ({ page }) => {
    await page.goto('/forgot-password?platform=student')
    await field(page).fill('asha@gmial.com')
    await page.getByRole('button', { name: 'Did you mean asha@gmail.com?' }).click()
    await expect(field(page)).toHaveValue('asha@gmail.com')
  })

  test('that is neither an email nor a number is told at the field', async ({ page }) => {
    for (const [typed, said] of [
      ['', /Required/],
      ['asha', /name@example.com/],
      ['asha@example', /name@example.com/],
    ] as const) {
      await ask(page, typed)
      await expect(field(page)).toHaveAccessibleDescription(said)
      await expect(field(page)).toBeFocused()
      await expect(field(page)).toHaveValue(typed)
      await expect(page).toHaveTitle(/^Error: Forgot password/)
    }
  })
})

test.describe('a phone number', () => {
  test('is sent the link by text message', async ({ page, request }) => {
    const phone = await newPhone(request, { hasPassword: true })
    await ask(page, phone)
    await expect(heading(page)).toHaveText('Check your phone')
    await expect(page.getByRole('link', { name: /^Open / })).toHaveCount(0)
    const link = await linkTo(request, phone)
    const [message] = await messagesTo(request, phone)
    expect(message?.medium).toBe('sms')
    await page.goto(link)
    await expect(page.getByText(`${phone.slice(0, 3)}•••${phone.slice(-3)}`, { exact: true })).toBeVisible()
    await expect(page.locator('input[autocomplete=username]')).toHaveValue(phone)
  })

  test.describe('without its country', () => {
    test.use({ locale: 'en', timezoneId: 'UTC', allowed: { errors: [refusedRequests] } })

    test('is asked for it, at the field, and kept', async ({ page }) => {
      await ask(page, '98765 43210')
      await expect(field(page)).toHaveAccessibleDescription(/country code/)
      await expect(field(page)).toHaveValue('98765 43210')
      await expect(field(page)).toBeFocused()
    })
  })

  test.describe('while no text messages go out', () => {
    test.use({ allowed: { errors: [/status of 503/] } })

    test('is told so at the field, and kept', async ({ page }) => {
      const sentence = 'We cannot send text messages at the moment.'
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

test.describe('with trouble on the way', () => {
  test.use({ allowed: { errors: [cutNetwork, refusedRequests] } })
  const calls = '**/api/auth/forgot-password?**'

  test('what was typed is kept while offline, and goes out by itself later', async ({ page, context }) => {
    await page.goto('/forgot-password?platform=student')
    await field(page).fill('asha@example.com')
    await context.setOffline(true)
    await send(page)
    await expect(page.getByText(/offline/i).first()).toBeVisible()
    await expect(field(page)).toHaveValue('asha@example.com')
    await context.setOffline(false)
    await expect(heading(page)).toHaveText('Check your email')
  })

  test('a slow answer is waited for with words, and can be asked for again', async ({ page }) => {
    await page.clock.install()
    let asked = 0
    await page.route(calls, (route) => {
      asked += 1
      return asked === 1 ? undefined : route.continue()
    })
    await ask(page, 'asha@example.com')
    await expect(page.getByRole('button', { name: /Sending/ })).toHaveAttribute('aria-disabled', 'true')
    await page.clock.runFor(5_500)
    await expect(page.getByText('Still working…').first()).toBeVisible()
    await page.clock.runFor(5_000)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(heading(page)).toHaveText('Check your email')
    expect(asked).toBe(2)
  })

  test('too many requests say how long to wait', async ({ page }) => {
    const json = { errors: { code: 'too-many-attempts', message: 'Please try again in 15 minutes.' } }
    await page.route(calls, (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '900' }, json }),
    )
    await ask(page, 'asha@example.com')
    await expect(page.getByRole('alert').first()).toContainText('Please try again in 15 minutes.')
    await expect(field(page)).toHaveValue('asha@example.com')
  })

  test('a puzzle is solved without the person', async ({ page, request }) => {
    const challenge = await (await request.get('/api/auth/captcha/challenge')).json()
    let asked = 0
    await page.route(calls, (route) => {
      asked += 1
      const errors = { code: 'captcha-needed', message: 'Please verify the captcha', challenge }
      return asked > 1 ? route.continue() : route.fulfill({ status: 400, json: { errors } })
    })
    await ask(page, 'asha@example.com')
    await expect(heading(page)).toHaveText('Check your email')
    expect(asked).toBe(2)
  })
})
