/** Tests sign-ups that the service refuses or the network loses (Spec 4, 8). */
import { cutNetwork, expect, heading, refusedRequests, test } from '../browser.ts'
import { demoUrl } from '../test-installation.ts'
import {
  create,
  emailField,
  newPassword,
  next,
  notice,
  passwordFields,
  reachPasswordStep,
  recordSignUps,
  signUpRoute,
  typeName,
  typePasswords,
} from './sign-up-steps.ts'

test.use({ allowed: { errors: [refusedRequests, /status of 500/, cutNetwork] } })

const stepOfField = [
  ['first_name', 'given-name', 'Create your account', 'Go back to step 1: Name'],
  ['last_name', 'family-name', 'Create your account', 'Go back to step 1: Name'],
  ['email', 'email', 'Alright, Meera. Now onto your email', 'Go back to step 2: Email'],
  ['password1', 'new-password', 'Choose a password', null],
  ['password2', 'confirm-password', 'Choose a password', null],
] as const

for (const [field, id, stepHeading, announced] of stepOfField) {
  test(`a field error of ${field} leads to its step and keeps everything typed`, async ({ page }) => {
    let refusals = 1
    await page.route(signUpRoute, (route) => {
      if (refusals === 0) return route.continue()
      refusals -= 1
      const errors = { code: 'invalid-request', message: 'x', field_errors: { [field]: ['Not like this'] } }
      return route.fulfill({ status: 400, json: { errors } })
    })
    const email = await reachPasswordStep(page)
    await typePasswords(page)
    await expect(heading(page)).toHaveText(stepHeading)
    await expect(page.locator(`#${id}`)).toBeFocused()
    await expect(page.locator(`#${id}`)).toHaveAccessibleDescription(/Not like this/)
    await expect(page).toHaveTitle(/^Error: /)
    if (announced) await expect(page.getByText(announced)).toBeAttached()
    if (stepHeading.startsWith('Create')) await next(page).click()
    if (announced) {
      await expect(emailField(page)).toHaveValue(email)
      await next(page).click()
    }
    for (const typed of passwordFields(page)) await expect(typed).toHaveValue(newPassword)
    await create(page).click()
    await expect(page).toHaveURL(`${demoUrl}/`)
  })
}

const refusals = [
  ['captcha-needed', 400, 'Please verify the captcha'],
  ['captcha-refused', 400, 'Verification failed, please try again later'],
  ['sign-up-failed', 500, 'Error signing up. Please refresh the page and try again'],
] as const

for (const [code, status, message] of refusals) {
  test(`the page shows '${message}' in a notice alone and offers another try`, async ({ page }) => {
    let isRefused = true
    await page.route(signUpRoute, (route) => {
      if (!isRefused) return route.continue()
      const challenge = code.startsWith('captcha') ? { challenge: {} } : {}
      const field_errors = code === 'captcha-refused' ? { invalid_captcha: [message] } : undefined
      return route.fulfill({ status, json: { errors: { code, message, field_errors, ...challenge } } })
    })
    await reachPasswordStep(page)
    await typePasswords(page)
    await expect(notice(page)).toContainText(message)
    await expect(notice(page)).toBeFocused()
    await expect(page.locator('.toast')).toHaveCount(0)
    isRefused = false
    const again = page.getByRole('button', { name: 'Try again', exact: true })
    await (status === 400 ? again : create(page)).click()
    await expect(page).toHaveURL(`${demoUrl}/`)
  })
}

for (const body of ['', '<h1>Internal Server Error</h1>']) {
  test(`a 500 at sign-up that names no error (${body || 'empty'}) shows the sentence of a failed sign-up`, async ({
    page,
  }) => {
    await page.route(signUpRoute, (route) => route.fulfill({ status: 500, body }))
    await reachPasswordStep(page)
    await typePasswords(page)
    await expect(notice(page)).toContainText('Error signing up. Please refresh the page and try again')
  })
}

test('a 404 with an empty body shows no error text, and the form can be sent again', async ({ page }) => {
  let isRefused = true
  await page.route(signUpRoute, (route) =>
    isRefused ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  )
  await reachPasswordStep(page)
  const refused = page.waitForResponse(signUpRoute)
  await typePasswords(page)
  await refused
  await expect(create(page)).not.toHaveAttribute('aria-disabled', 'true')
  await expect(notice(page)).toHaveCount(0)
  await expect(page.locator('.toast')).toHaveCount(0)
  isRefused = false
  await create(page).click()
  await expect(page).toHaveURL(`${demoUrl}/`)
})

test('a common password shows an error at its field', async ({ page }) => {
  await reachPasswordStep(page)
  await typePasswords(page, 'password123')
  await expect(passwordFields(page)[0]).toHaveAccessibleDescription(/This password is too common/)
  await expect(passwordFields(page)[0]).toBeFocused()
  await typePasswords(page)
  await expect(page).toHaveURL(`${demoUrl}/`)
})

test('sign-up solves the challenge of the refusal when none could be fetched in advance', async ({
  page,
}) => {
  const sent = recordSignUps(page)
  await page.route('**/captcha/challenge**', (route) => route.fulfill({ status: 429, json: { errors: {} } }))
  await reachPasswordStep(page)
  await typePasswords(page)
  await expect(page).toHaveURL(`${demoUrl}/`)
  expect(sent.map((one) => Boolean(one.postDataJSON().captcha))).toEqual([false, true])
})

test('a sign-up whose response was lost is sent again with the same idempotency key and creates one account', async ({
  page,
}) => {
  const keys: (string | undefined)[] = []
  await page.route(signUpRoute, async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await reachPasswordStep(page)
  await typePasswords(page)
  await expect(notice(page)).toContainText('The service didn’t answer. Please try again.')
  await page.getByRole('button', { name: 'Try again', exact: true }).click()
  await expect(page).toHaveURL(`${demoUrl}/`)
  await expect(page.getByRole('main')).toContainText('Meera Nair')
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys[1]).toBe(keys[0])
})

test('an offline sign-up says so and goes on once the browser is online', async ({ page, context }) => {
  await reachPasswordStep(page)
  await context.setOffline(true)
  await typePasswords(page)
  await expect(notice(page)).toContainText('You’re offline. We’ll retry when you’re back.')
  await context.setOffline(false)
  await expect(page).toHaveURL(`${demoUrl}/`)
})

test('a slow sign-up says so and offers a retry with the same idempotency key', async ({ page }) => {
  await page.clock.install()
  const sent = recordSignUps(page)
  let isHeld = true
  await page.route(signUpRoute, (route) => (isHeld ? undefined : route.continue()))
  await reachPasswordStep(page)
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

test('too many sign-ups show how long to wait', async ({ page }) => {
  await page.route(signUpRoute, (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '61' },
      json: {
        errors: { code: 'too-many-attempts', message: 'Too many attempts. Please try again in 2 minutes.' },
      },
    }),
  )
  await reachPasswordStep(page)
  await typePasswords(page)
  await expect(notice(page)).toContainText(/Please try again in \d+ (minutes|seconds)\./)
})

test.describe('handover after sign-up', () => {
  test('a failed handover after sign-up says so and offers another try', async ({ page }) => {
    let isClosed = true
    await page.route('**/api/auth/codes', (route) =>
      isClosed ? route.fulfill({ status: 500, json: { errors: { code: 'unexpected' } } }) : route.continue(),
    )
    await reachPasswordStep(page)
    await typePasswords(page)
    await expect(heading(page)).toHaveText('We couldn’t take you to Learning')
    isClosed = false
    await page.getByRole('button', { name: 'Try again', exact: true }).click()
    await expect(page).toHaveURL(`${demoUrl}/`)
  })
})

test('sign-up loads its second step once an offline browser is online', async ({ page, context }) => {
  await page.goto('/signup?platform=student')
  await context.setOffline(true)
  await typeName(page, 'Meera')
  await expect(page.getByRole('button', { name: 'One moment…' })).toBeVisible()
  await expect(heading(page)).toHaveText('Create your account')
  await context.setOffline(false)
  await expect(heading(page)).toHaveText('Alright, Meera. Now onto your email')
})
