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
  await page.getByRole('button', { name: 'Save picture' }).click()
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

test('a user cuts and turns a picture with the keyboard, and a lost upload keeps the cut', async ({
  page,
  request,
  alsoAllowed,
}) => {
  alsoAllowed.push(/ERR_FAILED/)
  const email = await createUser(request, { platform: 'student', hasPassword: true })
  await page.goto('/?platform=student&return=account')
  await signIn(page, email)
  const file = { name: 'me.png', mimeType: 'image/png', buffer: drawing(400, 300) }
  await page.getByLabel('Picture', { exact: true }).setInputFiles(file)
  const part = page.getByRole('group', { name: 'Part of the picture' })
  await expect(part).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your picture' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(part).toBeFocused()
  const image = page.locator('.picture-stage img')
  const placeOf = () => image.evaluate(({ style }) => style.transform)
  const before = await placeOf()
  await page.keyboard.press('ArrowRight')
  await expect.poll(placeOf).not.toBe(before)

  await page.keyboard.press('Tab')
  await expect(page.getByRole('slider', { name: 'Zoom' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect.poll(placeOf).toContain('scale(1.05)')
  const shape = () =>
    image.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => [naturalWidth, naturalHeight])
  expect(await shape()).toEqual([400, 300])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(shape).toEqual([300, 400])

  const pictures = '**/api/auth/users/picture'
  await page.route(pictures, (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'Save picture' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your picture' })
  await expect(dialog.locator('.field-error')).toBeVisible()
  await page.unroute(pictures)
  await page.getByRole('button', { name: 'Save picture' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Change your picture' })).toBeFocused()

  await page.getByLabel('Picture', { exact: true }).setInputFiles(file)
  await expect(part).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Change your picture' })).toBeFocused()
})
