import { cutNetwork, expect, heading, refusedRequests, signIn, test } from '../browser.ts'
import { accountsUrl, siteUrl } from '../test-installation.ts'
import { createUser } from '../test-users.ts'
import {
  browserTraces,
  choosePassword,
  chosenPassword,
  createAdmin,
  maskedEmail,
  newestLink,
  newPassword,
  requestLink,
  signedIn,
  tokenIn,
  username,
} from './password-steps.ts'

test.describe('valid password links', () => {
  test('a link shows its account and sets the password', async ({ page, request }) => {
    const email = await createAdmin(request)
    await page.goto(await requestLink(request, email))
    await expect(heading(page)).toHaveText('Choose a new password')
    await expect(page).toHaveTitle(/^Choose a new password – Service Admin – /)
    await expect(page.getByText(maskedEmail(email), { exact: true })).toBeVisible()
    await expect(newPassword(page)).toBeFocused()
    for (const input of [newPassword(page), page.locator('#confirm-password')])
      await expect(input).toHaveAttribute('autocomplete', 'new-password')
    await expect(newPassword(page)).toHaveAttribute('passwordrules', 'minlength: 8;')
    // The page knows the masked email alone, which is useless to password managers.
    await expect(username(page)).toHaveCount(0)

    await choosePassword(page)
    await expect(page).toHaveURL(signedIn)
  })

  test('a reset ends the sessions of other browsers', async ({ page, request, browser }) => {
    const email = await createAdmin(request)
    const elsewhere = await browser.newContext()
    const other = await elsewhere.newPage()
    await other.goto('/?platform=serviceAdmin')
    await signIn(other, email)
    await expect(other).toHaveURL(/\/account/)

    await page.goto(await requestLink(request, email))
    await choosePassword(page)
    await expect(page).toHaveURL(signedIn)

    const answer = await other.evaluate(async () => {
      const { refreshToken } = JSON.parse(localStorage.getItem('foyer.auth.serviceAdmin') ?? '{}')
      const body = JSON.stringify({ refresh_token: refreshToken })
      const headers = { 'content-type': 'application/json' }
      return (await fetch('/api/auth/refresh-token', { method: 'POST', headers, body })).status
    })
    expect(answer).toBe(401)
    await elsewhere.close()
  })

  test('a reset replaces the session of this browser', async ({ page, request }) => {
    const email = await createAdmin(request)
    await page.goto('/?platform=serviceAdmin')
    await signIn(page, email)
    await expect(page).toHaveURL(signedIn)
    const readToken = () =>
      page.evaluate(() => JSON.parse(localStorage.getItem('foyer.auth.serviceAdmin') ?? '{}').refreshToken)
    const before = await readToken()
    await page.goto(await requestLink(request, email))
    await choosePassword(page)
    await expect(page).toHaveURL(signedIn)
    expect(await readToken()).toMatch(/^rt_/)
    expect(await readToken()).not.toBe(before)
  })

  test('a link gives password managers the full email in the browser that requested it', async ({
    page,
    request,
  }) => {
    const email = await createAdmin(request)
    await page.goto('/forgot-password?platform=serviceAdmin')
    await page.locator('#username').fill(email)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    // The browser remembers the address with the answer, which may come after the mail.
    await expect(heading(page)).toHaveText('Check your email')
    await page.goto(await newestLink(request, email))
    await expect(username(page)).toHaveValue(email)
    await expect(username(page)).toHaveAttribute('aria-hidden', 'true')
    await expect(username(page)).toHaveJSProperty('readOnly', true)
    await choosePassword(page)
    await expect(page).toHaveURL(signedIn)
    expect(await browserTraces(page)).not.toContain('foyer.link-recipient')
  })

  test('the link leaves the address bar at once and stays only in the history entry and in calls to the service', async ({
    page,
    request,
  }) => {
    const email = await createAdmin(request)
    const link = await requestLink(request, email)
    const token = tokenIn(link)
    const foreignRequests: string[] = []
    const leaks: string[] = []
    page.on('request', (sent) => {
      if (!sent.url().startsWith(accountsUrl)) foreignRequests.push(sent.url())
      if (sent.url().includes('/analytics/')) leaks.push(sent.url())
      const isAllowed = sent.url() === link || sent.url().includes(`/api/auth/reset-password/`)
      const referrer = sent.headers().referer ?? ''
      if ((!isAllowed && `${sent.url()} ${sent.postData()}`.includes(token)) || referrer.includes(token))
        leaks.push(sent.url())
    })
    const response = await page.goto(link)
    expect(response?.headers()).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    await expect(newPassword(page)).toBeVisible()
    await expect(page).toHaveURL('/reset-password/-/-/-?platform=serviceAdmin')
    expect(await browserTraces(page)).not.toContain(token)
    expect(await page.evaluate(() => JSON.stringify(history.state))).toContain(token)
    await choosePassword(page)
    await expect(page).toHaveURL(signedIn)
    expect(await browserTraces(page)).not.toContain(token)
    expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain(token)
    expect([foreignRequests, leaks]).toEqual([[], []])
  })

  test('a link survives a reload and Back and Forward, and is gone after its use', async ({
    page,
    request,
  }) => {
    const email = await createAdmin(request)
    await page.goto('/?platform=iqa')
    await page.goto(await requestLink(request, email))
    await expect(newPassword(page)).toBeVisible()
    await page.reload()
    await expect(page.getByText(maskedEmail(email), { exact: true })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/?platform=iqa')
    await page.goForward()
    await expect(page.getByText(maskedEmail(email), { exact: true })).toBeVisible()
    await choosePassword(page)
    await expect(page).toHaveURL(signedIn)
    await page.goBack()
    await expect(page).toHaveURL('/?platform=iqa')
  })

  test('the page of a link does not shift when the check succeeds', async ({ page, request }) => {
    const email = await createAdmin(request)
    const link = await requestLink(request, email)
    const checked = Promise.withResolvers<void>()
    await page.route('**/api/auth/reset-password/**', async (route) => {
      await checked.promise
      await route.continue()
    })
    await page.goto(link)
    await expect(page.getByText('Checking your link…')).toBeAttached()
    await expect(page.locator('.outline-button')).toBeVisible()
    const before = await page.locator('.outline-button').boundingBox()
    checked.resolve()
    await expect(newPassword(page)).toBeVisible()
    const after = await page.getByRole('button', { name: 'Change password' }).boundingBox()
    expect(Math.abs((before?.y ?? 0) - (after?.y ?? 99))).toBeLessThan(2)
  })

  for (const [platform, path, home] of [
    ['school', '/school/reset-password', siteUrl('school')],
    ['olympiadPartner', '/partner/reset-password', siteUrl('partner')],
  ] as const) {
    test(`a link of ${platform} has a path in its own area and signs in there`, async ({ page, request }) => {
      const email = await createUser(request, { platform, hasPassword: true })
      const link = await requestLink(request, email, { platform })
      expect(new URL(link).pathname.startsWith(`${path}/`)).toBe(true)
      await page.goto(link)
      await expect(newPassword(page)).toBeVisible()
      await expect(page).toHaveURL(`${path}/-/-/-?platform=${platform}`)
      await page.reload()
      await choosePassword(page)
      await expect(page).toHaveURL(`${home}/`)
    })
  }
})

test.describe('new password', () => {
  test.use({ allowed: { errors: [refusedRequests] } })

  test('a new password that is too short, repeated differently or easy to guess shows an error at its field', async ({
    page,
    request,
  }) => {
    const email = await createAdmin(request)
    await page.goto(await requestLink(request, email))
    await newPassword(page).fill('short')
    await page.locator('#confirm-password').fill('other')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(newPassword(page)).toBeFocused()
    await expect(newPassword(page)).toHaveAccessibleDescription(/must have at least 8 characters/)
    await expect(page.locator('#confirm-password')).toHaveAccessibleDescription(/do not match/)
    await choosePassword(page, 'password123')
    await expect(newPassword(page)).toHaveAccessibleDescription(/harder to guess/)
    await expect(newPassword(page)).toBeFocused()
    await expect(page).toHaveTitle(/^Error: /)
    await choosePassword(page)
    await expect(page).toHaveURL(signedIn)
  })

  test('pressing Enter twice saves the new password once', async ({ page, request }) => {
    const email = await createAdmin(request)
    await page.goto(await requestLink(request, email))
    let posts = 0
    const held = Promise.withResolvers<void>()
    await page.route('**/api/auth/reset-password/**', async (route) => {
      if (route.request().method() === 'POST') {
        posts += 1
        await held.promise
      }
      await route.continue()
    })
    await newPassword(page).fill(chosenPassword)
    await page.locator('#confirm-password').fill(chosenPassword)
    await page.locator('#confirm-password').press('Enter')
    await page.locator('#confirm-password').press('Enter')
    held.resolve()
    await expect(page).toHaveURL(signedIn)
    expect(posts).toBe(1)
  })
})

test.describe('password links without a network', () => {
  test.use({ allowed: { errors: [cutNetwork, refusedRequests] } })
  const calls = '**/api/auth/reset-password/**'

  test('a link can be checked again after the network was cut', async ({ page, request }) => {
    const email = await createAdmin(request)
    const link = await requestLink(request, email)
    await page.route(calls, (route) => route.abort())
    await page.goto(link)
    await expect(page.getByRole('alert').first()).toContainText('didn’t answer')
    await expect(page).toHaveTitle(/^Error: /)
    await page.unroute(calls)
    await page.getByRole('button', { name: 'Try again', exact: true }).click()
    await expect(newPassword(page)).toBeVisible()
  })

  test('a typed new password stays and can be sent again after the network was cut', async ({
    page,
    request,
  }) => {
    const email = await createAdmin(request)
    await page.goto(await requestLink(request, email))
    await expect(newPassword(page)).toBeVisible()
    await page.route(calls, (route) => route.abort())
    await choosePassword(page)
    await expect(page.getByRole('alert').first()).toContainText('didn’t answer')
    await expect(newPassword(page)).toHaveValue(chosenPassword)
    await page.unroute(calls)
    await page.getByRole('button', { name: 'Try again', exact: true }).click()
    await expect(page).toHaveURL(signedIn)
  })
})
