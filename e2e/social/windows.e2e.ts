/** Tests the windows of a social sign-in, opened and closed by browsers and users. Runs in Firefox too (N-120). */
import { allowClosed, expect, inOneEngine, refusedRequests, test } from '../browser.ts'
import { foyerUrl, openPopup, parents, parentUrl, received } from '../embedding/parent-pages.ts'
import { noIcon } from '../pages/stand-in-steps.ts'
import {
  choose,
  continueWith,
  create,
  learnerHome,
  newGmail,
  notice,
  offer,
  openProvider,
  providerButton,
  signInPage,
} from './social-steps.ts'

test.use({ allowed: { errors: [refusedRequests, noIcon] } })

test('a closed popup is said, the next one closes itself without a hold of the page, Esc ends its question, and the last signs up', async ({
  page,
}) => {
  await page.goto(signInPage)
  await (await openProvider(page)).close()
  await expect(notice(page)).toContainText('Error signing in.')
  const popup = await openProvider(page)
  expect(await popup.evaluate(() => window.opener)).toBeNull()
  const closed = popup.waitForEvent('close')
  const email = newGmail()
  await choose(popup, { email })
  await closed
  await expect(offer(page)).toBeVisible()
  await expect(notice(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(offer(page)).toBeHidden()
  await expect(providerButton(page, 'Google')).toBeFocused()
  await continueWith(page, 'Google', { email })
  await create(page)
  await expect(page).toHaveURL(learnerHome)
  await expect(page.getByRole('main')).toContainText('Asha Rao')
})

test('a browser without popups goes to the provider and back, once', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.goto(`${signInPage}&utm_source=poster`)
  await providerButton(page, 'Apple').click()
  await choose(page, { email: `${crypto.randomUUID()}@icloud.com` })
  await expect(page).toHaveURL(/[?&]utm_source=poster/)
  await expect(offer(page)).toBeVisible()
  // No part of the result is in the URL, in the history or after a reload.
  expect(page.url()).not.toMatch(/sr_|#/)
  await page.reload()
  await expect(providerButton(page, 'Apple')).toBeVisible()
  await expect(offer(page)).toBeHidden()
  await providerButton(page, 'Apple').click()
  await choose(page, { email: `${crypto.randomUUID()}@icloud.com` })
  await create(page)
  await expect(page).toHaveURL(learnerHome)
})

test(
  'a popup of a platform opens the provider in another, and delivers the code',
  inOneEngine,
  async ({ page }) => {
    await page.goto(parentUrl(parents.crossSite))
    const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
    const address = foyerUrl('/popup-sso', {
      platform: 'student',
      origin: parents.crossSite,
      code_challenge: challenge,
    })
    const popup = await openPopup(page, address)
    await continueWith(popup, 'Facebook', { email: `${crypto.randomUUID()}@web.example` })
    const closed = popup.waitForEvent('close')
    await create(popup).catch(allowClosed)
    await closed
    await expect.poll(() => received(page, 'foyer:code')).toHaveLength(1)
  },
)

test(
  'a provider that cuts its window off from the page signs in all the same',
  inOneEngine,
  async ({ page, context }) => {
    await context.route('**/google/**', async (route) => {
      const response = await route.fetch({ maxRedirects: 0 })
      await route.fulfill({
        response,
        headers: { ...response.headers(), 'cross-origin-opener-policy': 'same-origin' },
      })
    })
    await page.goto(signInPage)
    const popup = await openProvider(page)
    await choose(popup, { email: newGmail() })
    await expect(offer(page)).toBeVisible()
  },
)
