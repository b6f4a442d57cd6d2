import { expect, heading, refusedRequests, test } from '../browser.ts'
import { demoUrl, siteUrl } from '../test-installation.ts'
import { browserTraces, choosePassword, invite, maskedEmail, newestLink, tokenIn } from './password-steps.ts'

test.describe('invitations', () => {
  test.use({ allowed: { errors: [refusedRequests] } })

  test('an invitation creates a password and signs in at the platform', async ({ page, request }) => {
    const { email, link } = await invite(request, { platform: 'school' })
    await page.goto(link)
    await expect(heading(page)).toHaveText('Create your password')
    await expect(page.getByText(maskedEmail(email), { exact: true })).toBeVisible()
    await choosePassword(page)
    await expect(page).toHaveURL(`${siteUrl('school')}/`)
  })

  test('an invitation to the closed beta greets the user by name, signs in and goes on to the platform', async ({
    page,
    request,
  }) => {
    const { email, link } = await invite(request, { isBeta: true, platform: 'student' })
    await page.goto(link)
    await expect(page.getByText('Welcome to the closed beta of Learning.')).toBeVisible()
    await expect(page.getByText('Ravi', { exact: true })).toBeVisible()
    await expect(page.getByText(maskedEmail(email), { exact: true })).toBeVisible()
    await page.reload()
    await choosePassword(page)
    await expect(page).toHaveURL(new RegExp(`^${demoUrl}/`))
    await page.goto('/account?platform=student')
    await expect(page.getByRole('main')).toContainText('Ravi Kumar')
    expect(await browserTraces(page)).not.toContain(tokenIn(link))
  })

  test('an expired invitation is sent again as an invitation', async ({ page, request }) => {
    const { email, link } = await invite(request, { platform: 'professor' })
    await invite(request, { platform: 'professor', email, count: 2 })
    await page.goto(link)
    await expect(heading(page)).toHaveText('This link has expired')
    await page.getByRole('button', { name: 'Send a new link to' }).click()
    await expect(heading(page)).toHaveText('Check your email')
    expect(await newestLink(request, email, 3)).toContain('/create-password/')
  })
})
