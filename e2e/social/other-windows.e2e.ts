/** Keeps the answer of a provider for the page that asked, whatever else happens in other windows and browsers. */
import { expect, heading, refusedRequests, test } from '../browser.ts'
import {
  choose,
  create,
  learnerHome,
  newGmail,
  offer,
  openProvider,
  providerButton,
  signInPage,
} from './social-steps.ts'

test.use({ allowed: { errors: [refusedRequests] } })

test('a provider that cuts its window off from the page signs in all the same', async ({ page, context }) => {
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
})

test.describe('in the browser of an app', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/129.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/480.0.0.0]',
  })
  test('an app’s own browser goes to the provider and back without a popup', async ({ page, context }) => {
    await page.goto(signInPage)
    await providerButton(page, 'Facebook').click()
    await choose(page, { email: `${crypto.randomUUID()}@web.example` })
    await create(page)
    await expect(page).toHaveURL(learnerHome)
    expect(context.pages()).toHaveLength(1)
  })
})

test('a page that was reloaded meanwhile leaves the sign-in to the popup', async ({ page }) => {
  await page.goto(signInPage)
  const popup = await openProvider(page)
  await page.reload()
  await choose(popup, { email: newGmail() })
  await expect(offer(popup)).toBeVisible()
  await create(popup)
  await expect(popup).toHaveURL(learnerHome)
})

test('two tabs get the answer that each has asked for', async ({ page, context }) => {
  const other = await context.newPage()
  await page.goto(signInPage)
  await other.goto(signInPage)
  const first = await openProvider(page)
  const second = await openProvider(other, 'Facebook')
  await choose(second, { email: `${crypto.randomUUID()}@web.example` })
  await expect(offer(other)).toBeVisible()
  await expect(offer(page)).toBeHidden()
  await choose(first, { email: newGmail() })
  await expect(offer(page)).toBeVisible()
  await create(page)
  await expect(page).toHaveURL(learnerHome)
  await create(other)
  await expect(other).toHaveURL(learnerHome)
})

test('messages of others change nothing', async ({ page, context }) => {
  await page.goto(signInPage)
  const opened = context.waitForEvent('request', (request) => request.url().includes('/start?'))
  const popup = await openProvider(page)
  const channel = new URL((await opened).url()).searchParams.get('channel')
  const forged = {
    provider: 'google',
    reference: `sr_${'a'.repeat(43)}`,
    error: null,
    hasName: true,
    hasEmail: true,
  }
  const other = await context.newPage()
  await other.goto('/help?platform=student')
  await other.evaluate(
    ([name, result]) => {
      const own = new BroadcastChannel(`foyer-social-${name}`)
      for (const message of [
        null,
        'foyer:social',
        { type: 'foyer:social' },
        { type: 'foyer:social', result: null },
        { type: 'foyer:social', result: { ...result, provider: 'evil' } },
        { type: 'foyer:social', result: { ...result, reference: 'javascript:alert(1)' } },
        { type: 'foyer:social', result: { ...result, error: 'denied' } },
        { type: 'foyer:social', result: { ...result, reference: null } },
      ])
        own.postMessage(message)
      new BroadcastChannel('foyer-social-').postMessage({ type: 'foyer:social', result })
    },
    [channel, forged] as const,
  )
  await page.evaluate((result) => postMessage({ type: 'foyer:social', result }, '*'), forged)
  await expect(page.getByRole('main')).toContainText('Go on in the window of Google')
  await expect(offer(page)).toBeHidden()
  await choose(popup, { email: newGmail() })
  await expect(offer(page)).toBeVisible()
})

test('the answer of a provider opens nothing in another browser', async ({ page, context, browser }) => {
  await page.goto(signInPage)
  let answer = ''
  // Requests that follow a redirect cannot be intercepted: the journey asks for the last address itself.
  await context.route('**/google/**', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const chosen = await route.fetch({ maxRedirects: 0 })
    const resumed = await context.request.get(chosen.headers().location ?? '', { maxRedirects: 0 })
    answer = resumed.headers().location ?? ''
    return route.abort()
  })
  const popup = await openProvider(page)
  await choose(popup, { email: newGmail() })
  await expect.poll(() => answer).toContain('/api/auth/social/google/callback?')
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(answer)
  await expect(heading(stranger)).toHaveText('Error signing in.')
  expect(stranger.url()).not.toContain('#')
  await stranger.getByRole('link', { name: 'Go to sign-in' }).click()
  await expect(providerButton(stranger, 'Google')).toBeVisible()
  await stranger.context().close()
})
