import type { Page } from '@playwright/test'
import { expect, heading, password, refusedRequests, signIn, test, typePassword } from '../browser.ts'
import { demoUrl } from '../test-installation.ts'
import { createUser, newEmail } from '../test-users.ts'
import {
  emailField,
  expectTracked,
  isSignUp,
  passwordFields,
  typeEmail,
  typeName,
  typePasswords,
} from './sign-up-steps.ts'

const address = (page: string, query = '') =>
  new RegExp(`/ryan/${page}\\?platform=student&login_source=ryan${query}`)
const logo = (page: Page) => page.getByRole('img', { name: 'Ryan' })

test.describe("partner's pages", () => {
  test.use({ allowed: { errors: [refusedRequests] } })

  test("a sign-up on the partner's page stores its source, whatever the query names", async ({
    page,
    request,
  }) => {
    await page.goto('/ryan/signup?utm_source=poster&signup_source=mail&login_source=itu')
    await expect(heading(page)).toHaveText('Join from Ryan')
    await expect(logo(page)).toBeVisible()
    await expect(page).toHaveTitle('Create your account – Ryan – Learning – Foyer')
    const description = page.locator('meta[name=description]')
    await expect(description).toHaveAttribute('content', /student or teacher of Ryan/)
    const email = newEmail()
    await typeName(page)
    await typeEmail(page, email)
    await expect(logo(page)).toBeVisible()
    const sent = page.waitForRequest(isSignUp)
    await typePasswords(page)
    expect((await sent).postDataJSON().source).toBe('ryan')
    await expect(page).toHaveURL(`${demoUrl}/`)
    await expectTracked(request, { email, name: 'Meera Nair', source: 'ryan' })
  })

  test("a user signs in on the partner's page and reaches the platform", async ({ page, request }) => {
    await page.goto('/ryan/signin')
    await expect(page).toHaveURL(address('signin'))
    await expect(heading(page)).toHaveText('Welcome from Ryan')
    await expect(page.getByText('Sign in to continue to Learning.')).toBeVisible()
    await expect(page).toHaveTitle('Sign in – Ryan – Learning – Foyer')
    await signIn(page, await createUser(request, { hasPassword: true }))
    await expect(page).toHaveURL(`${demoUrl}/`)
  })

  test("the links between the partner's pages, also by forgot password, stay with the partner", async ({
    page,
  }) => {
    await page.goto('/ryan/signin?utm_source=poster')
    await page.getByRole('link', { name: 'Sign up for free' }).click()
    await expect(page).toHaveURL(/\/ryan\/signup\?utm_source=poster&platform=student&login_source=ryan/)
    await expect(heading(page)).toHaveText('Join from Ryan')
    await page.getByRole('link', { name: 'Sign in instead' }).click()
    await expect(page).toHaveURL(/\/ryan\/signin\?utm_source=poster/)
    await page.getByLabel('Email or phone number').fill('asha@example.com')
    await page.getByRole('link', { name: 'Forgot Password?' }).click()
    await expect(page).toHaveURL(/\/forgot-password\?.*login_source=ryan/)
    await expect(logo(page)).toBeVisible()
    await page.getByRole('link', { name: 'Back to sign in' }).click()
    await expect(page).toHaveURL(/\/ryan\/signin\?.*login_source=ryan.*email=asha/)
    await expect(heading(page)).toHaveText('Welcome from Ryan')
    await expect(page.getByLabel('Email or phone number')).toHaveValue('asha@example.com')
  })

  test("a known email on the partner's sign-up leads to the partner's sign-in", async ({ page, request }) => {
    const email = await createUser(request, { hasPassword: true })
    await page.goto('/ryan/signup')
    await typeName(page)
    await typeEmail(page, email)
    await expect(passwordFields(page)[0]).toBeFocused()
    await typePasswords(page)
    await expect(emailField(page)).toHaveValue(email)
    await page.getByRole('button', { name: 'Would you like to sign in instead?' }).click()
    await expect(page).toHaveURL(address('signin'))
    await typePassword(page, password)
    await expect(page).toHaveURL(`${demoUrl}/`)
  })

  test("the partner's pages are 'Page not found' with status 404 for another platform", async ({ page }) => {
    for (const path of ['/ryan/signin?platform=school', '/ryan/signup?platform=professor']) {
      const response = await page.request.get(path)
      expect(response.status()).toBe(404)
      expect(await response.text()).toContain('Page not found')
    }
    expect((await page.request.get('/ryan/signin?platform=nonsense')).url()).toMatch(address('signin'))
  })
})
