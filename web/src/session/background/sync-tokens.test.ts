/**
 * Tests the token sync against a fake receiver of the installation. api/src/features/sessions/id-token.test.ts verifies
 * tokens (N-141).
 */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { type Asked, answerData, answerError, fakeBrowser, fakeWindow } from '../../api/test-browser.ts'
import { clearStoredAuth, storeAuth } from '../stored-auth.ts'
import { authOf } from '../test-sessions.ts'
import { syncTokens } from './sync-tokens.ts'

const url = 'https://sync.test/token'
const maxAgeSeconds = 300
let inFlight = 0
let stop: () => void
let asked: Asked[]
/** The requests that the fake receiver got, each with method and session. */
let synced: string[]
let answerOfUrl: () => Response

function sessionOf(sid: string) {
  const claims = { exp: Math.floor(Date.now() / 1000) + 6_000, sid }
  const accessToken = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`
  return authOf('student', { accessToken, refreshToken: `rt_${sid}` })
}

async function answer({ url: path, method, headers, init }: Asked): Promise<Response> {
  const token = (headers.get('authorization') ?? '').replace('Bearer ', '')
  if (path === '/api/auth/id-token') {
    const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    if (sid === 'unconfigured') return answerError(404, 'not-found')
    return answerData({ id_token: `id-token-of-${sid}` })
  }
  assert.equal(path, url)
  assert.deepEqual([init.credentials, init.keepalive, init.redirect], ['include', true, 'error'])
  assert.match(token, /^id-token-of-/)
  synced.push(token.replace('id-token-of-', `${method} `))
  return answerOfUrl()
}

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: Date.now() })
  synced = []
  answerOfUrl = () => new Response(null, { status: 204 })
  asked = fakeBrowser((one) => {
    inFlight += 1
    return answer(one).finally(() => {
      inFlight -= 1
    })
  })
  fakeWindow()
})
afterEach(() => {
  stop()
  mock.timers.reset()
})

const start = () => {
  stop = syncTokens('student', { url, maxAgeSeconds })
}

/** Waits for answers that need no timer. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20 || inFlight > 0; turn += 1)
    await new Promise((resolve) => setImmediate(resolve))
}

async function pass(seconds: number): Promise<void> {
  mock.timers.tick(seconds * 1000)
  await settle()
}

test('sends a token of each new session, a fresh one before it ages out, and deletes it at sign-out', async () => {
  start()
  await settle()
  assert.deepEqual(synced, [])
  storeAuth(sessionOf('first'))
  await pass(0.2)
  assert.deepEqual(synced, ['POST first'])
  await pass(0.75 * maxAgeSeconds + 1)
  assert.deepEqual(synced, ['POST first', 'POST first'])
  storeAuth(sessionOf('second'))
  await pass(0.2)
  clearStoredAuth('student')
  await pass(0.2)
  assert.deepEqual(synced.slice(2), ['POST second', 'DELETE second'])
})

test('sends nothing for renewed tokens of a session, nor from a second page', async () => {
  storeAuth(sessionOf('first'))
  start()
  await settle()
  storeAuth({ ...sessionOf('first'), refreshToken: 'rt_renewed' })
  await pass(0.2)
  stop()
  start()
  await settle()
  assert.deepEqual(synced, ['POST first'])
})

test('tries again with growing waits while the URL fails, also to delete', async () => {
  answerOfUrl = () => new Response(null, { status: 503 })
  storeAuth(sessionOf('first'))
  start()
  await settle()
  await pass(5)
  await pass(9)
  assert.equal(synced.length, 2)
  answerOfUrl = () => new Response(null, { status: 204 })
  await pass(1)
  assert.equal(synced.length, 3)
  answerOfUrl = () => new Response(null, { status: 503 })
  clearStoredAuth('student')
  await pass(0.2)
  answerOfUrl = () => new Response(null, { status: 204 })
  await pass(5)
  assert.deepEqual(synced.slice(3), ['DELETE first', 'DELETE first'])
  await pass(maxAgeSeconds)
  assert.equal(synced.length, 5)
})

test('stops where the service has no token-sync URL', async () => {
  storeAuth(sessionOf('unconfigured'))
  start()
  await settle()
  await pass(10 * maxAgeSeconds)
  assert.deepEqual([asked.length, synced], [1, []])
})
