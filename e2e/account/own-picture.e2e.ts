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

test('a user cuts and turns a picture with mouse and keyboard, and a lost upload keeps the cut', async ({
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
  const dialog = page.getByRole('dialog', { name: 'Your picture' })
  const preview = dialog.getByRole('img', { name: 'Preview' })
  const sliderOf = (name: string) => dialog.getByRole('slider', { name })
  await expect(dialog.getByRole('heading', { name: 'Your picture' })).toBeFocused()
  await expect(sliderOf('Up and down')).toBeDisabled()
  await preview.hover({ position: { x: 100, y: 100 } })
  await page.mouse.down()
  await page.mouse.move(0, 0)
  await expect(sliderOf('Left and right')).toHaveValue('1')
  await page.mouse.up()

  const draw = () => preview.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())
  const atEdge = await draw()
  await sliderOf('Left and right').focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(draw).not.toBe(atEdge)
  await page.keyboard.press('ArrowRight')
  await expect.poll(draw).toBe(atEdge)
  await sliderOf('Zoom').focus()
  await page.keyboard.press('ArrowRight')
  await expect(sliderOf('Up and down')).toBeEnabled()
  await page.keyboard.press('ArrowLeft')
  await dialog.getByRole('button', { name: 'Turn right' }).press('Enter')
  await expect(sliderOf('Left and right')).toBeDisabled()
  await expect(sliderOf('Up and down')).toBeEnabled()

  const pictures = '**/api/auth/users/picture'
  await page.route(pictures, (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'Save picture' }).click()
  await expect(dialog.locator('.field-error')).toBeVisible()
  await page.unroute(pictures)
  await page.getByRole('button', { name: 'Save picture' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Change your picture' })).toBeFocused()

  await page.getByLabel('Picture', { exact: true }).setInputFiles(file)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Change your picture' })).toBeFocused()
})
