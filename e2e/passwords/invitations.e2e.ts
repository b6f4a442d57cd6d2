import { expect, refusedRequests, test } from '../browser.ts'
import { demoUrl } from '../test-installation.ts'
import {
  choosePassword,
  chosenPassword,
  heading,
  invited,
  linkTo,
  masked,
  secretOf,
  tracesOf,
} from './password-steps.ts'

test.describe('an invitation', () => {
  test.use({ allowed: { errors: [refusedRequests] } })

  test('creates a password and leads to sign-in at the platform', async ({ page, request }) => {
    const { email, link } = await invited(request, { platform: 'school' })
    await page.goto(link)
    await expect(heading(page)).toHaveText('Create your password')
    await expect(page.getByText(masked(email), { exact: true })).toBeVisible()
    await choosePassword(page)
    await expect(page).toHaveURL(`/school/login?platform=school&email=${encodeURIComponent(email)}`)
    await expect(page.getByText('Password created.').first()).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill(chosenPassword)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL(/\/account\?platform=school$/)
  })

  test('to the closed beta greets by name, signs in and goes on to the platform', async ({
    page,
    request,
  }) => {
    const { email, link } = await invited(request, { isBeta: true, platform: 'student' })
    await page.goto(link)
    await expect(page.getByText('Welcome to the closed beta of Learning.')).toBeVisible()
    await expect(page.getByText('Ravi', { exact: true })).toBeVisible()
    await expect(page.getByText(masked(email), { exact: true })).toBeVisible()
    await page.reload()
    await choosePassword(page)
    await expect(page).toHaveURL(new RegExp(`^${demoUrl}/`))
    await page.goto('/account?platform=student')
    await expect(page.getByRole('main')).toContainText('Ravi Kumar')
    expect(await tracesOf(page)).not.toContain(secretOf(link))
  })

  test('that is over is sent again, as an invitation', async ({ page, request }) => {
    const { email, link } = await invited(request, { platform: 'professor' })
    await invited(request, { platform: 'professor', email, count: 2 })
    await page.goto(link)
    await expect(heading(page)).toHaveText('This link has expired')
    await page.getByRole('button', { name: 'Send a new link to' }).click()
    await expect(heading(page)).toHaveText('Check your email')
    expect(await linkTo(request, email, 3)).toContain('/create-password/')
  })
})
