/** Checks the pages of the stand-ins for social providers, on which developers and tests choose a person. */
import { registrations } from '../../stand-ins/src/settings.ts'
import { expectNoFaults } from '../accessibility.ts'
import { expect, test } from '../browser.ts'
import { accountsUrl, standInsUrl } from '../test-installation.ts'

const callback = (provider: string) => `${accountsUrl}/api/auth/social/${provider}/callback`
const starts = {
  google: `${standInsUrl}/google/o/oauth2/v2/auth?${new URLSearchParams({
    ...{ client_id: registrations.google.clientId, redirect_uri: callback('google') },
    ...{ response_type: 'code', scope: 'openid email profile', state: 'unknown' },
  })}`,
  facebook: `${standInsUrl}/facebook/dialog/oauth?${new URLSearchParams({
    ...{ client_id: registrations.facebook.appId, redirect_uri: callback('facebook') },
    ...{ scope: 'email', state: 'unknown' },
  })}`,
  apple: `${standInsUrl}/apple/auth/authorize?${new URLSearchParams({
    ...{ client_id: registrations.apple.clientId, redirect_uri: callback('apple') },
    ...{ response_type: 'code', scope: 'name email', response_mode: 'form_post', state: 'unknown' },
  })}`,
}

test('shows people of the stand-in for each provider without faults', async ({ page }) => {
  test.setTimeout(180_000)
  for (const [provider, url] of Object.entries(starts))
    await test.step(provider, async () => {
      await page.goto(url)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Continue to Foyer with')
      await expectNoFaults(page)
    })
})

test("posts Apple's form to Foyer without its cookies, by keyboard and without script", async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  await context.addCookies([{ name: 'of-foyer', value: 'a', url: accountsUrl, sameSite: 'Lax' }])
  const page = await context.newPage()
  await page.goto(starts.apple)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Anand Sen' })).toBeFocused()
  await page.keyboard.press('Enter')
  const posted = page.waitForRequest((request) => request.url() === callback('apple'))
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  const { cookie, origin } = await (await posted).allHeaders()
  expect([cookie, origin]).toEqual([undefined, standInsUrl])
  await context.close()
})
