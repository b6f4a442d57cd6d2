/** Tests the choice of notifications by kind and channel (product 7.6). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  getNotificationPreferences,
  putNotificationPreference,
} from '@foyer/contract/routes/notification-preferences'
import { login } from '@foyer/contract/routes/sign-in'
import { within } from '@testing-library/dom'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { json, networkError, refusal } from '../browser/answers.ts'
import { openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { openAccount, signIn } from '../browser/sign-in.ts'

const section = 'account-notifications'
const open = 'Settings of notifications'

async function openPerson() {
  const browser = await openBrowser()
  const { uuid, email } = await browser.service.makeUser({ platforms: ['professor'] })
  const body = { uuid, password: rightPassword, product: 'learning', platform: 'professor' } as const
  const token = (await browser.service.call(login, { body })).data.accessToken
  const stored = async (wanted: string) =>
    (await browser.service.call(getNotificationPreferences, {}, { token })).data.kinds.find(
      ({ kind }) => kind === wanted,
    )
  return { page: browser.newPage(), email, stored }
}

async function switchOf(page: Page, kind: string, channel: string): Promise<HTMLInputElement> {
  const group = await page.find('group', kind)
  return within(group).getByRole<HTMLInputElement>('switch', { name: channel })
}

test('every kind is in the list and none comes by email until the user turns it on, which is saved at once', async () => {
  const { page, email, stored } = await openPerson()
  await openAccount(page, email, { section })
  await page.press(open)
  await page.heading('Notification settings')
  await page.sees(`Emails go to ${email}`)
  await page.sees('You can’t turn these off.')
  const boxes = page.get.getAllByRole<HTMLInputElement>('switch')
  assert.deepEqual(
    boxes.map(({ checked }) => checked),
    Array.from({ length: 5 }, () => [true, false]).flat(),
  )
  await page.user.click(await switchOf(page, 'Courses', 'By email'))
  await page.waitFor(async () =>
    assert.deepEqual(await stored('course'), { kind: 'course', foyer: true, email: true }),
  )
  await page.waitFor(() => assert.equal(page.document.getElementById('live-status')?.textContent, 'Saved.'))
  await page.user.click(await switchOf(page, 'Courses', 'In your list'))
  await page.waitFor(async () => assert.equal((await stored('course'))?.foyer, false))
  await page.press('Back to notifications')
  await page.heading('Notifications')
  assert.equal(new URL(page.url).hash, '')
  await page.find('link', open)
})

test('the choice has an address of its own, which asks for a sign-in first', async () => {
  const { page, email } = await openPerson()
  await page.goto('/account/notifications?platform=professor#preferences')
  await signIn(page, email)
  await page.heading('Notification settings')
  await page.sees(`Emails go to ${email}`)
})

test('a user without a verified email is told to verify one first', async () => {
  const { page, email } = await openPerson()
  page.answer(getNotificationPreferences.path, () => json(200, { data: { email: null, kinds: [] } }))
  await openAccount(page, email, { section })
  await page.press(open)
  const link = await page.find('link', 'verify an email as your sign-in address')
  assert.equal(link.getAttribute('href'), '/account/contacts?platform=professor')
})

test('a change that is not saved goes back and says why', async () => {
  const { page, email } = await openPerson()
  await openAccount(page, email, { section })
  await page.press(open)
  const box = await switchOf(page, 'Messages', 'By email')
  page.answer(putNotificationPreference.path, ({ method }) =>
    method === 'PUT' ? refusal(503, { code: 'overloaded', message: 'We are busy. Try again.' }) : undefined,
  )
  await page.user.click(box)
  await page.described(box.id, /We are busy\. Try again\./)
  assert.equal(box.checked, false)
})

test('a choice that does not load can be loaded again', async () => {
  const { page, email } = await openPerson()
  const stop = page.answer(getNotificationPreferences.path, () => {
    throw networkError()
  })
  await openAccount(page, email, { section })
  await page.press(open)
  await page.notice(/connection|answer/i)
  stop()
  await page.press('Try again to load your choice')
  await switchOf(page, 'Reminders', 'By email')
})

test('an ended session asks for the password, and the switch is then saved', async () => {
  const { page, email, stored } = await openPerson()
  await openAccount(page, email, { section })
  await page.press(open)
  const box = await switchOf(page, 'Other news', 'By email')
  page.window.localStorage.clear()
  await page.user.click(box)
  await page.type('Password', rightPassword)
  await page.press('Sign in')
  await page.waitFor(async () => assert.equal((await stored('general'))?.email, true))
})
