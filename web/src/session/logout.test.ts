/** Proves N-65 of docs/security-tests.md. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Site } from '@foyer/contract/site'
import { answerError, fakeBrowser, fakeWindow, setGlobal } from '../api/test-browser.ts'
import { storeBanner, takeBanner } from './banner.ts'
import { signOut } from './logout.ts'
import { listenForLogout, type SignedOutBy } from './logout-listener.ts'
import { clearStoredAuth, readStoredAuth, storeAuth } from './stored-auth.ts'
import { authOf } from './test-sessions.ts'

const noContent = () => new Response(null, { status: 204 })
const request = { type: 'foyer:logout', platform: 'student' }
const success = { type: 'foyer:logout-success', platform: 'student' }
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

/** Listens on a page of the student platform. `origin` is the origin that the query names. */
function listen(origin: string | null = 'https://learn.test', previewOrigins: readonly string[] = []) {
  const posted: unknown[] = []
  const embedder = { postMessage: (message: unknown, target: string) => posted.push([message, target]) }
  const target = fakeWindow(embedder)
  const search = origin === null ? '' : `?origin=${encodeURIComponent(origin)}`
  setGlobal('location', { search })
  const signedOut: SignedOutBy[] = []
  const stop = listenForLogout('student', { ...site, previewOrigins }, (by) => signedOut.push(by))
  return { target, posted, signedOut, stop }
}

test('accepts a logout message only from a trusted origin and for its platform (N-65)', async (t) => {
  fakeBrowser(noContent)
  storeAuth(authOf('student'))
  const { target, signedOut, stop } = listen(null, ['https://lantern-*-team.preview.test'])
  const ignored: [string, unknown][] = [
    ['https://evil.test', request],
    ['https://learn.test.evil.test', request],
    ['http://learn.test', request],
    ['null', request],
    ['https://lantern-a.b-team.preview.test', request],
    ['https://other-7-team.preview.test', request],
    ['https://learn.test', { ...request, platform: 'school' }],
    ['https://learn.test', { ...request, type: 'foyer:code' }],
    ['https://learn.test', Object.create(request)],
    ['https://learn.test', 'foyer:logout'],
    ['https://learn.test', null],
  ]
  for (const [origin, data] of ignored) await post(target, data, origin)
  assert.deepEqual(signedOut, [])
  assert.notEqual(readStoredAuth('student'), null)
  stop()
  for (const origin of ['https://learn.test', 'https://lantern-7-team.preview.test']) {
    await t.test(origin, async () => {
      storeAuth(authOf('student'))
      const page = listen(null, ['https://lantern-*-team.preview.test'])
      const answers: unknown[] = []
      const source = {
        postMessage: (data: unknown, { targetOrigin }: { targetOrigin: string }) =>
          answers.push([data, targetOrigin]),
      }
      await post(page.target, request, origin, source)
      assert.deepEqual(page.signedOut, ['asked'])
      assert.equal(readStoredAuth('student'), null)
      assert.deepEqual(answers, [[success, origin]])
      page.stop()
    })
  }
})

test('accepts one logout message in five seconds and none after listening ends (N-65)', async (t) => {
  let now = 10_000
  t.mock.method(performance, 'now', () => now)
  fakeBrowser(noContent)
  const { target, signedOut, stop } = listen()
  async function ask(): Promise<number> {
    storeAuth(authOf('student'))
    await post(target, request)
    return signedOut.length
  }
  assert.equal(await ask(), 1)
  now += 4_999
  assert.equal(await ask(), 1)
  now += 1
  assert.equal(await ask(), 2)
  stop()
  now += 5_000
  assert.equal(await ask(), 2)
})

test('posts that it listens, and that another tab signed out, only to the registered origin', async () => {
  const ready = { type: 'foyer:ready', platform: 'student' }
  for (const [origin, expected] of [
    [
      'https://learn.test',
      [
        [ready, 'https://learn.test'],
        [success, 'https://learn.test'],
      ],
    ],
    ['https://evil.test', []],
    ['*', []],
    [null, []],
  ] as const) {
    fakeBrowser(noContent)
    const { target, posted, signedOut, stop } = listen(origin)
    store(target, 'foyer.auth.student')
    assert.deepEqual(posted, expected)
    assert.deepEqual(signedOut, ['elsewhere'])
    stop()
  }
})

test('follows other tabs only when the session of its platform has ended', () => {
  fakeBrowser(noContent)
  storeAuth(authOf('student'))
  const { target, signedOut, stop } = listen()
  store(target, 'foyer.auth.student')
  assert.deepEqual(signedOut, [], 'renewed')
  clearStoredAuth('student')
  store(target, 'foyer.auth.school')
  store(target, 'foyer.person.student')
  store(target, 'foyer.auth.student', null)
  assert.deepEqual(signedOut, [])
  store(target, null)
  assert.deepEqual(signedOut, ['elsewhere'], 'everything was cleared')
  stop()
})

test('a sign-out of everything in another tab ends the sessions that a shared computer keeps in this tab', () => {
  fakeBrowser(noContent)
  localStorage.setItem('foyer.shared', '1')
  storeAuth(authOf('student'))
  storeAuth(authOf('school'))
  const { target, signedOut, stop } = listen()
  store(target, 'foyer.logout-everywhere', null, '1')
  store(target, 'foyer.logout-everywhere', '1', null)
  assert.deepEqual(signedOut, ['elsewhere'])
  assert.equal(readStoredAuth('student'), null)
  assert.equal(readStoredAuth('school'), null)
  stop()
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

async function post(
  target: EventTarget,
  data: unknown,
  origin = 'https://learn.test',
  source: unknown = null,
): Promise<void> {
  const event = new MessageEvent('message', { data, origin })
  Object.defineProperty(event, 'source', { value: source })
  target.dispatchEvent(event)
  await setImmediate()
}

/** Dispatches the storage event of a change in another tab. */
function store(
  target: EventTarget,
  key: string | null,
  oldValue: string | null = '{}',
  newValue: string | null = null,
): void {
  target.dispatchEvent(Object.assign(new Event('storage'), { key, oldValue, newValue }))
}
