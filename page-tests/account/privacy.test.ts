/** Tests what a user agrees to, and the user's time zone (product 3, 7.2). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listApps } from '@foyer/contract/routes/apps'
import { getSettings, putSettings } from '@foyer/contract/routes/settings'
import { login } from '@foyer/contract/routes/sign-in'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { json, networkError, refusal } from '../browser/answers.ts'
import { openBrowser } from '../browser/browser.ts'
import { openAccount } from '../browser/sign-in.ts'

const section = 'account-privacy'
const analytics = 'Statistics about how you use your account'
const offers = 'Emails with offers'

async function openPrivacy(timeZone = 'Asia/Kolkata') {
  const browser = await openBrowser()
  const { uuid, email } = await browser.service.makeUser({ platforms: ['professor'] })
  const body = { uuid, password: rightPassword, product: 'learning', platform: 'professor' } as const
  const { data } = await browser.service.call(login, { body })
  const token = data.accessToken
  const page = browser.newPage({ timeZone })
  const stored = async () => (await browser.service.call(getSettings, {}, { token })).data
  const store = async (change: object) =>
    browser.service.call(putSettings, { body: { ...(await stored()), ...change } }, { token })
  return { page, email, stored, store }
}

test('nothing is agreed to until the user turns it on, which is saved at once', async () => {
  const { page, email, stored } = await openPrivacy()
  await openAccount(page, email, { section })
  const boxes = await page.waitFor(() => page.get.getAllByRole<HTMLInputElement>('switch'))
  assert.deepEqual(
    boxes.map(({ checked }) => checked),
    [false, false, false],
  )
  await page.user.click(await page.field(analytics))
  await page.waitFor(async () => assert.equal((await stored()).analyticsConsent, true))
  await page.waitFor(() => assert.equal(page.document.getElementById('live-status')?.textContent, 'Saved.'))
  const { marketingEmails, productEmails } = await stored()
  assert.deepEqual([marketingEmails, productEmails], [false, false])
  await page.reload()
  await page.waitFor(async () => assert.equal((await page.field(analytics)).checked, true))
})

test('a change keeps what another tab has changed meanwhile', async () => {
  const { page, email, stored, store } = await openPrivacy()
  await openAccount(page, email, { section })
  await page.field(offers)
  await store({ productEmails: true })
  await page.user.click(await page.field(offers))
  await page.waitFor(async () => assert.equal((await stored()).marketingEmails, true))
  assert.equal((await stored()).productEmails, true)
})

test('a change that is not saved goes back and says why', async () => {
  const { page, email } = await openPrivacy()
  await openAccount(page, email, { section })
  const box = await page.field(offers)
  page.answer(putSettings.path, ({ method }) =>
    method === 'PUT' ? refusal(503, { code: 'overloaded', message: 'We are busy. Try again.' }) : undefined,
  )
  await page.user.click(box)
  await page.described(box.id, /We are busy\. Try again\./)
  assert.equal(box.checked, false)
})

test('the access of an app is removed after a question, and a refusal keeps it', async () => {
  const { page, email } = await openPrivacy()
  const app = { client_id: 'helper', name: 'Helper', scopes: ['openid', 'email'], since: new Date() }
  page.answer(listApps.path, () => json(200, { data: [app] }))
  const stop = page.answer('/api/auth/apps/helper', () =>
    refusal(503, { code: 'overloaded', message: 'We are busy. Try again.' }),
  )
  await openAccount(page, email, { section })
  await page.sees('May recognise your account, read your email address.')
  await page.press('Remove access of Helper')
  await page.press('Remove Helper')
  await page.notice(/We are busy/)
  stop()
  await page.press('Remove Helper')
  await page.sees('None. An app of another organisation asks you first.')
})

test('the time zone of the browser is one press away', async () => {
  const { page, email, stored } = await openPrivacy('America/New_York')
  await openAccount(page, email, { section })
  await page.press('Use America/New York, the time zone of this browser')
  await page.waitFor(async () => assert.equal((await stored()).timezone, 'America/New_York'))
  await page.choose('Time zone', 'Europe/Berlin')
  await page.waitFor(async () => assert.equal((await stored()).timezone, 'Europe/Berlin'))
  // The browser of this test knows the zone as Asia/Calcutta.
  await page.choose('Time zone', 'Asia/Kolkata')
  await page.waitFor(async () => assert.match((await stored()).timezone, /^Asia\/(Calcutta|Kolkata)$/))
})

test('settings that do not load can be loaded again', async () => {
  const { page, email } = await openPrivacy()
  const stop = page.answer(getSettings.path, () => {
    throw networkError()
  })
  await openAccount(page, email, { section })
  await page.notice(/connection|answer/i)
  stop()
  await page.press('Try again to load your settings')
  await page.field(offers)
})

test('an ended session asks for the password, and the agreement is then saved', async () => {
  const { page, email, stored } = await openPrivacy()
  await openAccount(page, email, { section })
  const box = await page.field(offers)
  page.window.localStorage.clear()
  await page.user.click(box)
  await page.type('Password', rightPassword)
  await page.press('Sign in')
  await page.waitFor(async () => assert.equal((await stored()).marketingEmails, true))
  await page.waitFor(() => assert.equal(box.checked, true))
})
