/** Proves N-60 of docs/security-tests.md. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import {
  type Asked,
  answerData,
  answerError,
  fakeBrowser,
  fakeWindow,
  setGlobal,
  throwingStorage,
} from '../api/test-browser.ts'
import { readStoredAuth, storeAuth } from '../session/stored-auth.ts'
import { accessTokenFor, authOf } from '../session/test-sessions.ts'

const origin = 'https://learn.test'
const foyer = 'https://accounts.test'
const fresh = { access_token: accessTokenFor(600, 'fresh'), refresh_token: 'rt_2' }
const code = () => answerData({ code: 'ac_1' })
const answerOf = (value: string | null) => [{ type: 'foyer:code', code: value, platform: 'student' }, origin]
const nobody = answerOf(null)
let visits = 0

type Visit = {
  answer?: (asked: Asked) => Response | Promise<Response>
  auth?: ReturnType<typeof authOf> | null
  query?: string
  isFramed?: boolean
}

/** Opens the student platform's page in a frame of the registered origin, and runs the script of the page. */
async function visit({ answer = code, auth = authOf('student'), query, isFramed = true }: Visit = {}) {
  const asked = fakeBrowser(answer)
  if (auth) storeAuth(auth)
  const posted: unknown[] = []
  const parent = { postMessage: (...message: unknown[]) => posted.push(message) }
  fakeWindow(isFramed ? parent : undefined)
  const left: string[] = []
  setGlobal('location', {
    origin: foyer,
    search: `?platform=student&${query ?? `origin=${origin}`}`,
    replace: (url: string) => left.push(url),
  })
  setGlobal('document', {
    documentElement: { dataset: { platform: 'student' } },
    getElementById: () => ({ textContent: JSON.stringify({ redirectOrigins: [origin, foyer] }) }),
  })
  visits += 1
  const run = import(`./iframe-sso.ts?${visits}`)
  return { asked, posted, left, run, codes: () => posted.slice(1), paths: () => asked.map(({ url }) => url) }
}

test('posts a code for the parent, bound to its origin and to the challenge of the query', async () => {
  const challenge = 'c'.repeat(43)
  const page = await visit({
    query: `origin=${origin}&code_challenge=${challenge}&code_challenge_method=S256`,
  })
  await page.run
  assert.deepEqual(page.posted, [[{ type: 'foyer:ready', platform: 'student' }, origin], answerOf('ac_1')])
  const [asked] = page.asked
  assert.deepEqual(asked?.body, {
    platform: 'student',
    redirect_url: origin,
    delivery: 'silent',
    code_challenge: challenge,
  })
  assert.equal(asked?.headers.get('authorization'), `Bearer ${readStoredAuth('student')?.accessToken}`)
})

test('posts null without a session, and sends no request', async () => {
  const page = await visit({ auth: null })
  await page.run
  assert.deepEqual([page.codes(), page.asked], [[nobody], []])
})

test('posts null if storage throws', async () => {
  const page = await visit({ auth: null })
  setGlobal('localStorage', throwingStorage())
  setGlobal('sessionStorage', throwingStorage())
  await page.run
  assert.deepEqual([page.codes(), page.asked], [[nobody], []])
})

test('posts null when the service refuses, fails or sends anything else, and keeps the session', async (t) => {
  const cases: [string, () => Response][] = [
    ['the silent limit', () => answerError(429, 'too-many-attempts')],
    ['an origin of another platform', () => answerError(400, 'redirect-not-allowed')],
    ['no membership', () => answerError(403, 'no-access')],
    ['overloaded', () => answerError(503, 'overloaded')],
    ['HTML of a proxy', () => new Response('<h1>Wi-Fi</h1>')],
    ['no code', () => answerData({})],
    ['a number for a code', () => answerData({ code: 7 })],
    [
      'offline',
      () => {
        throw new TypeError('Failed to fetch')
      },
    ],
  ]
  for (const [name, answer] of cases) {
    await t.test(name, async () => {
      const page = await visit({ answer })
      await page.run
      assert.deepEqual([page.codes(), page.paths()], [[nobody], ['/api/auth/codes']])
      assert.notEqual(readStoredAuth('student'), null)
    })
  }
})

const renewing = (given: Asked) => {
  if (given.url === '/api/auth/refresh-token') return answerData(fresh)
  const isFresh = given.headers.get('authorization') === `Bearer ${fresh.access_token}`
  return isFresh ? code() : answerError(401, 'session-ended')
}

test('renews a token that has expired or is refused, once, and then posts the code', async () => {
  const refresh = '/api/auth/refresh-token'
  const codes = '/api/auth/codes'
  const expired = await visit({
    answer: renewing,
    auth: authOf('student', { accessToken: accessTokenFor(-5) }),
  })
  await expired.run
  assert.deepEqual([expired.codes(), expired.paths()], [[answerOf('ac_1')], [refresh, codes]])
  const refused = await visit({ answer: renewing })
  await refused.run
  assert.deepEqual([refused.codes(), refused.paths()], [[answerOf('ac_1')], [codes, refresh, codes]])
  const ended = await visit({ answer: () => answerError(401, 'session-ended') })
  await ended.run
  assert.deepEqual([ended.codes(), ended.paths()], [[nobody], [codes, refresh]])
  assert.equal(readStoredAuth('student'), null)
})

test('posts null once if the service does not answer in time, and no code that comes later', async (t) => {
  t.mock.method(AbortSignal, 'timeout', () => {
    const controller = new AbortController()
    queueMicrotask(() => controller.abort())
    return controller.signal
  })
  const late = Promise.withResolvers<Response>()
  const page = await visit({ answer: () => late.promise })
  await page.run
  assert.deepEqual(page.codes(), [nobody])
  late.resolve(code())
  await setImmediate()
  assert.deepEqual(page.codes(), [nobody])
})

test('posts nothing without a registered origin and outside a frame', async (t) => {
  for (const query of [
    '',
    'origin=',
    'origin=*',
    'origin=null',
    'origin=https://evil.test',
    `origin=${origin}/a`,
  ]) {
    await t.test(query || 'no origin', async () => {
      const page = await visit({ query })
      await page.run
      assert.deepEqual([page.posted, page.asked], [[], []])
    })
  }
  const alone = await visit({ isFramed: false })
  await alone.run
  assert.deepEqual([alone.posted, alone.asked], [[], []])
})

test('goes on to a redirect URL of its own origin, with a code or without one, alone and in a frame', async () => {
  const finish = `${foyer}/authorize/finish/web?request=ar_1`
  const query = new URLSearchParams({ origin: foyer, 'redirect-url': finish }).toString()
  for (const isFramed of [false, true]) {
    const page = await visit({ query, isFramed })
    await page.run
    assert.deepEqual([page.left, page.posted], [[`${finish}&code=ac_1`], []])
    assert.deepEqual(page.asked[0]?.body, { platform: 'student', redirect_url: finish, delivery: 'silent' })
    const nobodyHere = await visit({ query, isFramed, auth: null })
    await nobodyHere.run
    assert.deepEqual([nobodyHere.left, nobodyHere.posted, nobodyHere.asked], [[finish], [], []])
  }
})

test('goes to no redirect URL of another origin', async () => {
  const query = new URLSearchParams({ origin: foyer, 'redirect-url': `${origin}/callback` }).toString()
  const page = await visit({ query, isFramed: false })
  await page.run
  assert.deepEqual([page.left, page.asked], [[], []])
})
