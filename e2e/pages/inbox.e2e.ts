/** Tests reading messages in the development inbox like an engineer. */
import type { APIRequestContext, Page } from '@playwright/test'
import { expectNoFaults } from '../accessibility.ts'
import { expect, test } from '../browser.ts'
import { createPhoneUser, createUser, newestCode } from '../test-users.ts'

/** The sandbox of the mail's frame blocks Playwright's own script. */
test.use({ allowed: { errors: [/frame is sandboxed/] } })

const itemsOf = (page: Page) => page.locator('#messages li')

test('an engineer filters the inbox and reads a mail in its frame, and a new message appears without losing the open one, the filter or the focus', async ({
  page,
  request,
}) => {
  test.setTimeout(180_000)
  const email = await askForCode(request)
  await askForCode(request)
  await page.goto('/dev/inbox')
  await page.getByLabel('Recipient').fill(email)
  const items = itemsOf(page)
  await expect(items).toHaveCount(1)
  await items.first().getByRole('link').click()
  await expect(page).toHaveURL(/message=/)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(/code/)
  await expect(page.frameLocator('iframe').getByRole('heading')).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Recipient')).toHaveValue(email)
  await items.first().getByRole('link').click()
  await expect(page).toHaveURL(/message=/)
  const code = await newestCode(request, email)
  await expect(page.locator('.actions output')).toHaveText(code)
  await expect(items.first().getByRole('link')).toBeFocused()

  await sendResetLink(request, email)
  await expect(items).toHaveCount(2)
  await expect(page.getByRole('status').filter({ hasText: 'A new message' })).toBeAttached()
  await expect(page.locator('.actions output')).toHaveText(code)
  await expect(items.nth(1).getByRole('link')).toHaveAttribute('aria-current', 'true')
  await expect(items.nth(1).getByRole('link')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Open the link' })).toHaveAttribute('href', /reset-password/)
  await expectHeadings(page)
  await expectNoFaults(page)
})

test('a phone shows the list of the inbox, then the SMS, and goes back, without accessibility fault', async ({
  page,
  request,
}) => {
  test.setTimeout(180_000)
  const phone = await createPhoneUser(request)
  await sendCode(request, phone)
  await newestCode(request, phone)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`/dev/inbox?to=${encodeURIComponent(phone)}`)
  await expect(page.getByRole('heading', { level: 2 })).toBeHidden()
  await itemsOf(page).getByRole('link').click()
  const title = page.getByRole('heading', { level: 2 })
  await expect(title).toHaveText(`SMS to ${phone}`)
  await expect(title).toBeFocused()
  await expect(itemsOf(page)).toBeHidden()
  await page.getByRole('link', { name: 'All messages' }).click()
  await expect(itemsOf(page)).toBeVisible()
  await expectNoFaults(page)
  await itemsOf(page).getByRole('link').click()
  await expectHeadings(page)
  await expectNoFaults(page)
})

test('the frame of a mail is as high as its content, at every width', async ({ page, request }) => {
  const email = await createUser(request)
  await sendResetLink(request, email)
  await page.goto(`/dev/inbox?to=${email}`)
  await itemsOf(page).getByRole('link').click()
  await expect(page).toHaveURL(/message=/)
  const body = page.frameLocator('iframe').locator('body')
  for (const width of [1280, 320, 900]) {
    await page.setViewportSize({ width, height: 600 })
    const frame = page.locator('iframe')
    // An empty frame is as high as its content too.
    await expect.poll(() => body.evaluate((element) => element.clientHeight)).toBeGreaterThan(300)
    await expect
      .poll(async () => {
        const inside = await frame.evaluate((element) => element.clientHeight)
        return inside - (await body.evaluate((element) => element.scrollHeight))
      })
      .toBe(0)
  }
})

async function expectHeadings(page: Page): Promise<void> {
  for (const heading of await page.getByRole('heading').all()) await expect(heading).not.toBeEmpty()
}

async function askForCode(request: APIRequestContext): Promise<string> {
  const email = await createUser(request)
  await sendCode(request, email)
  await newestCode(request, email)
  return email
}

async function sendCode(request: APIRequestContext, to: string): Promise<void> {
  const found = await request.post('/api/auth/users/fetch', { data: { user_id: to, product: 'learning' } })
  const { data } = await found.json()
  const body = { medium: to.includes('@') ? 'email' : 'sms', purpose: 'login', user: data.uuid }
  expect((await request.post('/api/auth/users/otp', { data: body })).ok()).toBe(true)
}

async function sendResetLink(request: APIRequestContext, email: string): Promise<void> {
  const data = { email, product: 'learning', platform: 'student' }
  expect((await request.post('/api/auth/forgot-password', { data })).ok()).toBe(true)
}
