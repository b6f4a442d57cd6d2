/** Tests the code and the button of mails in Chromium, and the marks attached to mails. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../browser.ts'
import { drawMarks, marksFolder } from '../draw-marks.ts'
import { mailOf } from '../other-pages.ts'

test('one click selects the whole code of a mail, and its button has the colour of the family, light and dark', async ({
  page,
}) => {
  await page.setContent(mailOf('otp-code'))
  // The two halves of the code have a visible gap.
  await page.getByText('123', { exact: true }).click()
  expect(await page.evaluate(() => String(getSelection()).trim())).toBe('123456')
  await page.setContent(mailOf('password-changed'))
  const button = page.getByRole('link', { name: 'Set another password' })
  for (const [colorScheme, background, ink] of [
    ['light', 'rgb(122, 44, 144)', 'rgb(255, 255, 255)'],
    ['dark', 'rgb(224, 168, 242)', 'rgb(11, 17, 32)'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(button).toHaveCSS('background-color', background)
    await expect(button).toHaveCSS('color', ink)
  }
})

test('the marks of mails are drawn from the arches of the contract', async ({ browser, page }) => {
  const drawn = await drawMarks(browser)
  expect((await readdir(marksFolder)).sort()).toEqual([...drawn.keys()].map((name) => `${name}.png`).sort())
  for (const [name, image] of drawn) {
    const stored = await readFile(join(marksFolder, `${name}.png`), 'base64')
    const share = await differentShare(page, stored, image.toString('base64'))
    // Another Chromium release may smooth edges differently.
    expect(share, `${name}: run npm run marks`).toBeLessThan(0.002)
  }
})

/** Returns the share of pixels in which two images differ visibly. */
function differentShare(page: Page, one: string, other: string): Promise<number> {
  return page.evaluate(
    async (images) => {
      const [a, b] = await Promise.all(
        images.map(async (base64) => {
          const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
          const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
          const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
          context?.drawImage(bitmap, 0, 0)
          return context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? new Uint8ClampedArray()
        }),
      )
      if (!a || !b || a.length !== b.length) return 1
      let different = 0
      for (let at = 0; at < a.length; at += 4)
        if ([0, 1, 2, 3].some((part) => Math.abs((a[at + part] ?? 0) - (b[at + part] ?? 0)) > 24))
          different += 1
      return different / (a.length / 4)
    },
    [one, other],
  )
}
