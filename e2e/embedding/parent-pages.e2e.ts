import { expect, inOneEngine, test } from '../browser.ts'
import { foyerUrl, frameOf, openPopup, parents, parentUrl, received } from './parent-pages.ts'

test(
  'a page that must not be framed stays empty on every site',
  inOneEngine,
  async ({ page, alsoAllowed }) => {
    alsoAllowed.push(/frame|Framing/i)
    for (const origin of [parents.sameSite, parents.crossSite, parents.hostile]) {
      await page.goto(parentUrl(origin, { html: frameOf(foyerUrl('/help', { platform: 'student' })) }))
      await expect(page.frameLocator('iframe').getByRole('main')).toHaveCount(0)
      expect(await received(page)).toEqual([])
    }
  },
)

test('a site opens a page of Foyer in a popup that keeps its opener', inOneEngine, async ({ page }) => {
  await page.goto(parentUrl(parents.sameSite))
  const popup = await openPopup(page, foyerUrl('/forgot-password', { platform: 'student' }))
  await expect(popup.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?')
  expect(await popup.evaluate(() => window.opener !== null)).toBe(true)
})
