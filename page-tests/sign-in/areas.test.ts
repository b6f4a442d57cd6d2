/** Tests signing in and out in every area (product 2.2, 2.5). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { openBrowser } from '../browser/browser.ts'

/** Columns: the area, its start page, its platform, and the sign-in page after the sign-out. */
const areas = [
  ['main', '/?platform=professor&return=account', 'professor', '/?platform=professor'],
  ['school', '/school?return=account', 'school', '/school/login?platform=school'],
  ['partner', '/partner?return=account', 'olympiadPartner', '/partner/login?platform=olympiadPartner'],
  ['verification portal', '/svp?return=account', 'svp', '/?platform=svp'],
  ['centre', '/centre?return=account', 'centreAdmin', '/?platform=centreAdmin'],
  ['internal', '/internal?return=account', 'serviceAdmin', '/?platform=serviceAdmin'],
] as const

for (const [area, start, platform, end] of areas)
  test(`a user of the ${area} area signs in and out by keyboard`, async () => {
    const browser = await openBrowser()
    const { email } = await browser.service.makeUser({ platforms: [platform] })
    const page = await browser.open(start)
    const { user, document } = page
    document.querySelector<HTMLElement>('form input[autocomplete~=username]')?.focus()
    await user.keyboard(email)
    const isOneStep = document.querySelector('.form-frame-veil, [type=email]') !== null
    if (isOneStep) await user.tab()
    else await user.keyboard('{Enter}')
    await page.focused('current-password')
    await user.keyboard(`${rightPassword}{Enter}`)
    await page.shows(`/account?platform=${platform}`)
    await page.heading('Your account')

    await page.press(/^Account of /)
    // jsdom opens no popovers; a browser test covers the menu.
    await user.click(page.get.getByRole('link', { name: /^Sign out of (?!everything)/, hidden: true }))
    await page.shows(end)
    assert.equal(page.url.pathname + page.url.search, end)
    await page.waitFor(() =>
      assert.match(page.document.getElementById('main')?.textContent ?? '', /You have signed out/),
    )
  })
