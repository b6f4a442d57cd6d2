import type { Page } from '@playwright/test'
import {
  cutNetwork,
  expect,
  refusedRequests,
  signIn,
  test,
  typeIdentifier,
  typePassword,
} from '../browser.ts'
import { demoUrl } from '../test-installation.ts'

const passwordField = (page: Page) => page.getByLabel('Password', { exact: true })
const identifierField = (page: Page) => page.getByLabel('Email or phone number')

test.describe('the identifier step', () => {
  test('says Required, and where', async ({ page }) => {
    await page.goto('/?platform=student')
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(identifierField(page)).toBeFocused()
    await expect(identifierField(page)).toHaveAccessibleDescription(/Required/)
    await expect(page).toHaveTitle(/^Error: /)
  })

  test('treats an unknown or missing platform as student', async ({ page }) => {
    await page.goto('/?platform=nonsense')
    await expect(page).toHaveURL(/\/\?platform=student$/)
    await page.goto('/')
    await expect(page).toHaveURL(/\/\?platform=student$/)
    await expect(identifierField(page)).toBeVisible()
  })

  test('is prefilled from the query', async ({ page }) => {
    await page.goto('/?platform=student&email=asha%40example.com')
    await expect(identifierField(page)).toHaveValue('asha@example.com')
    for (const plus of ['%2B', '+']) {
      await page.goto(`/?platform=student&phoneNumber=${plus}919876543210`)
      await expect(identifierField(page)).toHaveValue('+919876543210')
    }
  })

  test.describe('with a refusal', () => {
    test.use({ allowed: { errors: [refusedRequests] } })

    test('says at the field that nobody is known by it, keeping what was typed', async ({ page }) => {
      await page.goto('/?platform=student')
      await typeIdentifier(page, 'nobody@foyer.test')
      await expect(identifierField(page)).toHaveAccessibleDescription(/could not find an account/)
      await expect(identifierField(page)).toHaveValue('nobody@foyer.test')
      await expect(identifierField(page)).toBeFocused()
    })

    test("is 'Invalid URL' for a foreign redirect-url, and tells developers which origin is not registered", async ({
      page,
    }) => {
      await page.goto('/?platform=student&redirect-url=https%3A%2F%2Fevil.example%2Fpath')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invalid URL')
      await expect(page.getByText('The link leads on to a site we do not know.')).toBeVisible()
      const sentence = 'origin https://evil.example is not registered for student in '
      await expect(page.locator('.notice')).toContainText(sentence)
      await expect(page.locator('body')).not.toContainText('evil.example/path')
    })
  })
})

test.describe('the password step', () => {
  test('shows who it is, for whom the identifier is kept for password managers', async ({ page }) => {
    await page.goto('/?platform=student')
    await typeIdentifier(page, '  student@foyer.test ')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Asha')
    await expect(page.getByText('student@foyer.test').first()).toBeVisible()
    await expect(passwordField(page)).toBeFocused()
    await expect(passwordField(page)).toHaveAttribute('autocomplete', 'current-password')
    await expect(page.locator('input[autocomplete=username]')).toHaveValue('student@foyer.test')
  })

  test("leads back with 'Not you? Change', keeping the identifier and dropping the password", async ({
    page,
  }) => {
    await page.goto('/?platform=student')
    await typeIdentifier(page, 'student@foyer.test')
    await passwordField(page).fill('half typed')
    await page.getByRole('button', { name: /Not you\? Change/ }).click()
    await expect(identifierField(page)).toHaveValue('student@foyer.test')
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(passwordField(page)).toHaveValue('')
  })

  test('keeps the person on reload and the text on Back', async ({ page }) => {
    await page.goto('/?platform=student')
    await typeIdentifier(page, 'student@foyer.test')
    await expect(passwordField(page)).toBeVisible()
    await page.reload()
    await expect(page.getByText('Asha Rao').first()).toBeVisible()
    await expect(passwordField(page)).toBeVisible()
    await page.goBack()
    await expect(identifierField(page)).toHaveValue('student@foyer.test')
    await page.goForward()
    await expect(passwordField(page)).toBeVisible()
  })

  test('comes again on Forward, after a reload of the step before', async ({ page }) => {
    await page.goto('/?platform=student')
    await typeIdentifier(page, 'student@foyer.test')
    await expect(passwordField(page)).toBeVisible()
    await page.goBack()
    await expect(identifierField(page)).toHaveValue('student@foyer.test')
    await page.reload()
    await page.goForward()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Sign in|Welcome back, Asha/)
    await expect(passwordField(page)).toBeVisible()
  })

  test('keeps the platform a stranger to names: no name for staff', async ({ page }) => {
    await page.goto('/internal')
    await expect(page).toHaveURL(/\/\?platform=serviceAdmin$/)
    await typeIdentifier(page, 'serviceadmin@foyer.test')
    await expect(passwordField(page)).toBeVisible()
    await expect(page.getByText('Farah')).toHaveCount(0)
  })

  test.describe('with a refusal', () => {
    test.use({ allowed: { errors: [refusedRequests] } })

    test('refuses a wrong password without saying which half was wrong, and takes the right one after', async ({
      page,
    }) => {
      await page.goto('/?platform=professor')
      await typeIdentifier(page, 'professor@foyer.test')
      await typePassword(page, 'not the password')
      await expect(page.getByRole('alert').filter({ hasText: 'That did not match' }).first()).toBeVisible()
      await expect(passwordField(page)).toBeFocused()
      await typePassword(page)
      await expect(page).toHaveURL(/\/account\?platform=professor/)
    })
  })

  test.describe('with the network cut', () => {
    test.use({ allowed: { errors: [cutNetwork, refusedRequests] } })

    test('keeps person and text through sending, reload and Back', async ({ page, context }) => {
      await page.goto('/?platform=student')
      await typeIdentifier(page, 'student@foyer.test')
      await expect(passwordField(page)).toBeVisible()

      await context.setOffline(true)
      await typePassword(page, 'typed while offline')
      await expect(page.getByText(/offline/i).first()).toBeVisible()
      await expect(passwordField(page)).toHaveValue('typed while offline')
      await expect(page.getByText('Asha Rao').first()).toBeVisible()
      await page.goBack()
      await expect(identifierField(page)).toHaveValue('student@foyer.test')
      await context.setOffline(false)

      await page.route('**/api/**', (route) => route.abort())
      await page.goForward()
      await page.reload()
      await expect(page.getByText('Asha Rao').first()).toBeVisible()
      await expect(passwordField(page)).toBeVisible()
      await page.goBack()
      await expect(identifierField(page)).toHaveValue('student@foyer.test')
    })
  })

  test('sends one request for two Enters', async ({ page }) => {
    let requests = 0
    await page.route('**/api/auth/sso/login**', async (route) => {
      requests += 1
      await new Promise((resolve) => setTimeout(resolve, 300))
      await route.continue()
    })
    await page.goto(`/?platform=student&redirect-url=${encodeURIComponent(`${demoUrl}/`)}`)
    await typeIdentifier(page, 'student@foyer.test')
    await passwordField(page).fill('foyer-demo-2026')
    await passwordField(page).press('Enter')
    await passwordField(page).press('Enter')
    await page.waitForURL(`${demoUrl}/**`)
    expect(requests).toBe(1)
  })

  test('can be seen and hidden while typing, and is hidden again when sent', async ({ page }) => {
    await page.goto('/?platform=student')
    await typeIdentifier(page, 'student@foyer.test')
    await passwordField(page).fill('x')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(passwordField(page)).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Hide password' }).click()
    await expect(passwordField(page)).toHaveAttribute('type', 'password')
  })
})

test('the skip link leaves the step where it is', async ({ page }) => {
  await page.goto('/?platform=student')
  await typeIdentifier(page, 'student@foyer.test')
  await expect(passwordField(page)).toBeFocused()
  await page.getByRole('link', { name: 'Skip to content' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
  await expect(passwordField(page)).toBeVisible()
})

test('moving on to /account takes the focus along', async ({ page }) => {
  await page.goto('/?platform=serviceAdmin')
  await signIn(page, 'serviceadmin@foyer.test')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test.describe('somebody already signed in', () => {
  test('is handed over at once', async ({ page }) => {
    await page.goto('/?platform=student')
    await signIn(page, 'student@foyer.test')
    await expect(page.getByRole('main')).toContainText('You are signed in as Asha Rao')
    const target = encodeURIComponent(`${demoUrl}/library?shelf=2`)
    await page.goto(`/?platform=student&redirect-url=${target}`, { waitUntil: 'commit' })
    await page.waitForURL(/library\?shelf=2&code=ac_/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My library')
  })

  test('is one person a platform', async ({ page }) => {
    await page.goto('/?platform=serviceAdmin')
    await signIn(page, 'serviceadmin@foyer.test')
    await expect(page).toHaveURL(/\/account\?platform=serviceAdmin/)
    await page.goto('/?platform=apiDocs')
    await expect(identifierField(page)).toBeVisible()
  })
})
