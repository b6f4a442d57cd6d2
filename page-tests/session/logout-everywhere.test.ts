/** Tests the sign-out of everything in a browser, and the bar of a shared computer (N-173). */
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { Platform } from '@foyer/contract/platforms'
import { type BackChannel, openBackChannel } from '../../api/src/features/sessions/test-back-channel.ts'
import type { Outbox } from '../../api/src/messages/outbox.ts'
import { until } from '../../api/src/messages/test-outbox.ts'
import { json, networkError, refusal } from '../browser/answers.ts'
import { type Browser, openBrowser, openPage } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { openService } from '../browser/shared-service.ts'
import { openAccount, signIn } from '../browser/sign-in.ts'

let back: BackChannel
let delivery: Outbox | undefined
before(async () => {
  back = await openBackChannel(openService)
})
after(() => back.close())
afterEach(async () => {
  back.platform.answers.clear()
  await delivery?.stop()
  delivery = undefined
})

const path = '/logout-everywhere?platform=student'
const logoutRoute = '/api/auth/browser-session/logout'
const statesRoute = `${logoutRoute}/states`
const confirm = (page: Page) => page.press('Sign out of everything')
const barLink = 'Not you? Sign out everywhere here'

const storage = ({ window }: Page) => ({ ...window.localStorage, ...window.sessionStorage })
/** Returns the keys of what the browser keeps of people. */
const keptOf = (page: Page) =>
  Object.keys(storage(page)).filter((key) => /^foyer\.(auth|person|here|logout|otp|link-recipient)/.test(key))

/** Opens the account page of a new user, in a tab whose clock the test controls. */
async function openSignedIn({ isShared = false, platforms = ['student'] as Platform[] } = {}) {
  const browser = await openBrowser(back.testApp)
  const page = browser.newPage({ clock: true })
  const { email, uuid } = await back.testApp.makeUser({ platforms })
  if (isShared) browser.storage.set('foyer.shared', '1')
  await openAccount(page, email, { platform: 'student' })
  return { browser, page, email, uuid }
}

/** Opens a session at the platform's server, which is then notified of the sign-out. */
async function arrive(page: Page, client: 'learning' | 'quiet' = 'learning'): Promise<void> {
  await back.handOver(JSON.parse(storage(page)['foyer.auth.student'] ?? ''), client)
}

const openSecondAccount = async (browser: Browser, page: Page): Promise<void> => {
  const { email } = await browser.service.makeUser({ platforms: ['professor'] })
  await page.goto('/?platform=professor&return=account')
  await page.press('Use another account')
  await signIn(page, email)
  await page.shows('/account?platform=professor')
}

test('the menu of the account leads to the page, which signs nobody out by its address', async () => {
  const { page } = await openSignedIn()
  const link = page.get.getByRole('link', { name: 'Sign out of everything in this browser', hidden: true })
  await page.user.click(link)
  await page.shows(path)
  await page.sees('Other browsers and devices stay signed in.')
  assert.equal(page.sentTo(logoutRoute).length, 0)
  await page.press('Stay signed in')
  await page.shows('/account?platform=student')
  await page.heading('Your account')
})

test('one tap ends all sessions of two accounts and removes every name from the browser', async () => {
  const { browser, page } = await openSignedIn()
  await openSecondAccount(browser, page)
  await page.goto('/forgot-password?platform=student')
  await page.type(/^Email/, 'asha.rao@example.com')
  await page.press('Send reset link')
  await page.heading('Check your email')
  assert.ok(keptOf(page).length >= 5)
  await page.goto(path)
  await confirm(page)
  await page.heading('You are signed out')
  await page.focused('title')
  assert.deepEqual(keptOf(page), [])
  for (const name of ['Learning', 'Professor Portal']) await page.sees(`${name}✓signed out`)
  const events = page.sentTo('/api/analytics/events').flatMap(({ body }) => body.events)
  assert.deepEqual(
    events.filter(({ event }) => event === 'logout').map(({ payload }) => payload.platform),
    ['student', 'professor'],
  )
  await page.press('Sign in')
  await page.field('Email or phone number')
  assert.equal(page.document.documentElement.dataset.known, undefined)
})

test('the page shows a platform as signed out when the platform has confirmed', async () => {
  const { page } = await openSignedIn()
  await arrive(page)
  await page.goto(path)
  await confirm(page)
  await page.sees('Learningwaiting…')
  assert.equal(page.document.getElementById('live-status')?.textContent, '')
  delivery = back.startDelivery()
  await until(async () => (await back.waiting()) === 0)
  page.clock.tick(2_000)
  await page.sees('Learning✓signed out')
  page.clock.tick(100)
  await page.waitFor(() =>
    assert.equal(page.document.getElementById('live-status')?.textContent, 'Learning: signed out.'),
  )
  const asked = page.sentTo(statesRoute).length
  page.clock.tick(60_000)
  assert.equal(page.sentTo(statesRoute).length, asked, 'asks on')
})

for (const [kind, answer] of [
  ['refuses', (response: import('node:http').ServerResponse) => response.writeHead(503).end()],
  ['never answers', () => {}],
] as const) {
  test(`a platform that ${kind} has no answer yet, and is signed out once it confirms`, async () => {
    const { page } = await openSignedIn()
    await arrive(page)
    await page.goto(path)
    await confirm(page)
    await page.sees('Learningwaiting…')
    back.platform.answers.set('learning', answer)
    delivery = back.startDelivery()
    const tried = back.tried.length
    await until(() => back.tried.length > tried)
    page.clock.tick(2_000)
    await page.sees('Learning!no answer yet')
    await page.sees('Foyer keeps trying. A platform without an answer may still have you signed in')
    back.platform.answers.clear()
    await until(async () => (await back.waiting()) === 0)
    page.clock.tick(10_000)
    await page.sees('Learning✓signed out')
  })
}

test('a platform without a back channel says how its session ends, and is not asked about', async () => {
  const { page } = await openSignedIn()
  await arrive(page, 'quiet')
  await page.goto(path)
  await confirm(page)
  await page.sees('Learning–ends when its session expires')
  page.clock.tick(60_000)
  assert.equal(page.sentTo(statesRoute).length, 0)
})

test('the page asks no longer than ten minutes, and not while nobody sees it', async () => {
  const { page } = await openSignedIn()
  await arrive(page)
  await page.goto(path)
  page.answer(statesRoute, () =>
    json(200, { data: { platforms: [{ platform: 'student', state: 'waiting' }] } }),
  )
  await confirm(page)
  await page.sees('Learningwaiting…')
  const hide = (isHidden: boolean) => {
    Object.defineProperty(page.document, 'visibilityState', {
      value: isHidden ? 'hidden' : 'visible',
      configurable: true,
    })
    page.document.dispatchEvent(new page.window.Event('visibilitychange'))
  }
  hide(true)
  page.clock.tick(60_000)
  assert.equal(page.sentTo(statesRoute).length, 0)
  hide(false)
  page.clock.tick(2_000)
  await page.waitFor(() => assert.equal(page.sentTo(statesRoute).length, 1))
  page.clock.tick(600_000)
  await page.sees('Learning!no answer')
  const asked = page.sentTo(statesRoute).length
  page.clock.tick(60_000)
  assert.equal(page.sentTo(statesRoute).length, asked)
  assert.doesNotMatch(page.text(), /keeps trying/)
})

test('a browser in which nobody is signed in says so', async () => {
  const page = await openPage(path)
  await confirm(page)
  await page.heading('Nobody is signed in here')
  await page.find('link', 'Sign in')
})

test('a service that does not answer leaves a browser that has forgotten everybody, and a way to try again', async () => {
  const { page } = await openSignedIn()
  await page.goto(path)
  const restore = page.answer(logoutRoute, () => {
    throw networkError()
  })
  await confirm(page)
  await page.notice('The service didn’t answer. Please try again.')
  await page.sees('Platforms of Foyer may still have you signed in here.')
  assert.deepEqual(keptOf(page), [])
  await page.titled('Error: Sign out of everything')
  restore()
  await page.press('Try again')
  await page.heading('You are signed out')
  await page.sees('Learning✓signed out')
})

test('a refused sign-out shows the sentence of the service', async () => {
  const { page } = await openSignedIn()
  await page.goto(path)
  const message = 'Too many attempts. Please try again later.'
  page.answer(logoutRoute, () => refusal(429, { code: 'too-many-attempts', message }))
  await confirm(page)
  await page.notice(message)
})

test('a shared computer names its user on every page, and signs everybody out with one tap', async () => {
  const { browser, page } = await openSignedIn({ isShared: true })
  await openSecondAccountOf(browser, page)
  for (const shown of [
    '/help?platform=student',
    '/nothing-here?platform=student',
    '/account?platform=student',
  ]) {
    await page.goto(shown)
    await page.sees('You are Asha Rao')
    await page.find('link', barLink)
  }
  await page.press(barLink)
  await page.shows(path)
  await page.heading('You are signed out')
  assert.equal(page.sentTo(logoutRoute).length, 1)
  assert.deepEqual(keptOf(page), [])
  assert.equal(storage(page)['foyer.shared'], '1')
  await page.goto('/help?platform=student')
  await page.heading('How can we help?')
  assert.ok(!page.get.queryByRole('link', { name: barLink }), 'still shown')
})

async function openSecondAccountOf(browser: Browser, page: Page): Promise<void> {
  const { email } = await browser.service.makeUser({ platforms: ['professor'] })
  await page.goto('/?platform=professor&return=account')
  await page.find('link', barLink)
  await signIn(page, email)
  await page.shows('/account?platform=professor')
}

test('the bar is shown on a shared computer only, and in no frame or popup', async () => {
  const { browser, page } = await openSignedIn()
  assert.ok(!page.get.queryByRole('link', { name: barLink }), 'private')
  browser.storage.set('foyer.shared', '1')
  const origin = encodeURIComponent('https://student.example')
  for (const framed of [
    `/?platform=professor&iframe=true&origin=${origin}`,
    `/popup-sso?platform=professor&origin=${origin}`,
  ]) {
    await page.goto(framed)
    assert.ok(!page.get.queryByRole('link', { name: barLink }), framed)
  }
})

test('the confirmation of the bar counts once', async () => {
  const { page } = await openSignedIn({ isShared: true })
  await page.press(barLink)
  await page.heading('You are signed out')
  await page.reload()
  await page.find('button', 'Sign out of everything')
  assert.equal(page.sentTo(logoutRoute).length, 1)
})
