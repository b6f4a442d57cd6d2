/** Tests that no other site can frame pages which must not be framed (N-64). */
import { expect, inOneEngine, test } from '../browser.ts'
import { embed, foyerUrl, openPopup, parents, parentUrl, received } from './parent-pages.ts'

test(
  'a page that must not be framed stays empty on every site, and the auto-login page on all but a sister site',
  inOneEngine,
  async ({ page, alsoAllowed }) => {
    alsoAllowed.push(/frame|Framing/i)
    const query = { platform: 'student', origin: parents.sister }
    for (const address of [foyerUrl('/help', { platform: 'student' }), foyerUrl('/iframe/auto-login', query)])
      for (const origin of [parents.sameSite, parents.crossSite, parents.hostile]) {
        const frame = await embed(page, origin, address)
        await expect(frame.getByRole('main')).toHaveCount(0)
        expect(await received(page)).toEqual([])
      }
    await page.goto(parentUrl(parents.sameSite))
    const popup = await openPopup(page, foyerUrl('/forgot-password', { platform: 'student' }))
    await expect(popup.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?')
    expect(await popup.evaluate(() => window.opener !== null), 'a popup keeps its opener').toBe(true)
  },
)
