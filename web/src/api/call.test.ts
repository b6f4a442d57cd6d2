import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callTimeoutMs } from '@foyer/contract/limits'
import { getCaptchaChallenge } from '@foyer/contract/routes/captcha'
import { getSignupTracking } from '@foyer/contract/routes/documents'
import { createCode } from '@foyer/contract/routes/handover'
import { logout } from '@foyer/contract/routes/sessions'
import { findUser, login } from '@foyer/contract/routes/sign-in'
import { sentences } from '@foyer/contract/sentences'
import { call } from './call.ts'
import { type Failure, fieldSentence, sentenceOf } from './failure.ts'
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

test('bodies go out in snake_case and trimmed, answers come back in camelCase', async () => {
  const data = { uuid, has_password: true, full_name: 'Asha Rao', profile: { picture: null } }
  const asked = fakeBrowser(() => answerData(data))
  const answer = await call(findUser, {
    body: { userId: '  asha@example.com ', product: 'learning', countryCode: 'IN' },
  })
  assert.deepEqual(asked[0]?.body, { user_id: 'asha@example.com', product: 'learning', country_code: 'IN' })
  assert.deepEqual(answer, {
    isSuccessful: true,
    data: { uuid, hasPassword: true, fullName: 'Asha Rao', profile: { picture: null } },
  })
})

test('every call carries credentials, language and, for the auth service, the same device id', async () => {
  const asked = fakeBrowser(() => answerData({}))
  await call(login, { query: { platform: 'learning-web' }, body: credentials })
  await call(logout, {}, { accessToken: 'a.b.c' })
  await call(getSignupTracking, { params: { email: 'asha@example.com' } })
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

test('the device id lives as long as the page where storage is closed', async () => {
  const asked = fakeBrowser(() => answerData({}))
  setGlobal('localStorage', throwingStorage())
  await call(findUser, lookUp)
  await call(findUser, lookUp)
  const [first, second] = asked.map(({ headers }) => headers.get('x-device-id'))
  assert.match(first ?? '', /^[A-Za-z0-9_-]{8,128}$/)
  assert.equal(second, first)
})

test('an answer without content is a success where the route promises none', async () => {
  fakeBrowser(() => new Response(null, { status: 204 }))
  assert.deepEqual(await call(logout, {}), { isSuccessful: true, data: undefined })
})

test('a bare answer is taken whole and not renamed', async () => {
  const challenge = { parameters: { key_length: 32 }, signature: 'ab' }
  fakeBrowser(() => Response.json(challenge))
  assert.deepEqual(await call(getCaptchaChallenge, {}), { isSuccessful: true, data: challenge })
})

test('a field error found here costs no request', async () => {
  const asked = fakeBrowser()
  const answer = await call(login, { query: {}, body: { email: 'asha', password: '', product: 'school' } })
  assert.ok(!answer.isSuccessful)
  assert.equal(fieldSentence(answer, 'password'), 'Required')
  assert.equal(fieldSentence(answer, 'email'), 'Enter an email address like name@example.com')
  assert.equal(fieldSentence(answer, 'uuid'), null)
  assert.equal(sentenceOf(answer), '')
  assert.equal(asked.length, 0)
})

test('detail wins over message, and field errors are named as in the contract', async () => {
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

test('a 500 is marked and its message shown', async () => {
  const failure = await failureOf(answerError(500, 'unexpected', { message: 'Something went wrong.' }))
  assert.equal(failure.is500, true)
  assert.equal(failure.isNetworkFailure, false)
  assert.equal(sentenceOf(failure), 'Something went wrong.')
})

test('a 429 says how long to wait', async () => {
  const failure = await failureOf(
    new Response('{"errors":{"message":"Later"}}', { status: 429, headers: { 'Retry-After': '42' } }),
  )
  assert.equal(failure.retryAfterSeconds, 42)
  assert.equal(failure.is500, false)
})

test('an empty-body 404 gives no error text', async () => {
  const failure = await failureOf(new Response('', { status: 404 }))
  assert.equal(failure.statusCode, 404)
  assert.deepEqual(failure.errors, {})
  assert.equal(sentenceOf(failure), '')
})

test('a refusal of HTML or of another shape is a failure with a sentence', async (t) => {
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

test('a successful status without what the route promises is a network failure', async (t) => {
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

test('a page of a captive portal is no success of a route that answers without content', async () => {
  fakeBrowser(() => new Response('<h1>Welcome to the Wi-Fi</h1>'))
  const answer = await call(logout, {})
  assert.equal(!answer.isSuccessful && answer.isNetworkFailure, true)
})

test('no answer at all is a network failure, and being offline is said', async () => {
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

test('an answer that does not come in time is a network failure, in the middle of its body too', async (t) => {
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

test('whoever asked can stop waiting', { timeout: 2_000 }, async () => {
  fakeBrowser(({ init }) => new Response(bodyThatHangs(init.signal)))
  const controller = new AbortController()
  const answer = call(findUser, lookUp, { signal: controller.signal })
  controller.abort()
  assert.equal((await answer).isSuccessful, false)
})

/** As the browser's own: the stream fails when the request is aborted. */
function bodyThatHangs(signal: AbortSignal | null | undefined): ReadableStream {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"data":'))
      signal?.addEventListener('abort', () => controller.error(signal.reason))
      if (signal?.aborted) controller.error(signal.reason)
    },
  })
}
