import assert from 'node:assert/strict'
import { beforeEach, mock, test } from 'node:test'
import type { Site } from '@foyer/contract/site'
import { flush } from '../analytics/analytics.ts'
import {
  type Asked,
  answerData,
  answerError,
  fakeBrowser,
  fakeWindow,
  setGlobal,
} from '../api/test-browser.ts'
import { personFields } from '../flow/sign-up-steps/fields.ts'
import { type SignUpContext, type SignUpEvent, signUpStart } from '../flow/sign-up-steps/sign-up-machine.ts'
import { forgetSubmission } from '../flow/sign-up-steps/submission.ts'
import { effects as signUpEffects } from './sign-up-effects.ts'

const uuid = '11111111-1111-4111-8111-111111111111'
const email = 'asha@example.com'
const user = {
  uuid,
  email,
  is_email_verified: false,
  first_name: 'Asha',
  last_name: 'Rao',
  full_name: 'Asha Rao',
}
const session = { access_token: 'at_1', refresh_token: 'rt_1', user, platform: 'student' }
const tracking = `/api/documents/signup-tracking/${encodeURIComponent(email)}`

type Answers = Record<string, (asked: Asked) => Response>

function openPage(answers: Answers = {}) {
  const asked = fakeBrowser((one) => {
    const service: Answers = {
      // No challenge is solved in advance, because the test service refuses to give one.
      'GET /api/auth/captcha/challenge': () => answerError(429, 'too-many-attempts'),
      'POST /api/auth/signup': () => answerData(session),
      'POST /api/auth/codes': () => answerData({ code: 'ac_1' }),
      [`PUT ${tracking}`]: () => answerData({ is_created: true }),
      ...answers,
    }
    return (
      service[`${one.method} ${one.url.replace(/\?.*/, '')}`]?.(one) ?? new Response(null, { status: 204 })
    )
  })
  const destinations: string[] = []
  fakeWindow()
  setGlobal('location', {
    host: 'accounts.test',
    search: '',
    replace: (url: string) => destinations.push(url),
  })
  setGlobal('document', { referrer: 'https://school.test/', documentElement: { dataset: {} } })
  setGlobal('performance', { ...performance, now: () => 0, getEntriesByType: () => [] })
  const site = { home: 'https://home.test/', redirectOrigins: ['https://home.test'] } as unknown as Site
  const effects = signUpEffects.on({ platform: 'student', site, search: new URLSearchParams() }, (path) =>
    destinations.push(path),
  )
  const of = (part: string) => asked.filter(({ method, url }) => `${method} ${url}`.includes(part))
  return { asked, destinations, effects, of }
}

type Page = ReturnType<typeof openPage>

const filled: SignUpContext = {
  ...signUpStart(personFields).context,
  firstName: ' Asha ',
  lastName: '',
  email: ` ${email} `,
  password1: 'a long secret',
  password2: 'a long secret',
}

async function signUp({ effects }: Page, context: Partial<SignUpContext> = {}): Promise<SignUpEvent[]> {
  const sent: SignUpEvent[] = []
  await effects.signUp({ ...filled, ...context }, (event) => sent.push(event), new AbortController().signal)
  return sent
}

const keysOf = ({ of }: Page) =>
  of('POST /api/auth/signup').map(({ headers }) => headers.get('idempotency-key'))

beforeEach(() => {
  fakeBrowser(() => new Response(null, { status: 204 }))
  // Discards the analytics events of the previous test.
  flush()
  forgetSubmission()
  mock.method(console, 'warn', () => {})
  mock.method(console, 'info', () => {})
})

test('sign-up stores no malformed session and tries again with the same idempotency key', async () => {
  const page = openPage({ 'POST /api/auth/signup': () => answerData({ access_token: 'at_1' }) })
  for (let tries = 0; tries < 2; tries += 1) {
    const [event] = await signUp(page)
    assert.equal(event?.type === 'refused' && event.failure.isNetworkFailure, true)
  }
  assert.equal(localStorage.getItem('foyer.auth.student'), null)
  assert.equal(new Set(keysOf(page)).size, 1)
})

test('sign-up sends the request of the contract and stores the session', async () => {
  const page = openPage()
  assert.deepEqual(await signUp(page), [{ type: 'signedIn' }])
  const [asked] = page.of('POST /api/auth/signup')
  assert.equal(asked?.url, '/api/auth/signup?platform=learning-web')
  assert.deepEqual(asked?.body, {
    first_name: 'Asha',
    last_name: null,
    email,
    password1: 'a long secret',
    password2: 'a long secret',
    token_type: 1,
    platform: 'student',
    source: 'school.test',
    utm_params: {},
  })
  assert.match(localStorage.getItem('foyer.auth.student') ?? '', /at_1/)
})

test('sign-up repeats its idempotency key after a lost response, but not for another submission', async () => {
  let isCut = true
  const page = openPage({
    'POST /api/auth/signup': () => {
      if (isCut) throw new TypeError('Failed to fetch')
      return answerError(400, 'password-common')
    },
  })
  const [event] = await signUp(page)
  assert.ok(event?.type === 'refused' && event.failure.isNetworkFailure)
  await signUp(page)
  await signUp(page, { email: 'other@example.com' })
  isCut = false
  await signUp(page, { email: 'other@example.com' })
  // The previous submission got a response, so this submission is a new request.
  await signUp(page, { email: 'other@example.com' })
  const [first, second, third, fourth, fifth] = keysOf(page)
  assert.match(first ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.equal(second, first)
  assert.notEqual(third, first)
  assert.equal(fourth, third)
  assert.notEqual(fifth, fourth)
})

test('sign-up passes a refusal of the service on unchanged', async () => {
  const page = openPage({
    'POST /api/auth/signup': () =>
      answerError(400, 'email-taken', {
        message: 'account with this email already exists',
        field_errors: { email: ['account with this email already exists'] },
      }),
  })
  const [event] = await signUp(page)
  assert.ok(event?.type === 'refused')
  assert.equal(event.failure.errors.code, 'email-taken')
  assert.equal(localStorage.getItem('foyer.auth.student'), null)
  assert.equal(page.of('signup-tracking').length, 0)
})

test('sign-up sends its event to analytics, but neither the user nor a page address', async () => {
  const page = openPage()
  setGlobal('location', { ...location, host: 'accounts.test', search: '?utm_source=secret-source' })
  await signUp(page)
  flush()
  const [events] = page.of('/api/analytics/events')
  assert.ok(events)
  const { events: sent } = events.body as { events: { event: string; payload: object }[] }
  assert.deepEqual(
    sent.map(({ event, payload }) => [event, payload]),
    [['sign_up', { platform: 'student' }]],
  )
  assert.equal(page.of('/api/analytics/identify').length, 0)
  assert.doesNotMatch(JSON.stringify(page.of('/api/analytics/').map(({ body }) => body)), /secret-source/)
})

/** Signs up and checks that the browser opens the platform, however the tracking service answers. */
async function handOver(page: Page): Promise<void> {
  await signUp(page)
  await page.effects.handOver(filled, () => {}, new AbortController().signal)
  assert.deepEqual(page.destinations, ['https://home.test/?code=ac_1'])
}

const noAnswer = () => new Promise(() => {}) as unknown as Response
const callsOf = (method: unknown) => (method as { mock: { callCount(): number } }).mock.callCount()

test('sign-up sends its tracking record before it asks for the handover, and the record outlives the page', async (t) => {
  const page = openPage({ [`PUT ${tracking}`]: noAnswer, 'POST /api/auth/codes': noAnswer })
  await signUp(page)
  page.effects.handOver(filled, () => {}, new AbortController().signal)
  await t.waitFor(() => assert.equal(page.asked.at(-1)?.url, '/api/auth/codes'))
  const record = page.asked.at(-2)
  assert.deepEqual([record?.method, record?.url], ['PUT', tracking])
  assert.deepEqual(record?.body, { data: { email, name: 'Asha Rao', uuid, source: 'school.test' } })
  assert.equal(record?.headers.get('authorization'), 'Bearer at_1')
  assert.equal(record?.init.keepalive, true)
})

test('sign-up logs that the service kept an existing tracking record', async (t) => {
  const page = openPage({ [`PUT ${tracking}`]: () => answerData({ is_created: false }) })
  await handOver(page)
  await t.waitFor(() => assert.equal(callsOf(console.info), 1))
})

test('a failure of the sign-up tracking is only logged as a warning', async (t) => {
  const page = openPage({ [`PUT ${tracking}`]: () => answerError(500, 'unexpected') })
  await handOver(page)
  await t.waitFor(() => assert.equal(callsOf(console.warn), 1))
})

test('a tracking service that does not answer delays no user', async () => {
  await handOver(openPage({ [`PUT ${tracking}`]: noAnswer }))
})

const taken = (more: object) => () =>
  Response.json({ errors: { code: 'email-taken', message: 'taken', ...more } }, { status: 400 })

test('an account of other platforms is proven, and one with access signs in instead', async () => {
  const account = { email, has_password: true }
  const elsewhere = openPage({ 'POST /api/auth/signup': taken({ account }) })
  assert.deepEqual(await signUp(elsewhere), [{ type: 'accountFound' }])
  const here = openPage({ 'POST /api/auth/signup': taken({}) })
  assert.deepEqual(
    (await signUp(here)).map(({ type }) => type),
    ['refused'],
  )
})

test('the proof is sent with the typed password only where a code proves the account', async () => {
  const join = 'POST /api/auth/signup/with-account'
  const page = openPage({ [join]: () => answerData(session) })
  const { signal } = new AbortController()
  const sent: SignUpEvent[] = []
  await page.effects.prove({ ...filled, password: 'old secret' }, (event) => sent.push(event), signal)
  const challenge = { token: 'ot_1', resendAtMs: 0, isNew: false }
  await page.effects.prove({ ...filled, otp: '123456', challenge }, (event) => sent.push(event), signal)
  assert.deepEqual(sent, [{ type: 'signedIn' }, { type: 'signedIn' }])
  const [byPassword, byCode] = page.of(join).map(({ body }) => body as Record<string, unknown>)
  const applicant = { first_name: 'Asha', last_name: null, email, platform: 'student' }
  assert.deepEqual(byPassword, { ...byPassword, ...applicant, proof: { password: 'old secret' } })
  assert.ok(!('password1' in (byPassword ?? {})))
  assert.deepEqual(byCode?.proof, { token: 'ot_1', otp: '123456' })
  assert.equal(byCode?.password1, 'a long secret')
})
