/** Tests uploading and removing a picture on the account page, and its display in the header and at the next visit. */
import { crc32, deflateSync } from 'node:zlib'
import { expect, refusedRequests, signIn, test, typePassword } from '../browser.ts'
import { createUser } from '../test-users.ts'

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

/** Returns a noisy PNG, which the browser must shrink before it uploads it. */
function drawing(width: number, height: number): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height)
  for (let at = 0, seed = 1; at < rows.length; at += 1) {
    seed = (seed * 16_807) % 2_147_483_647
    rows[at] = at % (width * 3 + 1) === 0 ? 0 : seed & 63
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  const chunk = (name: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), content])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(content.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const parts = [
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}
