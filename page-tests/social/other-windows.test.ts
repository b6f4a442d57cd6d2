/**
 * Tests that only the page that started a social sign-in gets the provider's answer, even with other tabs and browsers
 * (N-120).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from '../browser/page.ts'
import {
  choose,
  closeSocialAfterwards,
  home,
  newcomers,
  openProvider,
  openSocial,
  signInPage,
  signUpPage,
  socialBrowser,
} from './social-steps.ts'

closeSocialAfterwards()

const offer = (page: Page) => page.find('dialog', 'Sign Up?')
const offersNothing = (page: Page) => assert.ok(!page.document.querySelector('dialog'), 'still shown')
const facebookApp =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/129.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/480.0.0.0]'

test('an app’s own browser goes to the provider and back without a popup', async () => {
  const page = await openSocial(signInPage, { userAgent: facebookApp })
  await page.press('Continue with Facebook')
  await page.waitFor(() => assert.ok(page.left))
  await choose(page, 'Facebook', newcomers.Facebook())
  await page.shows(signInPage)
  await page.press('Create my account')
  await page.leaves(home)
  assert.deepEqual(page.opened, [])
})

test('a browser without popups goes to the provider and back, with nothing of the answer for a reload', async () => {
  const page = await openSocial(`${signInPage}&utm_source=poster`, { blocksPopups: true })
  await page.press('Continue with Apple')
  await page.waitFor(() => assert.ok(page.left))
  await choose(page, 'Apple', newcomers.Apple())
  await page.shows(`${signInPage}&utm_source=poster`)
  await offer(page)
  assert.doesNotMatch(page.url.href, /sr_|#/)
  await page.reload()
  await page.find('button', 'Next')
  offersNothing(page)
})

test('a page that was reloaded meanwhile leaves the sign-in to the popup', async () => {
  const page = await openSocial()
  const popup = await openProvider(page, 'Google')
  await page.reload()
  await choose(popup, 'Google', newcomers.Google())
  await popup.shows(signInPage)
  await offer(popup)
  await popup.press('Create my account')
  await popup.leaves(home)
  offersNothing(page)
})

test('two tabs get the answer that each has asked for', async () => {
  const browser = await socialBrowser()
  const page = await browser.open(signInPage)
  const other = await browser.open(signInPage)
  const first = await openProvider(page, 'Google')
  const second = await openProvider(other, 'Facebook')
  await choose(second, 'Facebook', newcomers.Facebook())
  await offer(other)
  offersNothing(page)
  await choose(first, 'Google', newcomers.Google())
  await offer(page)
  await page.press('Create my account')
  await page.leaves(home)
  await other.press('Create my account')
  await other.leaves(home)
  const providers = [page, other].map((one) => one.sentTo(/social-auth\/accounts$/)[0]?.body.provider)
  assert.deepEqual(providers, ['google', 'facebook'])
})

test('messages of others change nothing', async (t) => {
  const page = await openSocial()
  const popup = await openProvider(page, 'Google')
  const channel = page.opened[0]?.url.searchParams.get('channel')
  const result = {
    provider: 'google',
    reference: `sr_${'a'.repeat(43)}`,
    error: null,
    hasName: true,
    hasEmail: true,
  }
  const own = new BroadcastChannel(`foyer-social-${channel}`)
  const unnamed = new BroadcastChannel('foyer-social-')
  t.after(() => {
    own.close()
    unnamed.close()
  })
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
  unnamed.postMessage({ type: 'foyer:social', result })
  page.window.postMessage({ type: 'foyer:social', result }, '*')
  // A channel delivers messages in order, so the page has read the invalid messages before the valid message.
  await choose(popup, 'Google', newcomers.Google())
  await offer(page)
  assert.notEqual(page.sentTo(/social-auth\/accounts$/)[0]?.body.access_token, result.reference)
  assert.equal(page.sentTo(/social-auth\/accounts$/).length, 1)
})

test('the answer of a provider opens nothing in another browser', async () => {
  const popup = await openProvider(await openSocial(), 'Google')
  const stranger = (await socialBrowser()).newPage()
  stranger.left = popup.left
  await choose(stranger, 'Google', newcomers.Google())
  await stranger.heading('Error signing in.')
  assert.doesNotMatch(stranger.url.href, /#/)
  await stranger.press('Go to sign-in')
  await stranger.find('button', 'Continue with Google')
})

test('a provider’s answer to the sign-up page comes back to it without a popup', async () => {
  const page = await openSocial(signUpPage, { blocksPopups: true })
  await page.press('Continue with Google')
  await page.waitFor(() => assert.ok(page.left))
  await choose(page, 'Google', newcomers.Google())
  await page.leaves(home)
})
