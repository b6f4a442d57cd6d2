/** Tests the question about a sign-in in a new browser on the overview of the account (N-197). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refreshToken } from '@foyer/contract/routes/sessions'
import { networkError } from '../browser/answers.ts'
import { openBrowser } from '../browser/browser.ts'
import { sharedService } from '../browser/shared-service.ts'
import { openAccount } from '../browser/sign-in.ts'
import { makeOwner, onAndroid, onWindows, signInElsewhere } from './security-steps.ts'

const question = /Was this you\? New sign-in in Chrome on Windows/

/** Opens the overview, where the user is asked about a sign-in in another browser. */
async function openOverview() {
  const owner = await makeOwner()
  const page = (await openBrowser()).newPage()
  await openAccount(page, owner.email)
  await page.heading('Your account')
  assert.ok(!page.get.queryByText('To do'), 'a first browser is asked about')
  const { refreshToken: token } = await signInElsewhere(owner)
  await page.reload()
  await page.sees(question)
  return { page, token }
}

const renew = async (token: string) =>
  (await (await sharedService()).call(refreshToken, { body: { refreshToken: token } })).status

test('a user confirms a sign-in in a new browser, which stays signed in and is asked about no more', async () => {
  const { page, token } = await openOverview()
  await page.press('It was me')
  await page.waitFor(() => assert.ok(!page.get.queryByText('To do'), 'still asked'))
  await page.focused('title')
  assert.equal(await renew(token), 200)
  await page.reload()
  await page.heading('Your account')
  await page.waitFor(() => assert.ok(page.sentTo('/api/auth/sign-ins/new', 'GET').length > 0))
  assert.ok(!page.get.queryByText(question), 'asked again')
})

test('the overview asks one question about sign-ins that look alike, and answers for all of them', async () => {
  const owner = await makeOwner()
  const page = (await openBrowser()).newPage()
  await openAccount(page, owner.email)
  await page.heading('Your account')
  const tokens: string[] = []
  for (let count = 0; count < 3; count += 1) tokens.push((await signInElsewhere(owner)).refreshToken)
  await page.reload()
  await page.sees(/Was this you\? 3 new sign-ins in Chrome on Windows/)
  await page.press('That’s not me')
  await page.sees('is signed out.')
  for (const token of tokens) assert.equal(await renew(token), 401)
})

test('the overview asks about the newest browser first, and about the others on request', async () => {
  const owner = await makeOwner()
  const page = (await openBrowser()).newPage()
  await openAccount(page, owner.email)
  await page.heading('Your account')
  for (const agent of [onWindows, onAndroid]) await signInElsewhere(owner, { agent })
  await page.reload()
  const asks = (count: number) =>
    page.waitFor(() => assert.equal(page.get.queryAllByRole('button', { name: 'It was me' }).length, count))
  await asks(1)
  await page.press('Show 1 more question')
  await asks(2)
  await page.focused('attention-title')
})

test('a user disowns a sign-in, which ends, and is led to a new password', async () => {
  const { page, token } = await openOverview()
  await page.press('That’s not me')
  await page.sees('Chrome on Windows is signed out. Whoever it was may know your password')
  assert.equal(await renew(token), 401)
  const link = await page.find('link', 'Choose a new password')
  await page.waitFor(() => assert.ok(page.document.activeElement === link, 'another element has the focus'))
  link.click()
  await page.heading('Change your password')
})

test('an answer that does not arrive keeps the question, and the next press sends it again', async () => {
  const { page, token } = await openOverview()
  const arrive = page.answer(/\/disown$/, () => Promise.reject(networkError()))
  await page.press('That’s not me')
  await page.notice('The service didn’t answer. Please try again.')
  arrive()
  assert.equal(await renew(token), 200)
  await page.press('That’s not me')
  await page.sees('is signed out.')
})
