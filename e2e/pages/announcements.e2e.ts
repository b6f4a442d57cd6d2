/** Tests the errors that Chromium reports to screen readers (WCAG 4.1.3). */
import { recordAnnouncements, textsInTree } from '../announcements.ts'
import { expect, heading, refusedRequests, signInAsNew, test, typeIdentifier } from '../browser.ts'

test.use({ allowed: { errors: [refusedRequests] } })

test('the accessibility tree has each error once, with the label of its field, and no mark as a text', async ({
  page,
}) => {
  const said = await recordAnnouncements(page)
  await page.goto('/?platform=student')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByLabel('Email or phone number')).toBeFocused()
  await expect.poll(said).toEqual(['alert: Email or phone number: Required'])
  expect(await textsInTree(page, 'alert')).toEqual(['Email or phone number: Required'])
  expect(await textsInTree(page)).not.toContain('!')
  await page.keyboard.type('a')
  await expect.poll(() => textsInTree(page, 'alert')).toEqual([])
  await page.route(
    '**/api/auth/users/fetch',
    (route) => route.fulfill({ status: 400, json: { errors: { code: 'unexpected' } } }),
    { times: 1 },
  )
  await typeIdentifier(page, 'asha@example.com')
  await expect(page.locator('.notice-error')).toBeVisible()
  expect(await textsInTree(page)).not.toContain('!')

  await page.goto('/account?platform=professor')
  await signInAsNew(page, 'professor')
  await expect(heading(page)).toHaveText('Your account')
  await expect.poll(() => textsInTree(page, 'status')).toEqual([])
  await page.goto('/account/security?platform=professor#password')
  await page.reload()
  await page.getByRole('button', { name: 'Change password' }).click()
  const alert = 'Current password: Required. New password: Required. Confirm password: Required.'
  await expect.poll(() => textsInTree(page, 'alert')).toEqual([alert])
  await page.goto('/account?platform=professor#name')
  await page.reload()
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.locator('.notice-banner')).toContainText('Name saved.')
  await expect(page.locator('#live-status')).toHaveText('Name saved.')
  expect(await textsInTree(page)).not.toContain('i')
})
