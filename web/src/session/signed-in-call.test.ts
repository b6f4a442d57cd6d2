/** Proves N-73 of docs/security-tests.md. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { createCode } from '@foyer/contract/routes/handover'
import { createHelpRequest } from '@foyer/contract/routes/help'
import { type Asked, answerData, answerError, fakeBrowser, setGlobal } from '../api/test-browser.ts'
import { reloads } from './loop-guard.ts'
import { callIfSignedIn, callSignedIn } from './signed-in-call.ts'
import { readStoredAuth, storeAuth } from './stored-auth.ts'
import { accessTokenFor, authOf } from './test-sessions.ts'

const fresh = { access_token: accessTokenFor(600, 'fresh'), refresh_token: 'rt_2' }
const sessionEnded = () => answerError(401, 'session-ended', { message: 'Your session has ended.' })
const code = { body: { platform: 'student' } } as const
let reloaded = 0

/** Fakes the service: /refresh-token answers with `renewal`, /codes accepts only the access token that `validToken` returns. */
function serve(renewal: (asked: Asked) => Response | Promise<Response>, validToken: () => string): Asked[] {
  return fakeBrowser((asked) => {
    if (asked.url === '/api/auth/refresh-token') return renewal(asked)
    return asked.headers.get('authorization') === `Bearer ${validToken()}`
      ? answerData({ code: 'ac_1' })
      : sessionEnded()
  })
}

function urls(asked: Asked[]): string[] {
  return asked.map(({ url }) => url.replace('/api/auth/', ''))
}

beforeEach(() => {
  reloaded = 0
  setGlobal('location', {
    reload: () => {
      reloaded += 1
    },
  })
})

test('shares one refresh among twenty calls with an expired token', async () => {
  const asked = serve(
    () => answerData(fresh),
    () => fresh.access_token,
  )
  storeAuth(authOf('student', { accessToken: accessTokenFor(-5) }))
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => callSignedIn('student', createCode, code)),
  )
  assert.ok(answers.every((answer) => answer !== 'reloading' && answer.isSuccessful))
  assert.equal(urls(asked).filter((url) => url === 'refresh-token').length, 1)
  assert.equal(reloaded, 0)
})

test('renews a token before it expires, without a reload', async () => {
  const asked = serve(
    () => answerData(fresh),
    () => fresh.access_token,
  )
  storeAuth(authOf('student', { accessToken: accessTokenFor(59) }))
  assert.deepEqual(await callSignedIn('student', createCode, code), {
    isSuccessful: true,
    data: { code: 'ac_1' },
  })
  assert.deepEqual(urls(asked), ['refresh-token', 'codes'])
  assert.equal(reloaded, 0)
})

test('uses a token that stays valid without renewing it', async () => {
  const accessToken = accessTokenFor(90)
  const asked = serve(sessionEnded, () => accessToken)
  storeAuth(authOf('student', { accessToken }))
  await callSignedIn('student', createCode, code)
  assert.deepEqual(urls(asked), ['codes'])
})

test('renews the token once after a 401 and reloads the page', async () => {
  const asked = serve(
    () => answerData(fresh),
    () => 'nothing',
  )
  storeAuth(authOf('student'))
  assert.equal(await callSignedIn('student', createCode, code), 'reloading')
  assert.deepEqual(urls(asked), ['codes', 'refresh-token'])
  assert.equal(readStoredAuth('student')?.refreshToken, 'rt_2')
  assert.equal(reloaded, 1)
})

test('clears the session and reloads the page after a refused refresh', async () => {
  serve(sessionEnded, () => 'nothing')
  storeAuth(authOf('student'))
  assert.equal(await callSignedIn('student', createCode, code), 'reloading')
  assert.equal(readStoredAuth('student'), null)
  assert.equal(reloaded, 1)

  storeAuth(authOf('student', { accessToken: accessTokenFor(10) }))
  assert.equal(await callSignedIn('student', createCode, code), 'reloading')
  assert.equal(readStoredAuth('student'), null)
  assert.equal(reloaded, 2)
})

test('neither clears the session nor reloads while the service is unavailable', async () => {
  const asked = serve(
    () => answerError(503, 'overloaded'),
    () => 'nothing',
  )
  storeAuth(authOf('student'))
  const answer = await callSignedIn('student', createCode, code)
  assert.ok(answer !== 'reloading' && !answer.isSuccessful && answer.statusCode === 401)
  assert.deepEqual(urls(asked), ['codes', 'refresh-token'])
  assert.equal(readStoredAuth('student')?.refreshToken, 'rt_1')
  assert.equal(reloaded, 0)
})

test('reloads a page at most twice a minute and then shows the failure', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
  serve(
    () => answerData(fresh),
    () => 'nothing',
  )
  const results: string[] = []
  async function again(): Promise<void> {
    storeAuth(authOf('student'))
    const answer = await callSignedIn('student', createCode, code)
    results.push(answer === 'reloading' ? answer : `${answer.isSuccessful}`)
  }
  await again()
  await again()
  await again()
  assert.deepEqual(results, ['reloading', 'reloading', 'false'])
  assert.equal(reloaded, reloads.max)
  t.mock.timers.tick(reloads.windowMs)
  await again()
  assert.equal(results[3], 'reloading')
  t.mock.timers.setTime(1_000)
  await again()
  assert.equal(results[4], 'reloading', 'a clock set back does not count old reloads for ever')
  await again()
  await again()
  assert.deepEqual(results.slice(5), ['reloading', 'false'])
})

test('repeats a call once with a renewed token if reload is off', async (t) => {
  await t.test('succeeds when the service accepts the renewed token', async () => {
    const asked = serve(
      () => answerData(fresh),
      () => fresh.access_token,
    )
    storeAuth(authOf('student'))
    const answer = await callSignedIn('student', createCode, code, { reload: false })
    assert.ok(answer !== 'reloading' && answer.isSuccessful)
    assert.deepEqual(urls(asked), ['codes', 'refresh-token', 'codes'])
  })
  await t.test('fails when the service refuses the renewed token', async () => {
    const asked = serve(
      () => answerData(fresh),
      () => 'nothing',
    )
    storeAuth(authOf('student'))
    const answer = await callSignedIn('student', createCode, code, { reload: false })
    assert.ok(answer !== 'reloading' && !answer.isSuccessful)
    assert.deepEqual(urls(asked), ['codes', 'refresh-token', 'codes'])
  })
  await t.test('fails when the refresh is refused', async () => {
    serve(sessionEnded, () => 'nothing')
    storeAuth(authOf('student'))
    const answer = await callSignedIn('student', createCode, code, { reload: false })
    assert.ok(answer !== 'reloading' && !answer.isSuccessful && answer.errors.code === 'session-ended')
    assert.equal(readStoredAuth('student'), null)
  })
  assert.equal(reloaded, 0)
})

test('does not renew a token again that was refused right after its renewal', async () => {
  const asked = serve(
    () => answerData(fresh),
    () => 'nothing',
  )
  storeAuth(authOf('student', { accessToken: accessTokenFor(1) }))
  const answer = await callSignedIn('student', createCode, code)
  assert.ok(answer !== 'reloading' && !answer.isSuccessful)
  assert.deepEqual(urls(asked), ['refresh-token', 'codes'])
})

test('sends no request without a session', async () => {
  const asked = fakeBrowser()
  const answer = await callSignedIn('student', createCode, code)
  assert.ok(answer !== 'reloading' && !answer.isSuccessful && answer.errors.code === 'session-ended')
  assert.equal(asked.length, 0)
  assert.equal(reloaded, 0)
})

const question = {
  body: { category: 'other', subject: 'Hello', message: 'A question', platform: 'student' },
} as const
const received = { reference: 'H-7K3M-92QX' }

test('sends no token for a signed-out user of a route that takes a session if there is one', async () => {
  const asked = fakeBrowser(() => answerData(received))
  const answer = await callIfSignedIn('student', createHelpRequest, question, { idempotencyKey: 'key' })
  assert.deepEqual(answer, { isSuccessful: true, data: received })
  assert.equal(asked[0]?.headers.get('authorization'), null)
  assert.equal(asked[0]?.headers.get('idempotency-key'), 'key')
  assert.ok(asked[0]?.headers.get('x-device-id'))
})

test('renews the token of such a call and repeats it with the same idempotency key, without a reload', async () => {
  const asked = fakeBrowser((one) => {
    if (one.url === '/api/auth/refresh-token') return answerData(fresh)
    const isValid = one.headers.get('authorization') === `Bearer ${fresh.access_token}`
    return isValid ? answerData(received) : sessionEnded()
  })
  storeAuth(authOf('student', { accessToken: accessTokenFor(600) }))
  const answer = await callIfSignedIn('student', createHelpRequest, question, { idempotencyKey: 'key' })
  assert.ok(answer.isSuccessful)
  const keys = asked
    .filter(({ url }) => url.includes('help'))
    .map(({ headers }) => headers.get('idempotency-key'))
  assert.deepEqual([keys, reloaded], [['key', 'key'], 0])
})

test('says that the session has ended, and lets the next such call go without a token', async () => {
  const asked = fakeBrowser((one) => {
    if (one.url === '/api/auth/refresh-token') return sessionEnded()
    return one.headers.has('authorization') ? sessionEnded() : answerData(received)
  })
  storeAuth(authOf('student', { accessToken: accessTokenFor(600) }))
  const ended = await callIfSignedIn('student', createHelpRequest, question)
  assert.ok(!ended.isSuccessful && ended.statusCode === 401)
  assert.equal(readStoredAuth('student'), null)
  assert.ok((await callIfSignedIn('student', createHelpRequest, question)).isSuccessful)
  assert.deepEqual([asked.at(-1)?.headers.has('authorization'), reloaded], [false, 0])
})
