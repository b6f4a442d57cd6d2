import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { identify, setAttribute, trackEvents } from '@foyer/contract/routes/analytics'
import { fromWire } from '@foyer/contract/wire'
import { parse } from 'valibot'
import { fakeBrowser, fakeWindow, setGlobal } from '../api/test-browser.ts'
import { authOf } from '../session/test-sessions.ts'
import { flush, queueEvent, queueSignIn } from './analytics.ts'
import { sendLogoutEvent } from './send-logout-event.ts'

const noContent = () => new Response(null, { status: 204 })

beforeEach(() => {
  fakeWindow()
  setGlobal('addEventListener', () => {})
})

test('sends user, attributes and event of a sign-in once each when the page is left', async () => {
  const asked = fakeBrowser(noContent)
  const auth = authOf('student')
  queueEvent('otp_sent', { platform: 'student', medium: 'email' })
  queueSignIn(auth, 'otp')
  assert.equal(asked.length, 0)
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
