/** Tests the offer of a passkey between a sign-in and the platform (product 2.5, N-223). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passkeySteps } from '../../api/src/features/passkeys/test-authenticator.ts'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { networkError, refusal } from '../browser/answers.ts'
import { type Browser, openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { makeKeeper } from '../browser/passkey-keeper.ts'
import { fillIn, reachOtpStep, typeIdentifier } from '../otp/otp-steps.ts'
import { homeOf, reachPasswordStep, typePassword } from './sign-in-steps.ts'

const home = homeOf('student')
const offer = 'Sign in faster next time'
const optionsPath = '/api/auth/passkey-options'
const addPath = '/api/auth/passkeys'

/** Signs a new user in with a password, in a browser whose device makes passkeys. */
async function signInNew(keeper = makeKeeper(), browser?: Browser) {
  const reached = await reachPasswordStep({ keeper, ...(browser && { browser }) })
  await typePassword(reached.page, rightPassword)
  return { ...reached, keeper }
}

async function reachOffer(keeper = makeKeeper()) {
  const reached = await signInNew(keeper)
  await reached.page.heading(offer)
  return reached
}

/** Types the identifier and the password of a user whom the browser does not remember. */
async function signInAs(page: Page, email: string): Promise<void> {
  await page.goto('/?platform=student')
  await typeIdentifier(page, email)
  await page.focused('current-password')
  await typePassword(page, rightPassword)
}

test('a user adds a passkey after a sign-in, and goes on to the platform', async () => {
  const { page, keeper, browser } = await reachOffer()
  await page.focused('title')
  await page.sees('A passkey signs you in with your fingerprint, your face or the PIN of this device')
  await page.press('Add a passkey')
  await page.leaves(home)
  assert.equal((await passkeySteps(() => browser.service).signIn(keeper.authenticator)).status, 200)
})

test("'Not now' goes on to the platform, and the browser does not ask again", async () => {
  const { page, email } = await reachOffer()
  await page.press('Not now')
  await page.leaves(home)
  assert.deepEqual(page.sentTo(addPath), [])
  for (const key of ['foyer.auth.student', 'foyer.person.student']) page.window.localStorage.removeItem(key)
  await signInAs(page, email)
  await page.leaves(home)
  assert.equal(page.sentTo(optionsPath).length, 1, 'the service is not asked again')
})

test('a user who cancels the passkey goes on to the platform', async () => {
  const { page, keeper } = await reachOffer()
  keeper.isCancelling = true
  await page.press('Add a passkey')
  await page.leaves(home)
})

test('a passkey that the service does not get leads on to the platform', async () => {
  const { page } = await reachOffer()
  page.answer(addPath, () => {
    throw networkError()
  })
  await page.press('Add a passkey')
  await page.leaves(home)
})

test('a reload of the offer goes on to the platform, as does Back', async () => {
  const { page } = await reachOffer()
  await page.reload()
  await page.leaves(home)
  const { page: other } = await reachOffer()
  other.window.history.back()
  await other.leaves(home)
})

test('a sign-in with a code is followed by the offer', async () => {
  const { page, code } = await reachOtpStep({ keeper: makeKeeper() })
  await fillIn(page, code)
  await page.heading(offer)
})

test('no offer delays a user of a device without a lock, or of a shared computer', async () => {
  const without = makeKeeper()
  without.hasPlatformAuthenticator = false
  const { page } = await signInNew(without)
  await page.leaves(home)
  assert.deepEqual(page.sentTo(optionsPath), [])

  const browser = await openBrowser()
  browser.storage.set('foyer.shared', '1')
  const { page: shared } = await signInNew(makeKeeper(), browser)
  await shared.leaves(home)
  assert.deepEqual(shared.sentTo(optionsPath), [])
})

test('a user who has a passkey is not offered another', async () => {
  const { page, email } = await reachOffer()
  await page.press('Add a passkey')
  await page.leaves(home)
  const elsewhere = (await openBrowser()).newPage({ keeper: makeKeeper() })
  await signInAs(elsewhere, email)
  await elsewhere.leaves(home)
  assert.equal(elsewhere.sentTo(optionsPath).length, 1)
})

test('a session of before leads to the platform without an offer', async () => {
  const keeper = makeKeeper()
  keeper.hasPlatformAuthenticator = false
  const { page } = await signInNew(keeper)
  await page.leaves(home)
  keeper.hasPlatformAuthenticator = true
  const { localStorage } = page.window
  const auth = JSON.parse(localStorage.getItem('foyer.auth.student') ?? '{}')
  localStorage.setItem('foyer.auth.student', JSON.stringify({ ...auth, accessToken: aged(auth.accessToken) }))
  page.answer('/api/auth/codes', () => refusal(400, { code: 'invalid-request', message: 'No.' }))
  await page.goto('/?platform=student')
  await page.waitFor(() => assert.equal(page.sentTo('/api/auth/codes').length, 2))
  assert.deepEqual(page.sentTo(optionsPath), [])
})

/** Returns a token that says that the user authenticated a minute earlier. */
function aged(token: string): string {
  const [head, payload = '', signature] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const older = JSON.stringify({ ...claims, auth_time: claims.auth_time - 60 })
  return [head, Buffer.from(older).toString('base64url'), signature].join('.')
}

test('a browser that makes passkeys by itself asks nothing after a password that its manager filled in', async () => {
  const keeper = makeKeeper()
  keeper.capabilities = { conditionalCreate: true }
  const { page, browser } = await signInNew(keeper)
  await page.leaves(home)
  assert.deepEqual(
    keeper.asked.filter(({ kind }) => kind === 'create'),
    [{ kind: 'create', mediation: 'conditional' }],
  )
  assert.equal((await passkeySteps(() => browser.service).signIn(keeper.authenticator)).status, 200)
})

test('a browser whose manager did not fill in the password shows the offer', async () => {
  const keeper = makeKeeper()
  keeper.capabilities = { conditionalCreate: true }
  keeper.isCancelling = true
  const { page } = await signInNew(keeper)
  await page.heading(offer)
})
