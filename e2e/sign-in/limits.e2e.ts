import { textsInTree } from '../announcements.ts'
import { expect, refusedRequests, signInAsNew, test, typeIdentifier } from '../browser.ts'
import { createUser } from '../test-users.ts'

test.use({ allowed: { errors: [refusedRequests] } })

test.describe('captcha challenge', () => {
  test('the browser solves a captcha challenge without the user and sends the request again', async ({
    page,
    request,
  }) => {
    const challenge = await (await request.get('/api/auth/captcha/challenge')).json()
    const sent: { captcha?: { value: string; type: string } }[] = []
    await page.route('**/api/auth/users/fetch', async (route) => {
      sent.push(route.request().postDataJSON())
      if (sent.length > 1) return route.continue()
      const errors = { code: 'captcha-needed', message: 'Please verify the captcha', challenge }
      return route.fulfill({ status: 400, json: { errors } })
    })
    const email = await createUser(page.request, { hasPassword: true })
    await page.goto('/?platform=student')
    await typeIdentifier(page, email)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Ravi')
    expect(sent).toHaveLength(2)
    const { value = '', type } = sent[1]?.captcha ?? {}
    expect(type).toBe('invisible')
    const solved = JSON.parse(Buffer.from(value, 'base64').toString())
    expect(solved.challenge).toEqual(challenge)
    expect(solved.solution.derivedKey).toMatch(new RegExp(`^${challenge.parameters.keyPrefix}`))
  })

  test('a captcha challenge that cannot be solved keeps the typed identifier and offers another try', async ({
    page,
  }) => {
    let requests = 0
    await page.route('**/api/auth/users/fetch', (route) => {
      requests += 1
      if (requests > 1) return route.continue()
      const errors = { code: 'captcha-needed', message: 'Please verify the captcha', challenge: {} }
      return route.fulfill({ status: 400, json: { errors } })
    })
    const email = await createUser(page.request, { hasPassword: true })
    await page.goto('/?platform=student')
    await typeIdentifier(page, email)
    await expect(page.getByRole('alert').first()).toContainText('Please verify the captcha')
    await expect(page.getByLabel('Email or phone number')).toHaveValue(email)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Ravi')
  })
})

test.describe('sign-in lockout', () => {
  test('too many attempts show a countdown that disappears when the wait ends', async ({ page }) => {
    await page.clock.install()
    await page.route(/\/api\/auth\/sso\/login/, (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '110' },
        json: {
          errors: {
            code: 'too-many-attempts',
            message: 'Too many attempts. Please try again in 2 minutes.',
          },
        },
      }),
    )
    await page.goto('/?platform=student')
    await signInAsNew(page)
    const notice = page.locator('.notice-error')
    await expect(notice).toContainText('Please try again in 2 minutes.')
    // The clock goes on between the steps, longer on a busy machine.
    await page.clock.runFor(55_000)
    await expect(notice).toContainText(/Please try again in [1-5]\d seconds\./)
    await page.clock.runFor(30_000)
    await expect(notice).toContainText(/Please try again in [12]?\d seconds\./)
    await expect(page.locator('.toast')).toHaveCount(0)
    const said = await textsInTree(page, 'alert')
    expect(said.join('')).toContain('Please try again in 2 minutes.')
    expect(said.join('')).not.toContain('seconds')
    await page.clock.runFor(30_000)
    await expect(notice).toBeHidden()
    expect(await textsInTree(page, 'alert')).toEqual([])
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    await expect(page.getByText('You can try again now.')).toBeAttached()
  })
})
