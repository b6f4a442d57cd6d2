import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { type Asked, answerData, answerError } from '../api/test-browser.ts'
import { readStoredAuth } from '../session/stored-auth.ts'
import type { SignInEvent } from './sign-in-machine.ts'
import { found, openPage, session, submitted, uuid } from './test-sign-in-page.ts'

const waitMs = 30_000
const inAWhile = () => new Date(Date.now() + waitMs).toISOString()
const withoutPassword = () => answerData({ ...found, has_password: false })
const sent = (token = 'ot_1', resendAt = inAWhile()) => answerData({ token, resend_at: resendAt })
const signedIn = () => answerData({ universal: session('student'), user: session('student').user })

const asked: SignInEvent = { type: 'codeRequested' }
const typed: SignInEvent = { type: 'otpSubmitted', otp: '123456' }
const onlyOtp = (all: Asked[]) => all.filter(({ url }) => url.includes('/users/otp')).map(({ body }) => body)
const keptOtp = () => localStorage.getItem('foyer.otp.student')

function openOtp(answers: Parameters<typeof openPage>[1] = {}) {
  const own = { 'users/fetch': withoutPassword, 'users/otp': () => sent(), 'users/otp/verify': signedIn }
  return openPage('student', { ...answers, answers: { ...own, ...answers.answers } })
}

test('sends a code to a user without a password and signs in with it', async () => {
  const page = openOtp()
  await page.send(submitted)
  assert.equal(page.now().state, 'code')
  assert.deepEqual(page.tab.states, [null, { step: 'otp' }])
  await page.send(typed)
  assert.deepEqual(onlyOtp(page.asked), [
    { medium: 'email', purpose: 'login', user: uuid },
    { universal_token: true, token: 'ot_1', otp: '123456', platform: 'student' },
  ])
  const [, send] = page.asked
  assert.equal(send?.url, '/api/auth/users/otp?platform=learning-web')
  assert.equal(readStoredAuth('student')?.refreshToken, 'rt_1')
  assert.deepEqual(page.went, ['https://home.test/?code=ac_1'])
  assert.equal(keptOtp(), null)
})

test('sends the code by SMS to a phone number and by email to an address', async () => {
  const page = openOtp()
  await page.send({ type: 'submitted', identifier: '098765 43210' })
  assert.deepEqual(onlyOtp(page.asked), [{ medium: 'sms', channel: 'both', purpose: 'login', user: uuid }])
})

test('requests no code during the wait and another one of the same challenge after it', async (t) => {
  const page = openOtp({ answers: { 'users/fetch': () => answerData(found) } })
  await page.send(submitted)
  await page.send(asked)
  await page.send({ type: 'passwordChosen' })
  await page.send(asked)
  assert.equal(page.now().state, 'code')
  assert.equal(page.now().context.challenge?.isNew, false)
  assert.equal(onlyOtp(page.asked).length, 1)
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + waitMs })
  await page.send(asked)
  assert.deepEqual(onlyOtp(page.asked)[1], { token: 'ot_1' })
})

test('starts a new challenge after the old one expired', async (t) => {
  const page = openOtp({
    answers: {
      'users/otp': ({ body }) =>
        (body as { token?: string }).token ? answerError(400, 'otp-expired') : sent('ot_2'),
    },
  })
  await page.send(submitted)
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + waitMs })
  await page.send(asked)
  assert.deepEqual([page.now().state, page.now().context.challenge?.token], ['code', 'ot_2'])
  assert.equal(onlyOtp(page.asked).length, 3)
})

test('takes over token and time of a refusal that came too soon', async () => {
  const page = openOtp({
    answers: {
      'users/otp': () =>
        answerError(429, 'otp-too-soon', { field_errors: { token: ['ot_9'], resend_at: [inAWhile()] } }),
    },
  })
  await page.send(submitted)
  const { state, context } = page.now()
  assert.equal(state, 'code')
  assert.equal(context.challenge?.token, 'ot_9')
  assert.ok(Math.abs((context.challenge?.resendAtMs ?? 0) - Date.now() - waitMs) < 5_000)
})

test('enters tooManyCodes after a wait longer than any step or too many attempts', async () => {
  for (const [code, wait] of [
    ['otp-too-soon', '2520'],
    ['too-many-attempts', '40'],
  ] as const) {
    const refusal = () =>
      Response.json({ errors: { code, message: '…' } }, { status: 429, headers: { 'retry-after': wait } })
    const page = openOtp({ answers: { 'users/otp': refusal } })
    await page.send(submitted)
    assert.equal(page.now().state, 'tooManyCodes', code)
  }
})

test('computes the time to resend by the service’s clock', async () => {
  for (const skewMs of [86_400_000, -3_600_000]) {
    const serverNow = Date.now() + skewMs
    const page = openOtp({
      answers: {
        'users/otp': () =>
          Response.json(
            { data: { token: 'ot_1', resend_at: new Date(serverNow + waitMs).toISOString() } },
            { headers: { date: new Date(serverNow).toUTCString() } },
          ),
      },
    })
    await page.send(submitted)
    const leftMs = (page.now().context.challenge?.resendAtMs ?? 0) - Date.now()
    assert.ok(leftMs > waitMs - 5_000 && leftMs < waitMs + 5_000, `${leftMs}`)
  }
})

test('waits for the same code after a reload and in a new tab, and never stores the code', async () => {
  const before = openOtp({ answers: { 'users/otp/verify': () => answerError(400, 'otp-wrong') } })
  await before.send(submitted)
  await before.send(typed)
  assert.doesNotMatch(keptOtp() ?? 'nothing', /123456|nothing/)
  for (const states of [before.tab.states, [null]]) {
    const page = openOtp({ states })
    const { state, context } = page.now()
    assert.deepEqual(
      [state, context.identifier, context.challenge?.token, context.person?.fullName],
      ['code', 'asha@example.com', 'ot_1', 'Asha Rao'],
    )
    assert.equal(page.asked.length, 0)
  }
})

test('forgets the challenge after ten minutes and after Change', async (t) => {
  const before = openOtp()
  await before.send(submitted)
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 600_000 })
  assert.equal(openOtp({ states: [null] }).now().state, 'identifier')
  t.mock.timers.reset()
  const changed = openOtp()
  await changed.send(submitted)
  await changed.send({ type: 'changed' })
  assert.equal(keptOtp(), null)
})

test('keeps the challenge for Forward after Back, not for a reload', async () => {
  const page = openOtp()
  await page.send(submitted)
  history.back()
  await setImmediate()
  assert.deepEqual([page.now().state, page.now().context.challenge], ['identifier', null])
  history.forward()
  await setImmediate()
  assert.deepEqual([page.now().state, page.now().context.challenge?.token], ['code', 'ot_1'])
  assert.equal(onlyOtp(page.asked).length, 1)
  history.back()
  await setImmediate()
  const [first] = page.tab.states
  assert.equal(openOtp({ states: [first] }).now().state, 'identifier')
})
