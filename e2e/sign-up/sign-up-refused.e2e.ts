/** What the service, or the way to it, has against a sign-up (Spec 4, 8). */
import { cutNetwork, expect, refusedRequests, test } from '../browser.ts'
import { title } from '../sign-in/otp-step.ts'
import { demoUrl } from '../test-installation.ts'
import {
  create,
  emailField,
  newPassword,
  next,
  notice,
  passwordFields,
  signUpRoute,
  signUpsOf,
  toPassword,
  typeName,
  typePasswords,
} from './sign-up-steps.ts'

test.use({ allowed: { errors: [refusedRequests, /status of 500/, cutNetwork] } })

const holders = [
  ['first_name', 'given-name', 'Create your account', 'Go back to step 1: Name'],
  ['last_name', 'family-name', 'Create your account', 'Go back to step 1: Name'],
  ['email', 'email', 'Alright, Meera. Now onto your email', 'Go back to step 2: Email'],
  ['password1', 'new-password', 'Choose a password', null],
  ['password2', 'confirm-password', 'Choose a password', null],
] as const

for (const [field, id, heading, said] of holders) {
  test(`a fault of ${field} leads to the step that holds it, with everything still typed`, async ({
    page,
  }) => {
    let refusals = 1
    await page.route(signUpRoute, (route) => {
      if (refusals === 0) return route.continue()
      refusals -= 1
      const errors = { code: 'invalid-request', message: 'x', field_errors: { [field]: ['Not like this'] } }
      return route.fulfill({ status: 400, json: { errors } })
    })
    const email = await toPassword(page)
    await typePasswords(page)
    await expect(title(page)).toHaveText(heading)
    await expect(page.locator(`#${id}`)).toBeFocused()
    await expect(page.locator(`#${id}`)).toHaveAccessibleDescription(/Not like this/)
    await expect(page).toHaveTitle(/^Error: /)
    if (said) await expect(page.getByText(said)).toBeAttached()
    if (heading.startsWith('Create')) await next(page).click()
    if (said) {
      await expect(emailField(page)).toHaveValue(email)
      await next(page).click()
    }
    for (const typed of passwordFields(page)) await expect(typed).toHaveValue(newPassword)
    await create(page).click()
    await expect(page).toHaveURL(`${demoUrl}/`)
  })
}

const sentences = [
  ['captcha-needed', 400, 'Please verify the captcha'],
  ['captcha-refused', 400, 'Verification failed, please try again later'],
  ['sign-up-failed', 500, 'Error signing up. Please refresh the page and try again'],
] as const

for (const [code, status, message] of sentences) {
  test(`'${message}' stays in the page and as a toast, and can be tried again`, async ({ page }) => {
    let isRefused = true
    await page.route(signUpRoute, (route) => {
      if (!isRefused) return route.continue()
      const challenge = code.startsWith('captcha') ? { challenge: {} } : {}
      const field_errors = code === 'captcha-refused' ? { invalid_captcha: [message] } : undefined
      return route.fulfill({ status, json: { errors: { code, message, field_errors, ...challenge } } })
    })
    await toPassword(page)
    await typePasswords(page)
    await expect(notice(page)).toContainText(message)
    await expect(notice(page)).toBeFocused()
    await expect(page.locator('.toast')).toContainText(message)
    isRefused = false
    const again = page.getByRole('button', { name: 'Try again', exact: true })
    await (status === 400 ? again : create(page)).click()
    await expect(page).toHaveURL(`${demoUrl}/`)
  })
}

test('a password that would be guessed first is refused at its field', async ({ page }) => {
  await toPassword(page)
  await typePasswords(page, 'password123')
  await expect(passwordFields(page)[0]).toHaveAccessibleDescription(/Too many people use this password/)
  await expect(passwordFields(page)[0]).toBeFocused()
  await typePasswords(page)
  await expect(page).toHaveURL(`${demoUrl}/`)
})

test('a captcha that could not be had ahead is the one a refusal brings', async ({ page }) => {
  const sent = signUpsOf(page)
  await page.route('**/captcha/challenge**', (route) => route.fulfill({ status: 429, json: { errors: {} } }))
  await toPassword(page)
  await typePasswords(page)
  await expect(page).toHaveURL(`${demoUrl}/`)
  expect(sent.map((one) => Boolean(one.postDataJSON().captcha))).toEqual([false, true])
})

test('an answer that was lost is asked for again with the same key, and there is one account', async ({
  page,
}) => {
  const keys: (string | undefined)[] = []
  await page.route(signUpRoute, async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await toPassword(page)
  await typePasswords(page)
  await expect(notice(page)).toContainText('The service did not answer. Please try again.')
  await page.getByRole('button', { name: 'Try again', exact: true }).click()
  await expect(page).toHaveURL(`${demoUrl}/`)
  await expect(page.getByRole('main')).toContainText('Meera Nair')
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys[1]).toBe(keys[0])
})

test('without a network it says so, and goes on by itself when it is back', async ({ page, context }) => {
  await toPassword(page)
  await context.setOffline(true)
  await typePasswords(page)
  await expect(notice(page)).toContainText("You're offline. We'll retry when you're back.")
  await context.setOffline(false)
  await expect(page).toHaveURL(`${demoUrl}/`)
})

test('what takes long says so, and can be sent again without a second account', async ({ page }) => {
  await page.clock.install()
  const sent = signUpsOf(page)
  let isHeld = true
  await page.route(signUpRoute, (route) => (isHeld ? undefined : route.continue()))
  await toPassword(page)
  await typePasswords(page)
  await expect.poll(() => sent.length).toBe(1)
  await page.clock.runFor(5_500)
  await expect(page.getByText('Still working…').first()).toBeVisible()
  await page.clock.runFor(5_000)
  isHeld = false
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => sent.length).toBe(2)
  const [first, second] = sent.map((one) => one.headers()['idempotency-key'])
  expect(second).toBe(first)
})

test('too many attempts say how long to wait', async ({ page }) => {
  await page.route(signUpRoute, (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '61' },
      json: {
        errors: { code: 'too-many-attempts', message: 'Too many attempts. Please try again in 2 minutes.' },
      },
    }),
  )
  await toPassword(page)
  await typePasswords(page)
  await expect(notice(page)).toContainText(/Please try again in \d+ (minutes|seconds)\./)
})

test.describe('the way to the platform', () => {
  test('that is closed is said, with a way to try again', async ({ page }) => {
    let isClosed = true
    await page.route('**/api/auth/codes', (route) =>
      isClosed ? route.fulfill({ status: 500, json: { errors: { code: 'unexpected' } } }) : route.continue(),
    )
    await toPassword(page)
    await typePasswords(page)
    await expect(title(page)).toHaveText('We could not take you to Learning')
    isClosed = false
    await page.getByRole('button', { name: 'Try again', exact: true }).click()
    await expect(page).toHaveURL(`${demoUrl}/`)
  })

  test('is open whatever becomes of the tracking', async ({ page }) => {
    const warnings: string[] = []
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
    await page.route('**/signup-tracking/**', (route) => route.fulfill({ status: 500, json: { errors: {} } }))
    await toPassword(page)
    await typePasswords(page)
    await expect(page).toHaveURL(`${demoUrl}/`)
    expect(warnings.filter((text) => text.includes('could not be tracked'))).toHaveLength(1)
  })
})

test('offline before the second step is there, it comes by itself once the browser is back', async ({
  page,
  context,
}) => {
  await page.goto('/signup?platform=student')
  await expect(page.locator('html[data-started]')).toBeVisible()
  await context.setOffline(true)
  await typeName(page, 'Meera')
  await expect(page.getByRole('button', { name: 'One moment…' })).toBeVisible()
  await expect(title(page)).toHaveText('Create your account')
  await context.setOffline(false)
  await expect(title(page)).toHaveText('Alright, Meera. Now onto your email')
})
