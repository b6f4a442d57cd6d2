/** Tests the history of sign-ins in the section 'Security', and what follows 'No, it wasn't me' (N-182). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refreshToken } from '@foyer/contract/routes/sessions'
import { json, refusal } from '../browser/answers.ts'
import type { Page } from '../browser/page.ts'
import { sharedService } from '../browser/shared-service.ts'
import {
  entriesOf,
  makeOwner,
  onAndroid,
  openSecurity,
  signInElsewhere,
  signInsPath,
} from './security-steps.ts'

const entry = (number: number, more: object = {}) => ({
  at: new Date(Date.UTC(2026, 1, 1) - number * 60_000).toISOString(),
  outcome: 'signed-in',
  platform: 'professor',
  method: 'password',
  from: null,
  device: `Browser ${number}`,
  is_here: false,
  session: null,
  asks: false,
  ...more,
})

const showsEntries = (page: Page, count: number) =>
  page.waitFor(() => assert.equal(entriesOf(page).length, count))

/** Opens the section, and shows there a later sign-in in a new browser. */
async function openWithNewSignIn(prepare: (page: Page) => void = () => {}) {
  const owner = await makeOwner()
  const page = await openSecurity(owner, prepare)
  const { refreshToken: token } = await signInElsewhere(owner)
  await page.reload()
  return { page, owner, token }
}

const isAskedNoMore = (page: Page) =>
  assert.ok(!page.get.queryByRole('button', { name: /^Was this you\?/ }), 'still asked')

test('a user reads the own sign-ins in plain words, and is asked about one in a new browser only', async () => {
  const owner = await makeOwner()
  await signInElsewhere(owner, { agent: onAndroid, password: 'a wrong password' })
  await signInElsewhere(owner, { agent: onAndroid })
  const page = await openSecurity(owner)
  await signInElsewhere(owner)
  await page.reload()
  await showsEntries(page, 4)
  const [other, here, first, failed] = entriesOf(page)
  assert.match(
    other ?? '',
    /^Signed in at Professor Portal with a password ?Chrome on Windows, today \d\d:\d\d ?Was this you\?/,
  )
  assert.match(
    here ?? '',
    /^Signed in at Professor Portal with a password.+, today \d\d:\d\d · This browser$/,
  )
  assert.match(first ?? '', /Chrome on Android, today \d\d:\d\d$/)
  assert.match(failed ?? '', /^Wrong password at Professor Portal ?Chrome on Android, today \d\d:\d\d$/)
})

test('a user who was not at a sign-in ends its session and is led to a new password', async () => {
  const { page, token } = await openWithNewSignIn()
  await page.press(/^Was this you\?/)
  await page.press('No, it wasn’t me')
  await page.heading('Change your password')
  await page.sees(
    'That browser is signed out. Choose a new password that nobody else knows. After that, we show what was added to your account since.',
  )
  const renewed = await (await sharedService()).call(refreshToken, { body: { refreshToken: token } })
  assert.equal(renewed.status, 401)
  await page.press('Back to security')
  await page.heading('Security')
  await page.waitFor(() => assert.equal(page.document.querySelectorAll('.browser').length, 1))
})

test('a user who was at a sign-in is asked about it no more, also later, and nothing ends', async () => {
  const { page, token } = await openWithNewSignIn()
  await page.press(/^Was this you\?/)
  await page.press('Yes, it was me')
  await page.focused('sign-in-0')
  isAskedNoMore(page)
  await page.reload()
  await showsEntries(page, 2)
  isAskedNoMore(page)
  const renewed = await (await sharedService()).call(refreshToken, { body: { refreshToken: token } })
  assert.equal(renewed.status, 200)
})

test('a sign-in whose session the service has deleted meanwhile leads to a new password too', async () => {
  const { page } = await openWithNewSignIn((page) =>
    page.answer(/\/disown$/, () => refusal(404, { code: 'not-found', message: 'Not found' })),
  )
  await page.press(/^Was this you\?/)
  await page.press('No, it wasn’t me')
  await page.sees('That browser is signed out.')
})

test('earlier sign-ins come page by page, each once, and the focus goes to the first new one', async () => {
  const page = await openSecurity(await makeOwner(), (page) =>
    page.answer(signInsPath, ({ query }) => {
      const from = Number(query.get('before') ?? 0)
      const items = Array.from({ length: from < 40 ? 20 : 3 }, (_, index) => entry(from + index))
      return json(200, { data: { items, next: from < 40 ? String(from + 20) : null } })
    }),
  )
  await showsEntries(page, 20)
  const more = await page.find('button', 'Show more sign-ins')
  more.focus()
  await page.user.keyboard('{Enter}')
  await showsEntries(page, 40)
  await page.focused('sign-in-20')
  await page.press('Show more sign-ins')
  await showsEntries(page, 43)
  await page.focused('sign-in-40')
  assert.equal(new Set(entriesOf(page)).size, 43)
  assert.ok(!page.get.queryByRole('button', { name: 'Show more sign-ins' }), 'still shown')
})

test('earlier sign-ins that cannot be loaded keep the list, and load at the next press', async () => {
  let isDown = true
  const page = await openSecurity(await makeOwner(), (page) =>
    page.answer(signInsPath, ({ query }) => {
      if (!query.has('before')) return json(200, { data: { items: [entry(0)], next: '1' } })
      if (isDown) return refusal(503, { code: 'overloaded', message: 'We have too much to do right now.' })
      return json(200, { data: { items: [], next: null } })
    }),
  )
  await page.press('Show more sign-ins')
  await page.notice('We have too much to do right now.')
  await showsEntries(page, 1)
  isDown = false
  await page.press('Show more sign-ins')
  await page.focused('sign-in-0')
  assert.ok(!page.get.queryByRole('button', { name: 'Show more sign-ins' }), 'still shown')
})
