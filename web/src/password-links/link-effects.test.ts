import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Platform } from '@foyer/contract/platforms'
import type { Site } from '@foyer/contract/site'
import {
  type Asked,
  answerData,
  answerError,
  fakeBrowser,
  fakeHistory,
  fakeWindow,
  setGlobal,
} from '../api/test-browser.ts'
import { runInTest } from '../flow/machine/test-run-machine.ts'
import { keepRecipient, readRecipient } from '../flow/sent-link/kept-recipient.ts'
import { takeBanner } from '../session/banner.ts'
import { readStoredAuth, storeAuth } from '../session/stored-auth.ts'
import { authOf, user } from '../session/test-sessions.ts'
import { linkEffects } from './link-effects.ts'
import type { PasswordLink } from './link-in-address.ts'
import { type LinkEvent, linkMachine, linkStart } from './link-machine.ts'

const twice = { password1: 'a staple of batteries', password2: 'a staple of batteries' }
const submitted: LinkEvent = { type: 'submitted', ...twice }
const owner = {
  email: 'a•••@example.com',
  phone_number: null,
  product: 'learning',
  platform: 'student',
}
const session = {
  access_token: 'at_1',
  refresh_token: 'rt_1',
  user: {
    uuid: user.uuid,
    email: null,
    is_email_verified: true,
    first_name: 'Asha',
    last_name: null,
    full_name: 'Asha',
  },
  platform: 'student',
}

type Answers = { check?: Response; save?: Response; signIn?: () => Response }

function openPage(
  purpose: PasswordLink['purpose'],
  {
    check = answerData(owner),
    save = answerData({ email: user.email, phone_number: null }),
    signIn = () => answerData(session),
  }: Answers = {},
  search = 'platform=student&a=1',
  platform: Platform = 'student',
) {
  const link: PasswordLink = {
    purpose,
    uuid: user.uuid,
    token: 'rs_1',
    ...(purpose !== 'beta' && { timestamp: '17' }),
  }
  const asked: Asked[] = fakeBrowser(({ url, method }) => {
    if (url.includes('/sso/login')) return signIn()
    if (url.includes('/codes')) return answerData({ code: 'ac_1' })
    if (url.includes('/forgot-password') || url.includes('/logout') || url.includes('/analytics/'))
      return new Response(null, { status: 204 })
    return method === 'GET' ? check : save
  })
  fakeHistory(fakeWindow(), [{ link }])
  const went: string[] = []
  setGlobal('location', { replace: (url: string) => went.push(url), pathname: '/', search })
  setGlobal('performance', { now: () => 0, getEntriesByType: () => [] })
  const site = { home: 'https://home.test/', redirectOrigins: ['https://home.test'] } as unknown as Site
  const effects = linkEffects({ platform, site }, () => new URLSearchParams(search))
  const { send, now } = runInTest(linkMachine, linkStart, effects)
  return { link, asked, went, send, now }
}

const refusedSignIn = () => answerError(429, 'too-many-attempts')

test('checks a valid link, uses it once, signs in with the new password and goes on to the platform', async () => {
  const page = openPage('reset')
  keepRecipient('asha@example.com', '')
  storeAuth(authOf('iqa'))
  await page.send({ type: 'arrived', link: page.link })
  await page.send(submitted)
  const path = `/api/auth/reset-password/${user.uuid}/rs_1/17`
  const claim = { uuid: user.uuid, password: twice.password1, product: 'learning', platform: 'student' }
  assert.deepEqual(
    page.asked.slice(0, 3).map(({ method, url, body }) => [method, url, body]),
    [
      ['GET', path, null],
      ['POST', path, twice],
      ['POST', '/api/auth/sso/login?platform=learning-web', claim],
    ],
  )
  assert.deepEqual(page.went, ['https://home.test/?code=ac_1'])
  assert.equal(readStoredAuth('student')?.refreshToken, 'rt_1')
  assert.deepEqual([takeBanner(), readStoredAuth('iqa'), readRecipient()], [null, null, null])
  assert.doesNotMatch(JSON.stringify([history.state, page.now().context.password1]), /rs_1|staple/)
})

test('keeps the saved password on the page while the service does not answer, and signs in on the next try', async () => {
  let tries = 0
  const signIn = () => {
    tries += 1
    if (tries === 1) throw new TypeError('The network is cut')
    return answerData(session)
  }
  const page = openPage('reset', { signIn })
  await page.send({ type: 'arrived', link: page.link })
  await page.send(submitted)
  assert.deepEqual([page.now().state, page.now().context.password1], ['form', ''])
  await page.send(submitted)
  assert.deepEqual(page.went, ['https://home.test/?code=ac_1'])
  assert.equal(page.asked.filter(({ url }) => url.includes('/reset-password/')).length, 2)
})

test('leads to a prefilled sign-in with a banner when the sign-in is refused', async () => {
  const page = openPage('reset', { signIn: refusedSignIn })
  keepRecipient('asha@example.com', '')
  for (const platform of ['student', 'iqa'] as const) storeAuth(authOf(platform))
  storeAuth(authOf('school', { user: { ...user, uuid: '22222222-2222-4222-8222-222222222222' } }))
  await page.send({ type: 'arrived', link: page.link })
  assert.equal(page.now().state, 'form')
  await page.send(submitted)
  assert.deepEqual(page.went, ['/?platform=student&a=1&email=asha%40example.com'])
  assert.equal(takeBanner(), 'Password changed. Sign in with your new password.')
  assert.deepEqual([readStoredAuth('student'), readStoredAuth('iqa'), readRecipient()], [null, null, null])
  assert.notEqual(readStoredAuth('school'), null)
  assert.doesNotMatch(JSON.stringify([history.state, page.now().context.password1]), /rs_1|staple/)
})

test('leads on to the platform that the link was requested from', async () => {
  const page = openPage('reset', { signIn: refusedSignIn })
  keepRecipient('asha@example.com', '?platform=student&redirect-url=https%3A%2F%2Fhome.test%2Flibrary')
  await page.send({ type: 'arrived', link: page.link })
  await page.send(submitted)
  assert.deepEqual(page.went, [
    '/?platform=student&redirect-url=https%3A%2F%2Fhome.test%2Flibrary&email=asha%40example.com',
  ])
})

test('signs out another user of the platform when a link is used', async () => {
  const page = openPage('create', { signIn: refusedSignIn })
  storeAuth(authOf('student', { user: { ...user, uuid: '22222222-2222-4222-8222-222222222222' } }))
  await page.send({ type: 'arrived', link: page.link })
  await page.send(submitted)
  assert.ok(page.asked.some(({ url }) => url === '/api/auth/logout'))
  assert.equal(readStoredAuth('student'), null)
  assert.equal(takeBanner(), 'Password created. Sign in with your new password.')
  assert.equal(page.went.length, 1)
})

test('prefills sign-in with the phone number of a user without an email', async () => {
  const save = answerData({ email: null, phone_number: '+919876543210' })
  const page = openPage('reset', { save, signIn: refusedSignIn }, 'platform=student')
  await page.send({ type: 'arrived', link: page.link })
  await page.send(submitted)
  assert.deepEqual(page.went, ['/?platform=student&phoneNumber=%2B919876543210'])
})

test('leads to the sign-in of the platform that the link was sent for', async () => {
  for (const [answers, expected] of [
    [{ signIn: refusedSignIn }, '/?platform=student&email=asha%40example.com'],
    [{}, '/?platform=student'],
  ] as const) {
    const page = openPage('reset', answers, 'platform=school', 'school')
    await page.send({ type: 'arrived', link: page.link })
    await page.send(submitted)
    assert.deepEqual(page.went, [expected])
  }
  assert.equal(readStoredAuth('student')?.refreshToken, 'rt_1')
})

test('signs in and hands over with an invitation to the beta', async () => {
  const check = answerData({ ...owner, first_name: 'Asha' })
  const page = openPage('beta', { check, save: answerData(session) })
  await page.send({ type: 'arrived', link: page.link })
  assert.equal(page.now().context.owner?.firstName, 'Asha')
  await page.send(submitted)
  assert.equal(page.asked[1]?.url, `/api/auth/closed-beta/users/${user.uuid}/verify/rs_1`)
  assert.equal(readStoredAuth('student')?.refreshToken, 'rt_1')
  assert.deepEqual(page.went, ['https://home.test/?code=ac_1'])
  assert.doesNotMatch(JSON.stringify(history.state), /rs_1/)
})

const deadReasons: [string, Response, string, string | null][] = [
  [
    'link-expired',
    answerError(400, 'link-expired', { field_errors: { account: ['a•••@x.test'] } }),
    'expired',
    'a•••@x.test',
  ],
  [
    'link-used',
    answerError(400, 'link-used', { field_errors: { account: ['a•••@x.test'] } }),
    'used',
    'a•••@x.test',
  ],
  ['link-invalid', answerError(400, 'link-invalid'), 'invalid', null],
  [
    'an id of another shape',
    answerError(400, 'invalid-request', { field_errors: { uuid: ['x'] } }),
    'invalid',
    null,
  ],
]
for (const [name, answer, deadReason, account] of deadReasons) {
  test(`ends a link on ${name}, when it is checked and when it is used`, async () => {
    const looked = openPage('reset', { check: answer.clone() })
    await looked.send({ type: 'arrived', link: looked.link })
    const used = openPage('reset', { save: answer.clone() })
    await used.send({ type: 'arrived', link: used.link })
    await used.send(submitted)
    for (const { state, context } of [looked.now(), used.now()]) {
      assert.deepEqual([state, context.deadReason, context.account], ['dead', deadReason, account])
    }
  })
}

test('shows a weak password at its field and keeps the link valid', async () => {
  const save = answerError(400, 'password-common', { field_errors: { password1: ['Too common.'] } })
  const page = openPage('reset', { save })
  await page.send({ type: 'arrived', link: page.link })
  await page.send(submitted)
  assert.equal(page.now().state, 'form')
  assert.deepEqual(page.now().context.failure?.errors.fieldErrors, { password1: ['Too common.'] })
})

test('keeps a link valid after no answer, too many checks and a fault', async () => {
  for (const check of [
    answerError(429, 'too-many-attempts'),
    answerError(503, 'overloaded'),
    new Response('<html>', { status: 502 }),
  ]) {
    const page = openPage('reset', { check })
    await page.send({ type: 'arrived', link: page.link })
    assert.equal(page.now().state, 'unknown')
  }
})

test('requests another link with an expired one and shows it after a reload', async () => {
  const check = answerError(400, 'link-expired', { field_errors: { account: ['a•••@x.test'] } })
  const page = openPage('reset', { check })
  await page.send({ type: 'arrived', link: page.link })
  await page.send({ type: 'linkRequested' })
  assert.equal(page.now().state, 'sent')
  assert.deepEqual(page.asked[1]?.body, {
    link: { purpose: 'reset', uuid: user.uuid, token: 'rs_1', timestamp: '17' },
    product: 'learning',
    platform: 'student',
  })
  assert.equal((history.state as { sent: { account: string } }).sent.account, 'a•••@x.test')
})
