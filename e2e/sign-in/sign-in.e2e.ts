import type { Page } from '@playwright/test'
import {
  cutNetwork,
  expect,
  refusedRequests,
  signInAsNew,
  test,
  typeIdentifier,
  typePassword,
  withMotion,
} from '../browser.ts'
import { gotoEarly } from '../page-start.ts'
import { demoUrl, siteUrl } from '../test-installation.ts'
import { createUser, newEmail } from '../test-users.ts'

test.use(withMotion)

const passwordField = (page: Page) => page.getByLabel('Password', { exact: true })
const identifierField = (page: Page) => page.getByLabel('Email or phone number')

test.describe('identifier step', () => {
  test("the identifier step shows 'Required' at the empty field", async ({ page }) => {
    await page.goto('/?platform=student')
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(identifierField(page)).toBeFocused()
    await expect(identifierField(page)).toHaveAccessibleDescription(/Required/)
    await expect(page).toHaveTitle(/^Error: /)
  })

  test('the sign-in page treats an unknown or missing platform as student', async ({ page }) => {
    await page.goto('/?platform=nonsense')
    await expect(page).toHaveURL(/\/\?platform=student$/)
    await page.goto('/')
    await expect(page).toHaveURL(/\/\?platform=student$/)
    await expect(identifierField(page)).toBeVisible()
  })

  test('the identifier field is filled in from the query', async ({ page }) => {
    await page.goto('/?platform=student&email=asha%40example.com')
    await expect(identifierField(page)).toHaveValue('asha@example.com')
    for (const plus of ['%2B', '+']) {
      await page.goto(`/?platform=student&phoneNumber=${plus}919876543210`)
      await expect(identifierField(page)).toHaveValue('+919876543210')
    }
  })

  test.describe('refusals', () => {
    test.use({ allowed: { errors: [refusedRequests] } })

    test('an unknown identifier stays in the field, which says that there is no account', async ({
      page,
    }) => {
      const email = newEmail()
      await page.goto('/?platform=student')
      await typeIdentifier(page, email)
      await expect(identifierField(page)).toHaveAccessibleDescription(/could not find an account/)
      await expect(identifierField(page)).toHaveValue(email)
      await expect(identifierField(page)).toBeFocused()
    })

    test("an unregistered redirect-url shows 'Invalid URL' and names the origin for developers", async ({
      page,
    }) => {
      await page.goto('/?platform=student&redirect-url=https%3A%2F%2Fevil.example%2Fpath')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invalid URL')
      await expect(page.getByText('This link goes to a site we don’t recognise.')).toBeVisible()
      const sentence = 'origin https://evil.example is not registered for student in '
      await expect(page.locator('.notice')).toContainText(sentence)
      await expect(page.locator('body')).not.toContainText('evil.example/path')
    })
  })
})

test.describe('password step', () => {
  test('the password step shows the user and keeps the identifier for password managers', async ({
    page,
  }) => {
    const email = await createUser(page.request, { hasPassword: true })
    await page.goto('/?platform=student')
    await typeIdentifier(page, `  ${email} `)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Ravi')
    await expect(page.getByText(email).first()).toBeVisible()
    await expect(passwordField(page)).toBeFocused()
    await expect(passwordField(page)).toHaveAttribute('autocomplete', 'current-password')
    await expect(page.locator('input[autocomplete=username]')).toHaveValue(email)
  })

  test("'Not you? Change' leads back to the identifier and clears the password", async ({ page }) => {
    const email = await createUser(page.request, { hasPassword: true })
    await page.goto('/?platform=student')
    await typeIdentifier(page, email)
    await passwordField(page).fill('half typed')
    await page.getByRole('button', { name: /Not you\? Change/ }).click()
    await expect(identifierField(page)).toHaveValue(email)
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(passwordField(page)).toHaveValue('')
  })

  test('the password step is made while the user types, and hidden from everyone until the look-up', async ({
    page,
  }) => {
    const email = await createUser(page.request, { hasPassword: true })
    await page.goto('/?platform=student')
    await identifierField(page).fill(email)
    await expect(passwordField(page)).toBeAttached()
    await expect(passwordField(page)).toBeHidden()
    const ids = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id))
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    await expect(page.getByRole('form')).toHaveCount(1)
    await expect(identifierField(page)).toBeFocused()
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(passwordField(page)).toBeFocused()
    await expect(page.getByRole('form')).toHaveCount(1)
  })

  test('the password step survives a reload, and Back leads to the typed identifier', async ({ page }) => {
    const email = await createUser(page.request, { hasPassword: true })
    await page.goto('/?platform=student')
    await typeIdentifier(page, email)
    await expect(passwordField(page)).toBeVisible()
    await page.reload()
    await expect(page.getByText('Ravi Kumar').first()).toBeVisible()
    await expect(passwordField(page)).toBeVisible()
    await page.goBack()
    await expect(identifierField(page)).toHaveValue(email)
    await page.goForward()
    await expect(passwordField(page)).toBeVisible()
  })

  test('Forward leads to the password step after a reload of the identifier step', async ({ page }) => {
    const email = await createUser(page.request, { hasPassword: true })
    await page.goto('/?platform=student')
    await typeIdentifier(page, email)
    await expect(passwordField(page)).toBeVisible()
    await page.goBack()
    await expect(identifierField(page)).toHaveValue(email)
    await page.reload()
    await page.goForward()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Sign in|Welcome back, Ravi/)
    await expect(passwordField(page)).toBeVisible()
  })

  test('the password step shows no name for staff', async ({ page }) => {
    const email = await createUser(page.request, { platform: 'serviceAdmin', hasPassword: true })
    await page.goto('/internal')
    await expect(page).toHaveURL(/\/\?platform=serviceAdmin$/)
    await typeIdentifier(page, email)
    await expect(passwordField(page)).toBeVisible()
    await expect(page.getByText('Ravi')).toHaveCount(0)
  })

  test.describe('refusals', () => {
    test.use({ allowed: { errors: [refusedRequests] } })

    test('a wrong password is refused without saying which half was wrong, and the right one signs in after it', async ({
      page,
    }) => {
      const email = await createUser(page.request, { platform: 'professor', hasPassword: true })
      await page.goto('/?platform=professor')
      await typeIdentifier(page, email)
      await typePassword(page, 'not the password')
      await expect(
        page
          .getByRole('alert')
          .filter({ hasText: 'That password isn’t right. Try again or reset it.' })
          .first(),
      ).toBeVisible()
      await expect(passwordField(page)).toBeFocused()
      await typePassword(page)
      await expect(page).toHaveURL(`${siteUrl('professor')}/`)
    })
  })

  test.describe('network failures', () => {
    test.use({ allowed: { errors: [cutNetwork, refusedRequests] } })

    test('the password step keeps user and text without a network through sending, reload and Back', async ({
      page,
      context,
    }) => {
      const email = await createUser(page.request, { hasPassword: true })
      await page.goto('/?platform=student')
      await typeIdentifier(page, email)
      await expect(passwordField(page)).toBeVisible()

      await context.setOffline(true)
      await typePassword(page, 'typed while offline')
      await expect(page.getByText(/offline/i).first()).toBeVisible()
      await expect(passwordField(page)).toHaveValue('typed while offline')
      await expect(page.getByText('Ravi Kumar').first()).toBeVisible()
      await page.goBack()
      await expect(identifierField(page)).toHaveValue(email)
      await context.setOffline(false)

      await page.route('**/api/**', (route) => route.abort())
      await page.goForward()
      await page.reload()
      await expect(page.getByText('Ravi Kumar').first()).toBeVisible()
      await expect(passwordField(page)).toBeVisible()
      await page.goBack()
      await expect(identifierField(page)).toHaveValue(email)
    })
  })

  test('pressing Enter twice sends one sign-in request', async ({ page }) => {
    let requests = 0
    const held = Promise.withResolvers<void>()
    await page.route('**/api/auth/sso/login**', async (route) => {
      requests += 1
      await held.promise
      await route.continue()
    })
    const email = await createUser(page.request, { hasPassword: true })
    await page.goto(`/?platform=student&redirect-url=${encodeURIComponent(`${demoUrl}/`)}`)
    await typeIdentifier(page, email)
    await passwordField(page).fill('foyer-demo-2026')
    await passwordField(page).press('Enter')
    await passwordField(page).press('Enter')
    held.resolve()
    await page.waitForURL(`${demoUrl}/**`)
    expect(requests).toBe(1)
  })

  test('the password can be shown and hidden', async ({ page }) => {
    const email = await createUser(page.request, { hasPassword: true })
    await page.goto('/?platform=student')
    await typeIdentifier(page, email)
    await passwordField(page).fill('x')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(passwordField(page)).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Hide password' }).click()
    await expect(passwordField(page)).toHaveAttribute('type', 'password')
  })
})

test('the skip link moves the focus and keeps the step', async ({ page }) => {
  const email = await createUser(page.request, { hasPassword: true })
  await page.goto('/?platform=student')
  await typeIdentifier(page, email)
  await expect(passwordField(page)).toBeFocused()
  await page.getByRole('link', { name: 'Skip to content' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
  await expect(passwordField(page)).toBeVisible()
})

test('the account page puts the focus on its heading after the sign-in', async ({ page }) => {
  await page.goto('/?platform=serviceAdmin')
  await signInAsNew(page, 'serviceAdmin')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test.describe('signed-in user', () => {
  test('a signed-in user goes on to the platform at once', async ({ page }) => {
    await page.goto('/?platform=student')
    await signInAsNew(page)
    await expect(page.getByRole('main')).toContainText('You are signed in as Ravi Kumar')
    const target = encodeURIComponent(`${demoUrl}/library?shelf=2`)
    await gotoEarly(page, `/?platform=student&redirect-url=${target}`)
    await page.waitForURL(/library\?shelf=2&code=ac_/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My library')
  })

  test('a session of one platform does not sign in to another', async ({ page }) => {
    await page.goto('/?platform=serviceAdmin')
    await signInAsNew(page, 'serviceAdmin')
    await expect(page).toHaveURL(/\/account\?platform=serviceAdmin/)
    await page.goto('/?platform=apiDocs')
    await expect(identifierField(page)).toBeVisible()
  })
})
