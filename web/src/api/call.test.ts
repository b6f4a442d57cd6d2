/** Proves N-150 of docs/security-tests.md. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getCaptchaChallenge } from '@foyer/contract/routes/captcha'
import { createCode } from '@foyer/contract/routes/handover'
import { logout } from '@foyer/contract/routes/sessions'
import { findUser, login } from '@foyer/contract/routes/sign-in'
import { getFeatureToggles } from '@foyer/contract/routes/toggles'
import { sentences } from '@foyer/contract/sentences'
import { callTimeoutMs } from '@foyer/contract/shared-values'
import { call } from './call.ts'
import { type Failure, fieldSentence, noticeOf, sentenceOf } from './failure.ts'
import { answerData, answerError, fakeBrowser, setGlobal, throwingStorage } from './test-browser.ts'

const uuid = '11111111-1111-4111-8111-111111111111'
const credentials = { uuid, password: 'correct horse', product: 'learning' } as const
const lookUp = { body: { userId: 'asha@example.com', product: 'learning' } } as const

async function failureOf(response: Response): Promise<Failure> {
  fakeBrowser(() => response)
  const answer = await call(findUser, lookUp)
  assert.ok(!answer.isSuccessful)
  return answer
}

test('sends trimmed bodies in snake_case and returns answers in camelCase', async () => {
  const data = {
    uuid,
    has_password: true,
    full_name: 'Asha Rao',
    email: null,
    phone_number: null,
    profile: { picture: null },
  }
  const asked = fakeBrowser(() => answerData(data))
  const answer = await call(findUser, {
    body: { userId: '  asha@example.com ', product: 'learning', countryCode: 'IN' },
  })
  assert.deepEqual(asked[0]?.body, { user_id: 'asha@example.com', product: 'learning', country_code: 'IN' })
  assert.deepEqual(answer, {
    isSuccessful: true,
    data: {
      uuid,
      hasPassword: true,
      fullName: 'Asha Rao',
      email: null,
      phoneNumber: null,
      profile: { picture: null },
    },
  })
})

test('sends credentials, language and, to the auth service, the same device id with every call', async () => {
  const asked = fakeBrowser(() => answerData({}))
  await call(login, { query: { platform: 'learning-web' }, body: credentials })
  await call(logout, {}, { accessToken: 'a.b.c' })
  await call(getFeatureToggles, {})
  const [first, second, third] = asked
  assert.equal(first?.url, '/api/auth/sso/login?platform=learning-web')
  assert.equal(first?.init.credentials, 'include')
  assert.equal(first?.headers.get('language'), 'en')
  assert.equal(first?.headers.get('content-type'), 'application/json')
  assert.equal(first?.headers.get('authorization'), null)
  assert.match(first?.headers.get('x-device-id') ?? '', /^[A-Za-z0-9_-]{8,128}$/)
  assert.equal(second?.headers.get('x-device-id'), first?.headers.get('x-device-id'))
  assert.equal(second?.headers.get('authorization'), 'Bearer a.b.c')
  assert.equal(second?.headers.get('content-type'), null)
  assert.equal(second?.init.body, null)
  assert.equal(third?.headers.get('x-device-id'), null)
})

test('keeps the device id of calls for the life of the page if storage is blocked', async () => {
  const asked = fakeBrowser(() => answerData({}))
  setGlobal('localStorage', throwingStorage())
  await call(findUser, lookUp)
  await call(findUser, lookUp)
  const [first, second] = asked.map(({ headers }) => headers.get('x-device-id'))
  assert.match(first ?? '', /^[A-Za-z0-9_-]{8,128}$/)
  assert.equal(second, first)
})

test('accepts an empty answer of a route without a result', async () => {
  fakeBrowser(() => new Response(null, { status: 204 }))
  assert.deepEqual(await call(logout, {}), { isSuccessful: true, data: undefined })
})

test('returns a bare answer whole and without renaming', async () => {
  const challenge = { parameters: { key_length: 32 }, signature: 'ab' }
  fakeBrowser(() => Response.json(challenge))
  assert.deepEqual(await call(getCaptchaChallenge, {}), { isSuccessful: true, data: challenge })
})

test('sends no request for a body with a field error', async () => {
  const asked = fakeBrowser()
  const answer = await call(login, { query: {}, body: { email: 'asha', password: '', product: 'school' } })
  assert.ok(!answer.isSuccessful)
  assert.equal(fieldSentence(answer, 'password'), 'Required')
  assert.equal(fieldSentence(answer, 'email'), 'Enter an email address like name@example.com')
  assert.equal(fieldSentence(answer, 'uuid'), null)
  assert.equal(sentenceOf(answer), '')
  assert.equal(asked.length, 0)
})

test('prefers detail to message and names field errors as in the contract', async () => {
  const failure = await failureOf(
    answerError(400, 'invalid-request', {
      detail: 'The detail',
      message: 'The message',
      field_errors: { user_id: ['Not this', 'Nor this'] },
    }),
  )
  assert.equal(failure.statusCode, 400)
  assert.equal(failure.errors.code, 'invalid-request')
  assert.equal(sentenceOf(failure), 'The detail')
  assert.equal(fieldSentence(failure, 'userId'), 'Not this')
  assert.equal(fieldSentence(failure, 'toString'), null)
})

test('marks a 500 and shows its message', async () => {
  const failure = await failureOf(answerError(500, 'unexpected', { message: 'Something went wrong.' }))
  assert.equal(failure.is500, true)
  assert.equal(failure.isNetworkFailure, false)
  assert.equal(sentenceOf(failure), 'Something went wrong.')
})

test('returns the wait of a 429', async () => {
  const failure = await failureOf(
    new Response('{"errors":{"message":"Later"}}', { status: 429, headers: { 'Retry-After': '42' } }),
  )
  assert.equal(failure.retryAfterSeconds, 42)
  assert.equal(failure.is500, false)
})

test('returns no error text for a 404 without a body', async () => {
  const failure = await failureOf(new Response('', { status: 404 }))
  assert.equal(failure.statusCode, 404)
  assert.deepEqual(failure.errors, {})
  assert.equal(sentenceOf(failure), '')
  assert.equal(noticeOf(failure), null)
})

test('returns a failure with a sentence for a refusal in HTML or another shape', async (t) => {
  const cases: [string, Response][] = [
    ['a gateway page', new Response('<h1>Bad Gateway</h1>', { status: 502 })],
    ['a 404 page of a proxy', new Response('<h1>Not here</h1>', { status: 404 })],
    ['errors of another shape', Response.json({ errors: 'no' }, { status: 400 })],
    [
      'field errors of another shape',
      Response.json({ errors: { field_errors: { a: 'b' } } }, { status: 400 }),
    ],
  ]
  for (const [name, response] of cases) {
    await t.test(name, async () => {
      const failure = await failureOf(response)
      assert.equal(failure.statusCode, response.status)
      assert.equal(failure.isNetworkFailure, false)
      assert.equal(sentenceOf(failure), sentences.noAnswer)
    })
  }
})

test("returns a network failure for a successful status without the route's result", async (t) => {
  const cases: [string, () => Response][] = [
    ['the sign-in page of a hotel', () => new Response('<h1>Welcome to the Wi-Fi</h1>')],
    ['JSON without data', () => Response.json({ hello: 1 })],
    ['JSON that ends too soon', () => new Response('{"data":{"uuid":"')],
    ['null', () => Response.json(null)],
    ['data of null', () => answerData(null)],
    ['an empty answer', () => new Response(null, { status: 204 })],
  ]
  for (const [name, response] of cases) {
    await t.test(name, async () => {
      const failure = await failureOf(response())
      assert.deepEqual([failure.isNetworkFailure, failure.statusCode], [true, null])
      assert.equal(sentenceOf(failure), sentences.noAnswer)
    })
  }
})

test('accepts fields of an answer that a later release adds, and none of another type', async () => {
  const data = {
    uuid,
    has_password: true,
    full_name: null,
    email: null,
    phone_number: null,
    profile: { picture: null, is_new: true },
    is_new: true,
  }
  const asked: [object, boolean][] = [
    [data, true],
    [{ ...data, uuid: undefined }, false],
    [{ ...data, has_password: 'yes' }, false],
    [{ ...data, profile: { picture: 7 } }, false],
  ]
  for (const [answered, isAccepted] of asked) {
    fakeBrowser(() => answerData(answered))
    assert.equal((await call(findUser, lookUp)).isSuccessful, isAccepted, JSON.stringify(answered))
  }
})

test("returns a network failure for a captive portal's page on a route without a result", async () => {
  fakeBrowser(() => new Response('<h1>Welcome to the Wi-Fi</h1>'))
  const answer = await call(logout, {})
  assert.equal(!answer.isSuccessful && answer.isNetworkFailure, true)
})

test('returns a network failure without an answer and says when the browser is offline', async () => {
  fakeBrowser(() => {
    throw new TypeError('Failed to fetch')
  })
  const answer = await call(createCode, { body: { platform: 'student' } })
  assert.ok(!answer.isSuccessful)
  assert.equal(answer.isNetworkFailure, true)
  assert.equal(answer.statusCode, null)
  assert.equal(sentenceOf(answer), sentences.noAnswer)
  const online = globalThis.navigator
  setGlobal('navigator', { onLine: false })
  assert.equal(sentenceOf(answer), sentences.offline)
  setGlobal('navigator', online)
})

test('returns a network failure after the timeout, also in the middle of a body', async (t) => {
  let waitedMs = 0
  t.mock.method(AbortSignal, 'timeout', (ms: number) => {
    waitedMs = ms
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('Timed out', 'TimeoutError')), 5)
    return controller.signal
  })
  fakeBrowser(({ init }) => new Response(bodyThatHangs(init.signal)))
  const answer = await call(findUser, lookUp)
  assert.equal(waitedMs, callTimeoutMs)
  assert.ok(!answer.isSuccessful)
  assert.equal(answer.isNetworkFailure, true)
})

test('stops waiting when the caller aborts', { timeout: 10_000 }, async () => {
  fakeBrowser(({ init }) => new Response(bodyThatHangs(init.signal)))
  const controller = new AbortController()
  const answer = call(findUser, lookUp, { signal: controller.signal })
  controller.abort()
  assert.equal((await answer).isSuccessful, false)
})

/** Imitates a response body of the browser: the stream fails when the request is aborted. */
function bodyThatHangs(signal: AbortSignal | null | undefined): ReadableStream {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"data":'))
      signal?.addEventListener('abort', () => controller.error(signal.reason))
      if (signal?.aborted) controller.error(signal.reason)
    },
  })
}
