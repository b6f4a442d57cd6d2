import { cutNetwork, expect, refusedRequests, signIn, test, typePassword } from '../browser.ts'
import { newPerson } from '../people.ts'
import { accountsUrl, demoUrl } from '../test-installation.ts'
import {
  askedLink,
  changed,
  choosePassword,
  chosenPassword,
  heading,
  linkTo,
  masked,
  messagesTo,
  newPassword,
  newProfessor,
  secretOf,
  tracesOf,
  username,
} from './password-steps.ts'

test.describe('a good link', () => {
  test('says whose it is, sets the password, and leads to sign-in, prefilled', async ({ page, request }) => {
    const email = await newProfessor(request)
    await page.goto(await askedLink(request, email))
    await expect(heading(page)).toHaveText('Choose a new password')
    await expect(page).toHaveTitle(/^Choose a new password – Professor Portal – /)
    await expect(page.getByText(masked(email), { exact: true })).toBeVisible()
    await expect(newPassword(page)).toBeFocused()
    for (const input of [newPassword(page), page.locator('#confirm-password')])
      await expect(input).toHaveAttribute('autocomplete', 'new-password')
    await expect(newPassword(page)).toHaveAttribute('passwordrules', 'minlength: 8;')
    // Not known in full here: no masked one for password managers.
    await expect(username(page)).toHaveCount(0)

    await choosePassword(page)
    await expect(page).toHaveURL(`/?platform=professor&email=${encodeURIComponent(email)}`)
    await expect(page.getByText(changed).first()).toBeVisible()
    await expect(page.getByLabel('Email or phone number')).toHaveValue(email)
    await page.getByRole('button', { name: 'Next' }).click()
    await typePassword(page, chosenPassword)
    await expect(page).toHaveURL(/\/account\?platform=professor$/)

    const [notice] = await messagesTo(request, email)
    expect(notice?.subject).toMatch(/password was changed/)
  })

  test('leads on to where somebody wanted to go when they forgot it', async ({ page, request }) => {
    const email = await newPerson(request, { platform: 'student', hasPassword: true })
    const target = encodeURIComponent(`${demoUrl}/orders`)
    await page.goto(`/forgot-password?platform=student&redirect-url=${target}&email=${email}`)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await expect(heading(page)).toHaveText('Check your email')
    await page.goto(await linkTo(request, email))
    await choosePassword(page)
    await expect(page.getByText(changed).first()).toBeVisible()
    await page.getByRole('button', { name: 'Next' }).click()
    await typePassword(page, chosenPassword)
    await expect(page).toHaveURL(/\/orders/)
  })

  test('ends the sessions of elsewhere, and the password there was', async ({ page, request, browser }) => {
    const email = await newProfessor(request)
    const elsewhere = await browser.newContext()
    const other = await elsewhere.newPage()
    await other.goto('/?platform=professor')
    await signIn(other, email)
    await expect(other).toHaveURL(/\/account/)

    await page.goto(await askedLink(request, email))
    await choosePassword(page)
    await expect(page.getByText(changed).first()).toBeVisible()

    const answer = await other.evaluate(async () => {
      const { refreshToken } = JSON.parse(localStorage.getItem('foyer.auth.professor') ?? '{}')
      const body = JSON.stringify({ refresh_token: refreshToken })
      const headers = { 'content-type': 'application/json' }
      return (await fetch('/api/auth/refresh-token', { method: 'POST', headers, body })).status
    })
    expect(answer).toBe(401)
    await elsewhere.close()
  })

  test('signs out who it is in this browser, too', async ({ page, request }) => {
    const email = await newProfessor(request)
    await page.goto('/?platform=professor')
    await signIn(page, email)
    await expect(page).toHaveURL(/\/account/)
    await page.goto(await askedLink(request, email))
    await choosePassword(page)
    await expect(page.getByText(changed).first()).toBeVisible()
    await expect(page.getByLabel('Email or phone number')).toHaveValue(email)
    expect(await page.evaluate(() => localStorage.getItem('foyer.auth.professor'))).toBeNull()
  })

  test('tells password managers the address in full where it was asked for here', async ({
    page,
    request,
  }) => {
    const email = await newProfessor(request)
    await page.goto('/forgot-password?platform=professor')
    await page.locator('#username').fill(email)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await page.goto(await linkTo(request, email))
    await expect(username(page)).toHaveValue(email)
    await expect(username(page)).toHaveAttribute('aria-hidden', 'true')
    await expect(username(page)).toHaveJSProperty('readOnly', true)
    await choosePassword(page)
    await expect(page.getByText(changed).first()).toBeVisible()
    expect(await tracesOf(page)).not.toContain('foyer.link-recipient')
  })

  test('leaves the address at once, and is in nothing but the history entry and our own calls', async ({
    page,
    request,
  }) => {
    const email = await newProfessor(request)
    const link = await askedLink(request, email)
    const secret = secretOf(link)
    const foreign: string[] = []
    const told: string[] = []
    page.on('request', (one) => {
      if (!one.url().startsWith(accountsUrl)) foreign.push(one.url())
      if (one.url().includes('/analytics/')) told.push(one.url())
      const isOurs = one.url() === link || one.url().includes(`/api/auth/reset-password/`)
      const referrer = one.headers().referer ?? ''
      if ((!isOurs && `${one.url()} ${one.postData()}`.includes(secret)) || referrer.includes(secret))
        told.push(one.url())
    })
    const response = await page.goto(link)
    expect(response?.headers()).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    await expect(newPassword(page)).toBeVisible()
    await expect(page).toHaveURL('/reset-password/-/-/-?platform=professor')
    expect(await tracesOf(page)).not.toContain(secret)
    expect(await page.evaluate(() => JSON.stringify(history.state))).toContain(secret)
    await choosePassword(page)
    await expect(page.getByText(changed).first()).toBeVisible()
    expect(await tracesOf(page)).not.toContain(secret)
    expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain(secret)
    expect([foreign, told]).toEqual([[], []])
  })

  test('outlives a reload and a step away, and is over after its use', async ({ page, request }) => {
    const email = await newProfessor(request)
    await page.goto('/?platform=iqa')
    await page.goto(await askedLink(request, email))
    await expect(newPassword(page)).toBeVisible()
    await page.reload()
    await expect(page.getByText(masked(email), { exact: true })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/?platform=iqa')
    await page.goForward()
    await expect(page.getByText(masked(email), { exact: true })).toBeVisible()
    await choosePassword(page)
    await expect(page.getByText(changed).first()).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/?platform=iqa')
  })

  test('moves nothing when it turns out good', async ({ page, request }) => {
    const email = await newProfessor(request)
    const link = await askedLink(request, email)
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

  for (const [platform, path] of [
    ['school', '/school/reset-password'],
    ['olympiadPartner', '/partner/reset-password'],
  ] as const) {
    test(`of ${platform} stands in its own area, and leads to its own sign-in`, async ({ page, request }) => {
      const email = await newPerson(request, { platform, hasPassword: true })
      const link = await askedLink(request, email, { platform })
      expect(new URL(link).pathname.startsWith(`${path}/`)).toBe(true)
      await page.goto(link)
      await expect(newPassword(page)).toBeVisible()
      await expect(page).toHaveURL(`${path}/-/-/-?platform=${platform}`)
      await page.reload()
      await choosePassword(page)
      await expect(page).toHaveURL(/\/(school|partner)\/login\?/)
      await expect(page.getByText(changed).first()).toBeVisible()
      await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
      await page.getByLabel('Password', { exact: true }).fill(chosenPassword)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page).toHaveURL(new RegExp(`/account\\?platform=${platform}$`))
    })
  }
})

test.describe('a password', () => {
  test.use({ allowed: { errors: [refusedRequests] } })

  test('that is too short, typed differently or easy to guess is told at its field', async ({
    page,
    request,
  }) => {
    const email = await newProfessor(request)
    await page.goto(await askedLink(request, email))
    await newPassword(page).fill('short')
    await page.locator('#confirm-password').fill('other')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('There is a problem')).toBeVisible()
    await expect(newPassword(page)).toHaveAccessibleDescription(/must have at least 8 characters/)
    await expect(page.locator('#confirm-password')).toHaveAccessibleDescription(/do not match/)
    await choosePassword(page, 'password123')
    await expect(newPassword(page)).toHaveAccessibleDescription(/harder to guess/)
    await expect(newPassword(page)).toBeFocused()
    await expect(page).toHaveTitle(/^Error: /)
    await choosePassword(page)
    await expect(page.getByText(changed).first()).toBeVisible()
  })

  test('that is sent twice is saved once', async ({ page, request }) => {
    const email = await newProfessor(request)
    await page.goto(await askedLink(request, email))
    let posts = 0
    await page.route('**/api/auth/reset-password/**', async (route) => {
      if (route.request().method() === 'POST') posts += 1
      await new Promise((resolve) => setTimeout(resolve, 300))
      await route.continue()
    })
    await newPassword(page).fill(chosenPassword)
    await page.locator('#confirm-password').fill(chosenPassword)
    await page.locator('#confirm-password').press('Enter')
    await page.locator('#confirm-password').press('Enter')
    await expect(page.getByText(changed).first()).toBeVisible()
    expect(posts).toBe(1)
  })
})

test.describe('with the network cut', () => {
  test.use({ allowed: { errors: [cutNetwork, refusedRequests] } })
  const calls = '**/api/auth/reset-password/**'

  test('a link can be looked at again', async ({ page, request }) => {
    const email = await newProfessor(request)
    const link = await askedLink(request, email)
    await page.route(calls, (route) => route.abort())
    await page.goto(link)
    await expect(page.getByRole('alert').first()).toContainText('did not answer')
    await expect(page).toHaveTitle(/^Error: /)
    await page.unroute(calls)
    await page.getByRole('button', { name: 'Try again', exact: true }).click()
    await expect(newPassword(page)).toBeVisible()
  })

  test('what was typed stays, and goes out once more', async ({ page, request }) => {
    const email = await newProfessor(request)
    await page.goto(await askedLink(request, email))
    await expect(newPassword(page)).toBeVisible()
    await page.route(calls, (route) => route.abort())
    await choosePassword(page)
    await expect(page.getByRole('alert').first()).toContainText('did not answer')
    await expect(newPassword(page)).toHaveValue(chosenPassword)
    await page.unroute(calls)
    await page.getByRole('button', { name: 'Try again', exact: true }).click()
    await expect(page.getByText(changed).first()).toBeVisible()
  })
})
