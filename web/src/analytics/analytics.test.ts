/** Proves N-145 of docs/security-tests.md. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { identify, setAttribute, trackEvents } from '@foyer/contract/routes/analytics'
import { getSettings } from '@foyer/contract/routes/settings'
import { fromWire } from '@foyer/contract/wire'
import { parse } from 'valibot'
import {
  type Asked,
  answerData,
  answerError,
  fakeBrowser,
  fakeWindow,
  setGlobal,
} from '../api/test-browser.ts'
import { authOf } from '../session/test-sessions.ts'
import { flush, queueEvent, queueSignIn } from './analytics.ts'
import { sendLogoutEvent } from './send-logout-event.ts'

/** The service's answers to a sign-in, for a user with or without consent to analytics. */
const answers =
  (analyticsConsent: boolean) =>
  ({ url }: Asked) =>
    url === getSettings.path
      ? answerData({
          language: 'en',
          timezone: 'UTC',
          marketing_emails: false,
          product_emails: false,
          analytics_consent: analyticsConsent,
          profile_visibility: 'private',
        })
      : noContent()
const noContent = () => new Response(null, { status: 204 })

beforeEach(() => {
  fakeWindow()
  setGlobal('addEventListener', () => {})
})

test('sends a user who has agreed, attributes and event of a sign-in once each when the page is left', async () => {
  const asked = fakeBrowser(answers(true))
  const auth = authOf('student')
  queueEvent('otp_sent', { platform: 'student', medium: 'email' })
  queueSignIn(auth, 'otp')
  await setImmediate()
  assert.deepEqual(
    asked.splice(0).map(({ url, headers }) => [url, headers.get('authorization')]),
    [[getSettings.path, `Bearer ${auth.accessToken}`]],
  )
  flush()
  flush()
  await setImmediate()
  assert.deepEqual(
    asked.map(({ url, headers }) => [url, headers.get('authorization')]),
    [
      ['/api/analytics/identify', `Bearer ${auth.accessToken}`],
      ['/api/analytics/attributes', `Bearer ${auth.accessToken}`],
      ['/api/analytics/attributes', `Bearer ${auth.accessToken}`],
      ['/api/analytics/attributes', `Bearer ${auth.accessToken}`],
      ['/api/analytics/events', null],
    ],
  )
  assert.ok(asked.every(({ init, headers }) => init.keepalive && headers.has('x-device-id')))
  const [known, ...rest] = asked.map(({ body }) => fromWire(body, ['payload']))
  const { uuid, email, firstName } = auth.user
  assert.deepEqual(parse(identify.body, known), {
    uuid,
    email,
    firstName,
    lastName: auth.user.lastName ?? '',
  })
  assert.deepEqual(
    rest.slice(0, 3).map((body) => parse(setAttribute.body, body)),
    [
      { name: 'email', value: email },
      { name: 'first_name', value: firstName },
      { name: 'last_name', value: auth.user.lastName ?? '' },
    ],
  )
  const { events } = parse(trackEvents.body, rest[3])
  assert.deepEqual(
    events.map(({ event, payload }) => ({ event, payload })),
    [
      { event: 'otp_sent', payload: { platform: 'student', medium: 'email' } },
      { event: 'sign_in', payload: { platform: 'student', method: 'otp' } },
    ],
  )
})

test('sends a user whose agreement is known only after the events of the sign-in were sent', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const settings = Promise.withResolvers<void>()
  const asked = fakeBrowser(async (one) => {
    if (one.url === getSettings.path) await settings.promise
    return answers(true)(one)
  })
  queueSignIn(authOf('student'), 'otp')
  t.mock.timers.tick(1_000)
  settings.resolve()
  await setImmediate()
  assert.deepEqual(
    asked.splice(0).map(({ url }) => url),
    [getSettings.path, '/api/analytics/events'],
  )
  t.mock.timers.tick(1_000)
  assert.deepEqual(
    asked.map(({ url }) => url),
    ['/api/analytics/identify', ...Array(3).fill('/api/analytics/attributes')],
  )
})

test('sends the events of a user who has not agreed, or may not have, without naming user or browser', async () => {
  for (const answer of [
    answers(false),
    () => answerError(503, 'overloaded'),
    () => new Promise<never>(() => {}),
  ]) {
    const asked = fakeBrowser((request) => (request.url === getSettings.path ? answer(request) : noContent()))
    queueEvent('otp_sent', { platform: 'student', medium: 'email' })
    queueSignIn(authOf('student'), 'otp')
    await setImmediate()
    flush()
    await sendLogoutEvent('student')
    const sent = asked.filter(({ url }) => url !== getSettings.path)
    assert.deepEqual(
      sent.map(({ url }) => url),
      [trackEvents.path, trackEvents.path],
    )
    for (const { headers, init } of sent) {
      assert.equal(init.credentials, 'omit')
      for (const name of ['authorization', 'x-device-id', 'x-time-zone'])
        assert.equal(headers.has(name), false)
    }
  }
})

test('names the browser in the logout of a user who has agreed, and then no more', async () => {
  const asked = fakeBrowser(answers(true))
  queueSignIn(authOf('student'), 'password')
  await setImmediate()
  flush()
  asked.length = 0
  await sendLogoutEvent('student')
  await sendLogoutEvent('student')
  assert.deepEqual(
    asked.map(({ headers }) => headers.has('x-device-id')),
    [true, false],
  )
})

test('logs a warning when analytics refuses or is unavailable', async (t) => {
  const warn = t.mock.method(console, 'warn', () => {})
  const error = t.mock.method(console, 'error')
  for (const answer of [
    () => new Response(null, { status: 404 }),
    () => Promise.reject(new TypeError('cut')),
  ]) {
    fakeBrowser(answer)
    queueEvent('otp_sent', { platform: 'student', medium: 'sms' })
    flush()
    await sendLogoutEvent('student')
    await setImmediate()
  }
  assert.equal(warn.mock.callCount(), 4)
  assert.equal(error.mock.callCount(), 0)
})

test('sends the logout event in the shape of the contract', async () => {
  const asked = fakeBrowser(noContent)
  await sendLogoutEvent('school')
  const [request] = asked
  assert.equal(request?.url, trackEvents.path)
  assert.equal(request?.init.keepalive, true)
  const { events } = parse(trackEvents.body, request?.body)
  assert.deepEqual([events[0]?.event, events[0]?.payload], ['logout', { platform: 'school' }])
})
