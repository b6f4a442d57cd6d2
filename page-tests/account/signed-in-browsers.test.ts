/** Tests the list of browsers in the section 'Security': signing out of one, disowning one, and signing out of all others. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logout, refreshToken } from '@foyer/contract/routes/sessions'
import type { Session } from '@foyer/contract/routes/sign-in'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { json, networkError, refusal } from '../browser/answers.ts'
import type { Page } from '../browser/page.ts'
import { sharedService } from '../browser/shared-service.ts'
import { choosePassword } from '../passwords/password-steps.ts'
import {
  cardOf,
  cardsOf,
  makeOwner,
  onAndroid,
  openSecurity,
  partOf,
  sessionsPath,
  signInElsewhere,
} from './security-steps.ts'

const title = 'Where you’re signed in'

const isOpen = async ({ refreshToken: token }: Session) => {
  const service = await sharedService()
  return (await service.call(refreshToken, { body: { refreshToken: token } })).status === 200
}

/** A session as the service lists it. */
const listed = (number: number, more: object = {}) => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  platform: 'professor',
  device: `Browser ${number}`,
  created_at: '2026-03-01T08:00:00.000Z',
  last_seen_at: new Date(Date.UTC(2026, 2, 1) - number * 60_000).toISOString(),
  is_current: number === 0,
  browser: null,
  is_here: number === 0,
  ...more,
})

const showsCards = (page: Page, count: number) =>
  page.waitFor(() => assert.equal(cardsOf(page).length, count))

test('a user without another browser reads so, and has nothing to sign out', async () => {
  const page = await openSecurity(await makeOwner())
  await page.sees('You aren’t signed in in any other browser.')
  assert.deepEqual(cardsOf(page).length, 1)
  assert.match(cardsOf(page)[0] ?? '', /Professor Portal ?This browser, now$/)
  assert.ok(!page.get.queryByRole('button', { name: /^Sign out/ }), 'a button to sign out')
})

test('a user signs out of one browser, and the others stay', async () => {
  const owner = await makeOwner()
  const [desktop, phone] = [await signInElsewhere(owner), await signInElsewhere(owner, { agent: onAndroid })]
  const page = await openSecurity(owner)
  await showsCards(page, 3)
  assert.match(page.text(await cardOf(page, 'Chrome on Android')), /Professor Portal ?Last used just now/)
  await page.press('Sign out of Chrome on Windows')
  await page.sees('Signed out of Chrome on Windows.')
  await page.focused('browsers')
  await showsCards(page, 2)
  assert.deepEqual([await isOpen(desktop), await isOpen(phone)], [false, true])
})

test('a user signs out of one platform in another browser', async () => {
  const owner = await makeOwner(['professor', 'iqa'])
  const page = await openSecurity(owner, (page) =>
    page.answer(sessionsPath, () =>
      json(200, {
        data: [
          listed(0),
          listed(1, { browser: '7c1d9a40-2e6b-4f3d-8a5e-90b1c2d3e4f5', device: 'Chrome on Windows' }),
          listed(2, {
            browser: '7c1d9a40-2e6b-4f3d-8a5e-90b1c2d3e4f5',
            device: 'Chrome on Windows',
            platform: 'iqa',
          }),
        ],
      }),
    ),
  )
  const card = await cardOf(page, 'Chrome on Windows')
  assert.match(page.text(card), /Professor Portal and Quality Assessment/)
  page.answer(new RegExp(`^${sessionsPath}/.+`), () => new Response(null, { status: 204 }))
  await page.find('button', 'Sign out of all in Chrome on Windows')
  await page.press('Sign out of Quality Assessment in Chrome on Windows')
  await page.sees('Signed out of Quality Assessment in Chrome on Windows.')
  const [sent] = page.sentTo(`${sessionsPath}/${listed(2).id}`, 'DELETE')
  assert.equal(sent?.query.get('scope'), null)
  assert.ok(!page.text(await cardOf(page, 'Chrome on Windows')).includes('Quality Assessment'))
})

test('a user says that a browser is not theirs in one press, and is led to a new password', async () => {
  const owner = await makeOwner()
  const stranger = await signInElsewhere(owner)
  const page = await openSecurity(owner)
  await page.press('That’s not me in Chrome on Windows')
  await page.heading('Change your password')
  await page.sees(
    'That browser is signed out. Choose a new password that nobody else knows. After that, we show what was added to your account since.',
  )
  await page.focused('current-password')
  assert.equal(page.url.hash, '#password')
  assert.equal(await isOpen(stranger), false)
  await page.type('Current password', rightPassword)
  await choosePassword(page)
  await page.heading('Security')
  await page.sees('Password changed. You were signed out everywhere else.')
  await showsCards(page, 1)
})

test('a user without a password reads what else opens the account', async () => {
  const owner = await makeOwner()
  await signInElsewhere(owner)
  const page = await openSecurity(owner, (page) =>
    page.answer('/api/auth/users/password', () =>
      json(200, { data: { has_password: false, code_contact: null } }),
    ),
  )
  await page.sees(/Password ?Not set/)
  await page.press('That’s not me in Chrome on Windows')
  await page.sees('That browser is signed out. Your account has no password')
  assert.match(
    page.text(page.document.activeElement ?? undefined),
    /your emails and phones, your passkeys and your linked accounts open it/,
  )
  assert.equal(
    (await page.find('link', 'emails and phones')).getAttribute('href'),
    '/account/contacts?platform=professor',
  )
})

test('a user signs out everywhere else after a question', async () => {
  const owner = await makeOwner()
  const others = [await signInElsewhere(owner), await signInElsewhere(owner, { agent: onAndroid })]
  const page = await openSecurity(owner)
  await page.press('Sign out everywhere else')
  await page.sees('Sign out in 2 other browsers? You stay signed in here.')
  await page.press('Stay signed in')
  await page.focused('end-others')
  assert.equal(await isOpen(others[0] as Session), true)
  await page.press('Sign out everywhere else')
  await page.sees('You stay signed in here.')
  await page.press('Sign out everywhere else')
  await page.sees('Signed out everywhere else.')
  await page.sees('You aren’t signed in in any other browser.')
  await page.focused('browsers')
  for (const session of others) assert.equal(await isOpen(session), false)
  await page.reload()
  await showsCards(page, 1)
})

test('a browser that was signed out meanwhile counts as signed out', async () => {
  const owner = await makeOwner()
  const other = await signInElsewhere(owner)
  const page = await openSecurity(owner)
  await page.find('button', 'Sign out of Chrome on Windows')
  const service = await sharedService()
  await service.call(logout, {}, { token: other.accessToken })
  await service.services.db
    .deleteFrom('sessions')
    .where('id', '=', JSON.parse(atob(other.accessToken.split('.')[1] ?? '')).sid)
    .execute()
  await page.press('Sign out of Chrome on Windows')
  await page.sees('Signed out of Chrome on Windows.')
})

test('sixty browsers come in steps, and the focus goes to the first new one', async () => {
  const page = await openSecurity(await makeOwner(), (page) =>
    page.answer(sessionsPath, () =>
      json(200, { data: Array.from({ length: 60 }, (_, number) => listed(number)) }),
    ),
  )
  await showsCards(page, 10)
  assert.match(cardsOf(page)[1] ?? '', /^Browser 1 ?Professor/)
  await page.press('Show more browsers')
  await showsCards(page, 20)
  await page.focused(`browser-${listed(10).id}`)
  for (let shown = 20; shown < 60; shown += 10) await page.press('Show more browsers')
  await showsCards(page, 60)
  assert.ok(!page.get.queryByRole('button', { name: 'Show more browsers' }), 'still shown')
})

test('a list that cannot be loaded leaves the other parts, and loads at the next try', async () => {
  const owner = await makeOwner()
  let isDown = true
  const page = await openSecurity(owner, (page) =>
    page.answer(sessionsPath, () => {
      if (isDown) throw networkError()
      return undefined
    }),
  )
  await page.waitFor(() => partOf(page, title).getByRole('alert'))
  await page.find('button', 'Change your password')
  await page.sees('No sign-ins yet.').catch(() => page.sees('Signed in at Professor Portal'))
  isDown = false
  await page.press('Try again to load your browsers')
  await showsCards(page, 1)
})

test('parts that all fail have one notice, whose button loads them all', async () => {
  const owner = await makeOwner()
  let isDown = true
  const lists = ['sessions', 'sign-ins', 'identities', 'passkeys', 'second-factors']
  const page = await openSecurity(owner, (page) => {
    for (const list of lists)
      page.answer(`/api/auth/${list}`, () => {
        if (isDown) throw networkError()
        return undefined
      })
  })
  const retry = await page.find('button', 'Try again to load security')
  isDown = false
  await page.user.click(retry)
  await showsCards(page, 1)
  await page.focused('title')
  assert.ok(!page.document.querySelector('.notice-error'), 'a part still shows a notice')
})

test('a browser that is not signed out says why at its card, and can be tried again', async () => {
  const owner = await makeOwner()
  await signInElsewhere(owner)
  let isDown = true
  const page = await openSecurity(owner, (page) =>
    page.answer(new RegExp(`^${sessionsPath}/.+`), () =>
      isDown ? refusal(503, { code: 'overloaded', message: 'We have too much to do right now.' }) : undefined,
    ),
  )
  await page.press('Sign out of Chrome on Windows')
  const card = await cardOf(page, 'Chrome on Windows')
  await page.waitFor(() => assert.match(page.text(card), /We have too much to do right now\./))
  assert.equal(page.document.activeElement?.getAttribute('role'), 'alert')
  isDown = false
  await page.press('Sign out of Chrome on Windows')
  await page.sees('Signed out of Chrome on Windows.')
})

test('a user whose own session ended meanwhile signs in again in a dialog, and ends the other one', async () => {
  const owner = await makeOwner()
  const other = await signInElsewhere(owner)
  const page = await openSecurity(owner)
  await page.find('button', 'Sign out of Chrome on Windows')
  const { accessToken } = JSON.parse(page.window.localStorage.getItem('foyer.auth.professor') ?? '{}')
  await (await sharedService()).call(logout, {}, { token: accessToken })
  await page.press('That’s not me in Chrome on Windows')
  await page.find('dialog', 'Sign in again')
  assert.equal(await isOpen(other), true)
  await page.type('Password', rightPassword)
  await page.press('Sign in')
  await page.sees('That browser is signed out.')
  assert.equal(await isOpen(other), false)
})
