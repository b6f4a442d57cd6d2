/** Tests what screen readers hear of errors and of the end of a step (WCAG 4.1.3). */
import { recordAnnouncements, textsInTree } from '../announcements.ts'
import { expect, heading, refusedRequests, signInAsNew, test, typeIdentifier } from '../browser.ts'

test.use({ allowed: { errors: [refusedRequests] } })

test('an error of a single field is announced once, with the label of the field', async ({ page }) => {
  const said = await recordAnnouncements(page)
  await page.goto('/?platform=student')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByLabel('Email or phone number')).toBeFocused()
  await expect.poll(said).toEqual(['alert: Email or phone number: Required'])
  expect(await textsInTree(page, 'alert')).toEqual(['Email or phone number: Required'])
})

test('the same error is announced again when the form is sent again', async ({ page }) => {
  const said = await recordAnnouncements(page)
  await page.goto('/?platform=student')
  for (const times of [1, 2]) {
    await page.getByRole('button', { name: 'Next' }).click()
    await expect.poll(said).toEqual(Array(times).fill('alert: Email or phone number: Required'))
  }
})

test('an announced error leaves the accessibility tree once the field is corrected', async ({ page }) => {
  await page.goto('/?platform=student')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.poll(() => textsInTree(page, 'alert')).toEqual(['Email or phone number: Required'])
  await page.keyboard.type('a')
  await expect.poll(() => textsInTree(page, 'alert')).toEqual([])
})

test('an error that the service sends for a field is announced with the label of the field', async ({
  page,
}) => {
  const said = await recordAnnouncements(page)
  await page.route('**/api/auth/users/fetch', (route) => {
    const errors = { code: 'invalid-request', message: 'x', field_errors: { user_id: ['Not like this'] } }
    return route.fulfill({ status: 400, json: { errors } })
  })
  await page.goto('/?platform=student')
  await typeIdentifier(page, 'asha@example.com')
  await expect(page.getByLabel('Email or phone number')).toBeFocused()
  await expect.poll(said).toContain('alert: Email or phone number: Not like this')
  expect(await page.locator('#live-status').textContent()).toBe('')
})

test('no error mark is read as a text', async ({ page }) => {
  await page.goto('/?platform=student')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Required').first()).toBeVisible()
  expect(await textsInTree(page)).not.toContain('!')
  await page.route('**/api/auth/users/fetch', (route) =>
    route.fulfill({ status: 400, json: { errors: { code: 'unexpected' } } }),
  )
  await typeIdentifier(page, 'asha@example.com')
  await expect(page.locator('.notice-error')).toBeVisible()
  expect(await textsInTree(page)).not.toContain('!')
})

test('no mark of a banner is read as a text', async ({ page }) => {
  await page.goto('/account?platform=professor#name')
  await signInAsNew(page, 'professor')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.locator('.notice-banner')).toContainText('Name saved.')
  await expect(page.locator('#live-status')).toHaveText('Name saved.')
  expect(await textsInTree(page)).not.toContain('i')
})

test('the status of a step leaves with the step', async ({ page }) => {
  await page.goto('/?platform=serviceAdmin')
  await signInAsNew(page, 'serviceAdmin')
  await expect(heading(page)).toHaveText('Your account')
  await expect.poll(() => textsInTree(page, 'status')).toEqual([])
})

test('three empty fields are announced in one alert, and the first takes the focus', async ({ page }) => {
  const said = await recordAnnouncements(page)
  await page.goto('/account?platform=professor#password')
  await signInAsNew(page, 'professor')
  await page.getByRole('button', { name: 'Change password' }).click()
  const alert = 'Current password: Required. New password: Required. Confirm Password: Required.'
  await expect.poll(() => textsInTree(page, 'alert')).toEqual([alert])
  expect((await said()).filter((text) => text.startsWith('alert'))).toEqual([`alert: ${alert}`])
  await expect(page.getByLabel('Current password', { exact: true })).toBeFocused()
  await expect(page.locator('.field-error')).toHaveCount(3)
})

for (const size of [
  { width: 390, height: 844 },
  { width: 320, height: 640 },
])
  test(`the errors of three empty fields leave the button in view at ${size.width} × ${size.height}`, async ({
    page,
  }) => {
    await page.setViewportSize(size)
    await page.goto('/account?platform=professor#password')
    await signInAsNew(page, 'professor')
    const button = page.getByRole('button', { name: 'Change password' })
    await expect(button).toBeInViewport({ ratio: 1 })
    await button.click()
    await expect(page.locator('.field-error')).toHaveCount(3)
    await expect(page.locator('form [aria-invalid]').first()).toBeInViewport({ ratio: 1 })
    await expect(button).toBeInViewport({ ratio: 1 })
  })
