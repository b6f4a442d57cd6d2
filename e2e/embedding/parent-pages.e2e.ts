import { expect, test } from '../browser.ts'
import { foyerUrl, frameOf, openPopup, parents, parentUrl, received } from './parent-pages.ts'

test('a page that must not be framed stays empty on every site', async ({ page, alsoAllowed }) => {
  alsoAllowed.push(/frame|Framing/i)
  for (const origin of [parents.sameSite, parents.crossSite, parents.hostile]) {
    await page.goto(parentUrl(origin, { html: frameOf(foyerUrl('/help', { platform: 'student' })) }))
    await expect(page.frameLocator('iframe').getByRole('main')).toHaveCount(0)
    expect(await received(page)).toEqual([])
  }
})

test('a site hears from a framed page of Foyer at the origin that is registered', async ({ page }) => {
  const src = foyerUrl('/logout', { platform: 'student', origin: parents.crossSite })
  await page.goto(parentUrl(parents.crossSite, { html: frameOf(src) }))
  await expect.poll(() => received(page, 'foyer:logout-success')).toHaveLength(1)
})

test('a site opens a page of Foyer in a popup that keeps its opener', async ({ page }) => {
  await page.goto(parentUrl(parents.sameSite))
  const popup = await openPopup(page, foyerUrl('/forgot-password', { platform: 'student' }))
  await expect(popup.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?')
  expect(await popup.evaluate(() => window.opener !== null)).toBe(true)
})
