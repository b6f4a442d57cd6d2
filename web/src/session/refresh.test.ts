/** Proves N-71, N-73, N-150 of docs/security-tests.md. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerData, answerError, fakeBrowser, setGlobal } from '../api/test-browser.ts'
import { renewTokens } from './refresh.ts'
import { clearStoredAuth, readStoredAuth, storeAuth } from './stored-auth.ts'
import { accessTokenFor, authOf } from './test-sessions.ts'

const fresh = { access_token: accessTokenFor(600, 'fresh'), refresh_token: 'rt_2' }
const sessionEnded = () => answerError(401, 'session-ended')

test('sends one refresh for twenty callers at once, with and without locks', async () => {
  const withLocks = globalThis.navigator
  setGlobal('navigator', {})
  const asked = fakeBrowser(() => answerData(fresh))
  storeAuth(authOf('student'))
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => renewTokens('student')))
  setGlobal('navigator', withLocks)
  assert.deepEqual(new Set(outcomes), new Set(['renewed']))
  assert.equal(asked.length, 1)
  assert.deepEqual(asked[0]?.body, { refresh_token: 'rt_1' })
  assert.equal(asked[0]?.headers.get('authorization'), null)
  assert.equal(readStoredAuth('student')?.refreshToken, 'rt_2')
})

test('sends no refresh if another tab has renewed the token', async () => {
  const asked = fakeBrowser()
  storeAuth(authOf('student', { accessToken: 'from another tab' }))
  assert.equal(await renewTokens('student', 'spent'), 'renewed')
  assert.equal(asked.length, 0)
})

test('sends no refresh if another tab renews the token during the wait', async () => {
  const asked = fakeBrowser()
  storeAuth(authOf('student', { accessToken: 'spent' }))
  const lock = Promise.withResolvers<void>()
  const held = navigator.locks.request('foyer.refresh.student', () => lock.promise)
  const renewal = renewTokens('student')
  storeAuth(authOf('student', { accessToken: 'from another tab', refreshToken: 'rt_2' }))
  lock.resolve()
  assert.equal(await renewal, 'renewed')
  assert.equal(asked.length, 0)
  await held
})

test('refreshes despite a lock that is never released or not available', async (t) => {
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  const waits: number[] = []
  t.mock.method(AbortSignal, 'timeout', (ms: number) => {
    waits.push(ms)
    return timeout(ms === 5_000 ? 5 : ms)
  })
  const lock = Promise.withResolvers<void>()
  const held = navigator.locks.request('foyer.refresh.student', () => lock.promise)
  fakeBrowser(() => answerData(fresh))
  storeAuth(authOf('student'))
  assert.equal(await renewTokens('student'), 'renewed')
  assert.equal(waits[0], 5_000)
  lock.resolve()
  await held

  const withLocks = globalThis.navigator
  setGlobal('navigator', {})
  storeAuth(authOf('student'))
  assert.equal(await renewTokens('student'), 'renewed')
  assert.equal(readStoredAuth('student')?.refreshToken, 'rt_2')
  setGlobal('navigator', withLocks)
})

test('drops the answer of a refresh if storage has changed meanwhile', async (t) => {
  await t.test('signed out: stays signed out', async () => {
    fakeBrowser(() => {
      clearStoredAuth('student')
      return answerData(fresh)
    })
    storeAuth(authOf('student'))
    assert.equal(await renewTokens('student'), 'refused')
    assert.equal(readStoredAuth('student'), null)
  })
  await t.test('signed in anew: the new session stays', async () => {
    fakeBrowser(() => {
      storeAuth(authOf('student', { refreshToken: 'rt_new' }))
      return answerData(fresh)
    })
    storeAuth(authOf('student'))
    assert.equal(await renewTokens('student'), 'renewed')
    assert.equal(readStoredAuth('student')?.refreshToken, 'rt_new')
  })
  await t.test('renewed by another tab and refused here: the new tokens stay', async () => {
    fakeBrowser(() => {
      storeAuth(authOf('student', { refreshToken: 'rt_new' }))
      return sessionEnded()
    })
    storeAuth(authOf('student'))
    assert.equal(await renewTokens('student'), 'renewed')
    assert.equal(readStoredAuth('student')?.refreshToken, 'rt_new')
  })
})

test('clears the stored session only after a 400 or 401 of the service', async (t) => {
  const cases: [string, 'refused' | 'unavailable', () => Response][] = [
    ['401', 'refused', sessionEnded],
    ['400', 'refused', () => answerError(400, 'invalid-request')],
    ['403', 'unavailable', () => answerError(403, 'origin-not-allowed')],
    ['429', 'unavailable', () => answerError(429, 'too-many-attempts')],
    ['500', 'unavailable', () => answerError(500, 'unexpected')],
    ['503', 'unavailable', () => answerError(503, 'overloaded')],
    ['HTML with 400', 'unavailable', () => new Response('<h1>Bad Request</h1>', { status: 400 })],
    ['HTML with 200', 'unavailable', () => new Response('<h1>Wi-Fi</h1>')],
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
      fakeBrowser(answer)
      storeAuth(authOf('student'))
      assert.equal(await renewTokens('student'), expected)
      assert.equal(readStoredAuth('student') === null, expected === 'refused')
    })
  }
})

test('keeps the stored session after an answer without both tokens', async (t) => {
  const cases: [string, unknown][] = [
    ['empty data', { data: {} }],
    ['null', null],
    ['data of null', { data: null }],
    ['a list', { data: [fresh] }],
    ['no refresh token', { data: { access_token: fresh.access_token } }],
    ['no access token', { data: { refresh_token: fresh.refresh_token } }],
    ['an empty refresh token', { data: { ...fresh, refresh_token: '' } }],
    ['a number for a token', { data: { ...fresh, access_token: 1 } }],
    ['tokens in camelCase', { data: { accessToken: fresh.access_token, refreshToken: fresh.refresh_token } }],
    ['tokens beside the data', fresh],
  ]
  for (const [name, body] of cases) {
    await t.test(name, async () => {
      fakeBrowser(() => Response.json(body))
      const auth = authOf('student')
      storeAuth(auth)
      assert.equal(await renewTokens('student'), 'unavailable')
      assert.deepEqual(readStoredAuth('student'), auth)
    })
  }
})
