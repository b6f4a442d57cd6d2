/** Tests uploading and removing a picture on the account page, and its display in the header and at the next visit. */
import { expect, refusedRequests, signIn, test, typePassword } from '../browser.ts'
import { createUser } from '../test-users.ts'
import { drawing } from './drawing.ts'

test('a user uploads a picture, sees it in the header and at the next sign-in, and removes it', async ({
  page,
  request,
  alsoAllowed,
}) => {
  alsoAllowed.push(refusedRequests)
  const email = await createUser(request, { platform: 'student', hasPassword: true })
  await page.goto('/?platform=student&return=account')
  await signIn(page, email)
  const input = page.getByLabel('Picture', { exact: true })
  const button = page.getByRole('button', { name: 'Add a picture' })
  await expect(button).toBeVisible()

  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
  await expect(page.locator('#picture-error')).toContainText('Choose a JPG, PNG or WebP picture.')
  await expect(button).toHaveAccessibleDescription(/Choose a JPG, PNG or WebP picture\.$/)

  await input.setInputFiles({ name: 'me.txt', mimeType: 'text/plain', buffer: drawing(1_600, 1_200) })
  await expect(page.locator('#live-status')).toHaveText('Picture saved.')
  const picture = page.locator('main img')
  await expect(picture).toHaveAttribute('src', /^\/api\/pictures\/[0-9a-f-]{36}$/)
  const path = (await picture.getAttribute('src')) ?? ''
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBe(256)
  await expect(page.locator('header img').first()).toHaveAttribute('src', path)

  await page.goto('/logout?platform=student')
  await expect(page).not.toHaveURL(/logout/)
  await page.goto('/?platform=student&return=account')
  await expect(page.locator('main img')).toHaveAttribute('src', path)
  await typePassword(page)

  await page.getByRole('button', { name: 'Remove your picture' }).click()
  await page.getByRole('button', { name: 'Keep' }).click()
  await expect(page.getByRole('button', { name: 'Change your picture' })).toBeFocused()
  await page.getByRole('button', { name: 'Remove your picture' }).click()
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(page.locator('#live-status')).toHaveText('Picture removed.')
  await expect(page.locator('main img')).toHaveCount(0)
  await expect(page.locator('header img')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add a picture' })).toBeVisible()
})
