import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Site } from '@foyer/contract/site'
import { answerError, fakeBrowser, fakeWindow } from '../api/test-browser.ts'
import { storeBanner, takeBanner } from './banner.ts'
import { signOut } from './logout.ts'
import { listenForLogout } from './logout-listener.ts'
import { readStoredAuth, storeAuth } from './stored-auth.ts'
import { authOf } from './test-sessions.ts'

const noContent = () => new Response(null, { status: 204 })
const request = { type: 'foyer:logout', platform: 'student' }
const site = { redirectOrigins: ['https://learn.test'] } as unknown as Site

test('logs out at the service and clears the stored session in every case', async (t) => {
  const cases: [string, 'done' | 'unavailable', () => Response][] = [
    ['the service ends it', 'done', noContent],
    ['it had ended already', 'done', () => answerError(401, 'session-ended')],
    ['the service is unavailable', 'unavailable', () => answerError(503, 'overloaded')],
    [
      'offline',
      'unavailable',
      () => {
        throw new TypeError('Failed to fetch')
      },
    ],
  ]
  for (const [name, expected, answer] of cases) {
    await t.test(name, async () => {
      const asked = fakeBrowser(answer)
      const auth = authOf('student')
      storeAuth(auth)
      storeAuth(authOf('school'))
      assert.equal(await signOut('student'), expected)
      assert.deepEqual(
        asked.map(({ url, headers }) => [url, headers.get('authorization')]),
        [
          ['/api/auth/logout', `Bearer ${auth.accessToken}`],
          ['/api/analytics/events', null],
        ],
      )
      assert.equal(readStoredAuth('student'), null)
      assert.notEqual(readStoredAuth('school'), null)
    })
  }
})

test('sends no logout request without a session', async () => {
  const asked = fakeBrowser()
  assert.equal(await signOut('student'), 'done')
  assert.equal(asked.length, 0)
})

test('accepts a logout message only from a registered origin and for its platform', async (t) => {
  const signedOut = t.mock.fn()
  const target = fakeWindow()
  fakeBrowser(noContent)
  storeAuth(authOf('student'))
  const stop = listenForLogout('student', site, signedOut)
  const ignored: [string, unknown][] = [
    ['https://evil.test', request],
    ['https://learn.test.evil.test', request],
    ['https://learn.test', { ...request, platform: 'school' }],
    ['https://learn.test', { ...request, type: 'foyer:code' }],
    ['https://learn.test', 'foyer:logout'],
    ['https://learn.test', null],
  ]
  for (const [origin, data] of ignored) await post(target, data, origin)
  assert.equal(signedOut.mock.callCount(), 0)
  assert.notEqual(readStoredAuth('student'), null)

  await post(target, request)
  assert.equal(signedOut.mock.callCount(), 1)
  assert.equal(readStoredAuth('student'), null)
  stop()
})

test('accepts one logout message in five seconds and none after listening ends', async (t) => {
  let now = 10_000
  t.mock.method(performance, 'now', () => now)
  const signedOut = t.mock.fn()
  const target = fakeWindow()
  fakeBrowser(noContent)
  const stop = listenForLogout('student', site, signedOut)
  await post(target, request)
  now += 4_999
  await post(target, request)
  assert.equal(signedOut.mock.callCount(), 1)
  now += 1
  await post(target, request)
  assert.equal(signedOut.mock.callCount(), 2)
  stop()
  now += 5_000
  await post(target, request)
  assert.equal(signedOut.mock.callCount(), 2)
})

test('shows a banner once and cuts it to its limit', () => {
  fakeBrowser()
  assert.equal(takeBanner(), null)
  storeBanner('You have signed out')
  assert.equal(takeBanner(), 'You have signed out')
  assert.equal(takeBanner(), null)
  storeBanner('x'.repeat(500))
  assert.equal(takeBanner()?.length, 200)
})

async function post(target: EventTarget, data: unknown, origin = 'https://learn.test'): Promise<void> {
  target.dispatchEvent(new MessageEvent('message', { data, origin }))
  await setImmediate()
}
