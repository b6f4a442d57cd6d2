import { expect, heading, refusedRequests, test } from '../browser.ts'
import {
  choosePassword,
  createAdmin,
  maskedEmail,
  newestLink,
  newPassword,
  requestLink,
  signedIn,
} from './password-steps.ts'

test.describe('dead password links', () => {
  test.use({ allowed: { errors: [refusedRequests] } })

  test('an expired link sends a new one to the same email with one click', async ({ page, request }) => {
    const email = await createAdmin(request)
    const old = await requestLink(request, email)
    await requestLink(request, email, { count: 2 })
    await page.goto(old)
    await expect(heading(page)).toHaveText('This link has expired')
    await expect(heading(page)).toBeFocused()
    await expect(page).toHaveTitle(/^Error: This link has expired/)
    await page.getByRole('button', { name: `Send a new link to ${maskedEmail(email)}` }).click()
    await expect(heading(page)).toHaveText('Check your email')
    await expect(heading(page)).toBeFocused()
    await expect(page.getByRole('main')).toContainText(`We’ve sent a new link to ${maskedEmail(email)}.`)
    await expect(page.getByText('Resend in')).toBeVisible()
    await page.reload()
    await expect(heading(page)).toHaveText('Check your email')
    await page.goto(await newestLink(request, email, 3))
    await choosePassword(page)
    await expect(page).toHaveURL(signedIn)
  })

  test('a used link says so in a second tab and when the user opens it again', async ({
    page,
    context,
    request,
  }) => {
    const email = await createAdmin(request)
    const link = await requestLink(request, email)
    const second = await context.newPage()
    await second.goto(link)
    await expect(newPassword(second)).toBeVisible()
    await page.goto(link)
    await choosePassword(page)
    await expect(page).toHaveURL(signedIn)
    await choosePassword(second, 'another staple of batteries')
    await expect(heading(second)).toHaveText('This link has already been used')
    await page.goto(link)
    await expect(heading(page)).toHaveText('This link has already been used')
    await page.getByRole('link', { name: 'That was me, sign in' }).click()
    await expect(page).toHaveURL(signedIn)
  })

  test('a used link sends the owner a new link with one click, to take the account back', async ({
    page,
    request,
  }) => {
    const email = await createAdmin(request)
    const link = await requestLink(request, email)
    await page.goto(link)
    await choosePassword(page)
    await expect(page).toHaveURL(signedIn)
    await page.goto(link)
    await page.getByRole('button', { name: `Send a new link to ${maskedEmail(email)}` }).click()
    await expect(heading(page)).toHaveText('Check your email')
    expect(await newestLink(request, email, 2)).not.toBe(link)
  })

  test('an altered link leads to the forgot-password page with the email this browser remembers', async ({
    page,
    request,
  }) => {
    const email = await createAdmin(request)
    await page.goto('/forgot-password?platform=serviceAdmin')
    await page.locator('#username').fill(email)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    // The browser remembers the address with the answer, which may come after the mail.
    await expect(heading(page)).toHaveText('Check your email')
    const link = new URL(await newestLink(request, email))
    for (const pathname of [
      link.pathname.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)),
      link.pathname.replace('/reset-password/', '/create-password/'),
      '/reset-password/not-an-id/not-a-token/17',
    ]) {
      await page.goto(`${pathname}?platform=serviceAdmin`)
      await expect(heading(page)).toHaveText('This link is not valid')
    }
    await page.getByRole('link', { name: 'Get a new link' }).click()
    await expect(heading(page)).toHaveText('Forgot your password?')
    await expect(page.locator('#username')).toHaveValue(email)
    await page.goto(link.href)
    await expect(newPassword(page)).toBeVisible()
  })

  test('an address copied without its link asks the user to open the link again', async ({ page }) => {
    await page.goto('/school/reset-password/-/-/-?platform=school')
    await expect(heading(page)).toHaveText('Open the link again')
    await page.getByRole('link', { name: 'Get a new link' }).click()
    await expect(page).toHaveURL('/school/forgot-password?platform=school')
  })
})
