import { cutNetwork, expect, heading, refusedRequests, test } from '../browser.ts'
import { demoUrl } from '../test-installation.ts'
import { createUser } from '../test-users.ts'
import {
  browserTraces,
  changed,
  choosePassword,
  chosenPassword,
  createAdmin,
  newestLink,
  newPassword,
  requestLink,
  sentMessages,
  signedIn,
} from './password-steps.ts'

const signIns = '**/api/auth/sso/login?**'

test.describe('sign-in after a new password', () => {
  test('a reset signs the user in with the new password, and nothing is typed again', async ({
    page,
    request,
  }) => {
    const email = await createAdmin(request)
    await page.goto(await requestLink(request, email))
    await choosePassword(page)
    await expect(page).toHaveURL(signedIn)
    await expect(page.getByRole('main')).toContainText(email)
    const [notice] = await sentMessages(request, email)
    expect(notice?.subject).toMatch(/password was changed/)
  })

  test('a reset takes the user to the page they wanted before they forgot the password', async ({
    page,
    request,
  }) => {
    const email = await createUser(request, { platform: 'student', hasPassword: true })
    const target = encodeURIComponent(`${demoUrl}/orders`)
    await page.goto(`/forgot-password?platform=student&redirect-url=${target}&email=${email}`)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await expect(heading(page)).toHaveText('Check your email')
    await page.goto(await newestLink(request, email))
    await choosePassword(page)
    await expect(page).toHaveURL(/\/orders/)
  })

  test('a reset link of another platform signs the user in there', async ({ page, request }) => {
    const email = await createAdmin(request)
    const link = new URL(await requestLink(request, email))
    link.searchParams.set('platform', 'iqa')
    await page.goto(link.href)
    await choosePassword(page)
    await expect(page).toHaveURL(signedIn)
    await expect(page.getByRole('main')).toContainText(email)
  })

  test('the new password is never in the address, the history entry or storage', async ({
    page,
    request,
  }) => {
    const email = await createAdmin(request)
    const held = Promise.withResolvers<void>()
    await page.route(signIns, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(await requestLink(request, email))
    const traces = async () =>
      (await browserTraces(page)) + (await page.evaluate(() => JSON.stringify(history.state)))
    await choosePassword(page)
    await expect(page.getByText('Saved. Signing in…').first()).toBeVisible()
    expect(await traces()).not.toContain(chosenPassword)
    held.resolve()
    await expect(page).toHaveURL(signedIn)
    expect(await traces()).not.toContain(chosenPassword)
    expect(await traces()).not.toContain('rs_')
  })
})

test.describe('sign-in after a new password that is refused', () => {
  test.use({ allowed: { errors: [refusedRequests, cutNetwork] } })

  test('a refusal leads to sign-in with the email filled in and says that the password was changed', async ({
    page,
    request,
  }) => {
    const email = await createAdmin(request)
    await page.route(signIns, (route) =>
      route.fulfill({ status: 429, json: { errors: { code: 'too-many-attempts', message: 'Too many.' } } }),
    )
    await page.goto(await requestLink(request, email))
    await choosePassword(page)
    await expect(page).toHaveURL(`/?platform=serviceAdmin&email=${encodeURIComponent(email)}`)
    await expect(page.getByText(changed).first()).toBeVisible()
    await expect(page.getByLabel('Email or phone number')).toHaveValue(email)
    expect(await page.evaluate(() => localStorage.getItem('foyer.auth.serviceAdmin'))).toBeNull()
    expect(await browserTraces(page)).not.toContain(chosenPassword)
  })

  test('a cut network keeps the page, which says that the password is saved and signs in on the next try', async ({
    page,
    request,
  }) => {
    const email = await createAdmin(request)
    await page.goto(await requestLink(request, email))
    await page.route(signIns, (route) => route.abort())
    await choosePassword(page)
    const notice = page.getByRole('alert').first()
    await expect(notice).toContainText('didn’t answer')
    await expect(notice).toContainText('Your new password is saved.')
    await expect(newPassword(page)).toHaveValue(chosenPassword)
    await page.unroute(signIns)
    await page.getByRole('button', { name: 'Try again', exact: true }).click()
    await expect(page).toHaveURL(signedIn)
  })
})
