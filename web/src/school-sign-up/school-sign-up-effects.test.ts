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
import { schoolFields } from '../flow/sign-up-steps/fields.ts'
import { type SignUpContext, type SignUpEvent, signUpStart } from '../flow/sign-up-steps/sign-up-machine.ts'
import { forgetSubmission } from '../flow/sign-up-steps/submission.ts'
import { effects as schoolSignUpEffects } from './school-sign-up-effects.ts'

const uuid = '11111111-1111-4111-8111-111111111111'
const countryId = '22222222-2222-4222-8222-222222222222'
const email = 'meera@example.com'
const user = {
  uuid,
  email,
  is_email_verified: false,
  first_name: 'Meera',
  last_name: null,
  full_name: 'Meera',
}
const session = { access_token: 'at_1', refresh_token: 'rt_1', user, platform: 'school' }
const signUp = 'POST /api/schools/signup'
const join = 'POST /api/schools/signup/with-account'
const otp = 'POST /api/auth/users/otp'

type Answers = Record<string, (asked: Asked) => Response>

function openPage(answers: Answers = {}) {
  const asked = fakeBrowser((one) => {
    const service: Answers = {
      // No challenge is solved in advance, because the test service refuses to give one.
      'GET /api/auth/captcha/challenge': () => answerError(429, 'too-many-attempts'),
      [signUp]: () => answerData(session),
      [join]: () => answerData(session),
      ...answers,
    }
    const { method, url } = one
    return service[`${method} ${url.replace(/\?.*/, '')}`]?.(one) ?? new Response(null, { status: 204 })
  })
  fakeWindow()
  setGlobal('location', { host: 'accounts.test', search: '' })
  setGlobal('document', { referrer: '', documentElement: { dataset: {} } })
  const site = { home: null, redirectOrigins: [] } as unknown as Site
  const page = { platform: 'school', site, search: new URLSearchParams() } as const
  const effects = schoolSignUpEffects.on(page, () => {})
  const of = (route: string) =>
    asked.filter(({ method, url }) => `${method} ${url.replace(/\?.*/, '')}` === route)
  return { effects, of }
}

type Page = ReturnType<typeof openPage>

const filled: SignUpContext = {
  ...signUpStart(schoolFields).context,
  schoolName: ' Hillview ',
  schoolType: 'primary',
  countryId,
  firstName: ' Meera ',
  email,
  password1: 'a long secret',
  password2: 'a long secret',
}
const application = {
  school_name: 'Hillview',
  school_type: 'primary',
  country_id: countryId,
  state_id: null,
  first_name: 'Meera',
  last_name: null,
  email,
  source: 'direct',
  utm_params: {},
}

async function run(
  { effects }: Page,
  effect: 'signUp' | 'prove' | 'sendCode',
  context: Partial<SignUpContext> = {},
): Promise<SignUpEvent[]> {
  const sent: SignUpEvent[] = []
  const { signal } = new AbortController()
  await effects[effect]({ ...filled, ...context }, (event) => sent.push(event), signal)
  return sent
}

const keysOf = (page: Page, route: string) =>
  page.of(route).map(({ headers }) => headers.get('idempotency-key'))

beforeEach(() => {
  fakeBrowser(() => new Response(null, { status: 204 }))
  // Discards the analytics events of the previous test.
  flush()
  forgetSubmission()
  mock.method(console, 'warn', () => {})
})

test('school sign-up sends the request of the contract and stores the session', async () => {
  const page = openPage()
  assert.deepEqual(await run(page, 'signUp'), [{ type: 'registered' }])
  const [asked] = page.of(signUp)
  assert.equal(asked?.url, '/api/schools/signup?platform=school-web')
  assert.deepEqual(asked?.body, { ...application, password1: 'a long secret', password2: 'a long secret' })
  assert.ok(asked?.headers.get('x-device-id'))
  assert.match(localStorage.getItem('foyer.auth.school') ?? '', /at_1/)
  assert.equal(page.of(`PUT /api/documents/signup-tracking/${encodeURIComponent(email)}`).length, 1)
})

test('school sign-up asks for a proof when the email has an account', async () => {
  const taken = () => answerError(400, 'email-taken', { field_errors: { email: ['Taken'] } })
  assert.deepEqual(await run(openPage({ [signUp]: taken }), 'signUp'), [{ type: 'accountFound' }])
})

test('school sign-up repeats its idempotency key only after a lost response', async () => {
  let isCut = true
  const page = openPage({
    [signUp]: () => {
      if (isCut) throw new TypeError('Failed to fetch')
      return answerError(400, 'password-common', { field_errors: { password1: ['Common'] } })
    },
  })
  await run(page, 'signUp')
  isCut = false
  await run(page, 'signUp')
  await run(page, 'signUp')
  const [first, second, third] = keysOf(page, signUp)
  assert.equal(second, first)
  assert.notEqual(third, first)
})

test('the password of the account joins the school to it, without the passwords typed for a new one', async () => {
  const page = openPage()
  assert.deepEqual(await run(page, 'prove', { password: 'the old one' }), [{ type: 'registered' }])
  assert.deepEqual(page.of(join)[0]?.body, { ...application, proof: { password: 'the old one' } })
  assert.match(keysOf(page, join)[0] ?? '', /^[0-9a-f-]{36}$/)
  assert.match(localStorage.getItem('foyer.auth.school') ?? '', /at_1/)
})

test('a code joins the school with the password typed for an account that may have none', async () => {
  const challenge = { token: 'ot_1', resendAtMs: 0, isNew: true }
  const page = openPage()
  await run(page, 'prove', { otp: '123456', challenge })
  // A reload has cleared the passwords.
  await run(page, 'prove', { otp: '123456', challenge, password1: '', password2: '' })
  const proof = { token: 'ot_1', otp: '123456' }
  const typed = { password1: 'a long secret', password2: 'a long secret' }
  assert.deepEqual(
    page.of(join).map(({ body }) => body),
    [
      { ...application, proof, ...typed },
      { ...application, proof },
    ],
  )
})

test('a wrong proof is refused with what the service says', async () => {
  const wrong = () => answerError(400, 'wrong-credentials', { field_errors: { password: ['Wrong'] } })
  const [event] = await run(openPage({ [join]: wrong }), 'prove', { password: 'nope' })
  assert.ok(event?.type === 'refused')
  assert.deepEqual(event.failure.errors.fieldErrors, { password: ['Wrong'] })
})

test('the code for a proof is sent to the email and sent again by its token', async () => {
  const resend_at = new Date(Date.now() - 1).toISOString()
  const page = openPage({ [otp]: () => answerData({ token: 'ot_1', resend_at }) })
  const [event] = await run(page, 'sendCode')
  assert.ok(event?.type === 'codeSent')
  await run(page, 'sendCode', { challenge: event.challenge })
  assert.deepEqual(
    page.of(otp).map(({ body }) => body),
    [{ medium: 'email', purpose: 'school_sign_up', email }, { token: 'ot_1' }],
  )
})

test('a refusal to send a code keeps the challenge that it names', async () => {
  const resend_at = new Date(Date.now() + 30_000).toISOString()
  const soon = () =>
    answerError(429, 'otp-too-soon', { field_errors: { token: ['ot_9'], resend_at: [resend_at] } })
  const [event] = await run(openPage({ [otp]: soon }), 'sendCode')
  assert.ok(event?.type === 'sendRefused')
  assert.equal(event.challenge?.token, 'ot_9')
})
