/** Tests that users order the entries of their profile by dragging them (product 2.5). */
import { expect, signIn, test } from '../browser.ts'
import { createUser } from '../test-users.ts'

test('a dragged entry keeps its place after a reload, and goes back if the order cannot be stored', async ({
  page,
  request,
  alsoAllowed,
}) => {
  alsoAllowed.push(/ERR_FAILED/)
  const email = await createUser(request, { platform: 'student', hasPassword: true })
  await page.goto('/?platform=student&return=account-profile')
  await signIn(page, email)
  await page.getByText('Your profile: ').waitFor()
  await page.goto('/account/profile/interests?platform=student')
  const headings = page.locator('.entry h2')
  for (const name of ['Birds', 'Chess', 'Dance']) {
    await page.getByRole('button', { name: 'Add an interest' }).click()
    await page.getByLabel('Interest', { exact: true }).fill(name)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(headings.last()).toHaveText(name)
  }
  const row = (name: string) => page.locator('.entry', { has: page.getByRole('heading', { name }) })
  const top = { targetPosition: { x: 40, y: 4 } }

  const stored = page.waitForResponse('**/api/profile/interests/order')
  await row('Dance').locator('.entry-handle').dragTo(row('Birds'), top)
  await expect(headings).toHaveText(['Dance', 'Birds', 'Chess'])
  await expect(page.locator('#live-status')).toHaveText('Moved to place 1 of 3.')
  expect((await stored).status()).toBe(204)
  await page.reload()
  await expect(headings).toHaveText(['Dance', 'Birds', 'Chess'])

  await page.route('**/api/profile/interests/order', (route) => route.abort())
  await row('Chess').locator('.entry-handle').dragTo(row('Dance'), top)
  await expect(page.getByText(/The new order was not saved\./)).toBeVisible()
  await expect(headings).toHaveText(['Dance', 'Birds', 'Chess'])
})
