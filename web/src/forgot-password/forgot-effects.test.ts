import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Platform } from '@foyer/contract/platforms'
import { resetResendSeconds } from '@foyer/contract/shared-values'
import {
  type Asked,
  answerError,
  fakeBrowser,
  fakeHistory,
  fakeWindow,
  setGlobal,
} from '../api/test-browser.ts'
import { chooseCountry } from '../flow/form/country-guess.ts'
import { runInTest } from '../flow/machine/test-run-machine.ts'
import { readRecipient } from '../flow/sent-link/kept-recipient.ts'
import { followSent, forgotEffects } from './forgot-effects.ts'
import { type ForgotEvent, forgotMachine, forgotStart } from './forgot-machine.ts'

const done = () => new Response(null, { status: 204 })
const mail: ForgotEvent = { type: 'submitted', identifier: 'asha@example.com' }

function openPage(platform: Platform, answer: (asked: Asked) => Response = done, states?: unknown[]) {
  const asked = fakeBrowser(answer)
  const tab = fakeHistory(fakeWindow(), states)
  setGlobal('location', { search: '', origin: 'https://foyer.test' })
  const effects = forgotEffects(platform)
  const { running, send, now } = runInTest(forgotMachine, forgotStart, effects)
  followSent(running.send)
  return { asked, tab, send, now }
}

test('requests a link by email, adds a history entry and remembers the address', async () => {
  const page = openPage('student')
  await page.send(mail)
  const { state, context } = page.now()
  assert.equal(state, 'sent')
  assert.ok(Math.abs(context.resendAtMs - Date.now() - resetResendSeconds * 1000) < 5_000)
  const [one] = page.asked
  assert.equal(one?.url, '/api/auth/forgot-password?platform=learning-web')
  assert.deepEqual(one?.body, { email: 'asha@example.com', product: 'learning', platform: 'student' })
  assert.equal(page.tab.at(), 1)
  assert.equal(readRecipient(), 'asha@example.com')
})

test('sends a phone number with its country, except on platforms that sign in only by email', async () => {
  const page = openPage('student')
  chooseCountry('IN')
  await page.send({ type: 'submitted', identifier: '98765 43210' })
  assert.deepEqual(page.asked[0]?.body, {
    phone: '98765 43210',
    product: 'learning',
    platform: 'student',
    country_code: 'IN',
  })
  const school = openPage('school')
  await school.send({ type: 'submitted', identifier: '98765 43210' })
  assert.equal(school.asked.length, 0)
  assert.match(JSON.stringify(school.now().context.failure), /name@example.com/)
})

test('returns to the form after a refused link request, keeps the text and remembers no recipient', async () => {
  const refusal = () => answerError(503, 'sms-unavailable', { field_errors: { phone: ['Not now.'] } })
  const page = openPage('student', refusal)
  await page.send({ type: 'submitted', identifier: '+91 98765 43210' })
  const { state, context } = page.now()
  assert.deepEqual([state, context.identifier], ['form', '+91 98765 43210'])
  assert.deepEqual(context.failure?.errors.fieldErrors, { phone: ['Not now.'] })
  assert.deepEqual([page.tab.at(), readRecipient()], [0, null])
})

test("leads to the form on Back and 'Use another address', and to the sent link on Forward", async () => {
  const page = openPage('student')
  await page.send(mail)
  history.back()
  await setImmediate()
  assert.deepEqual([page.now().state, page.now().context.identifier], ['form', 'asha@example.com'])
  history.forward()
  await setImmediate()
  assert.equal(page.now().state, 'sent')
  await page.send({ type: 'changed' })
  assert.deepEqual([page.now().state, page.tab.at()], ['form', 0])
  assert.equal(page.asked.length, 1)
})

test('shows the sent link after a reload for ten minutes', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 10_000_000 })
  const entry = (sentAt: number) => ({
    step: 'link-sent',
    sent: { identifier: 'asha@example.com', resendAtMs: 10_030_000, sentAt },
  })
  const fresh = openPage('student', done, [null, entry(9_500_000)])
  assert.deepEqual(
    [fresh.now().state, fresh.now().context.resendAtMs, fresh.asked.length],
    ['sent', 10_030_000, 0],
  )
  const old = openPage('student', done, [null, entry(9_300_000)])
  assert.deepEqual([old.now().state, old.tab.at()], ['form', 1])
  assert.equal((history.state as { step: unknown }).step, null)
})

test('requests another link with one call and stays on the step if it is refused', async () => {
  let refuse = false
  const page = openPage('student', () => (refuse ? answerError(429, 'too-many-attempts') : done()))
  await page.send(mail)
  await page.send({ type: 'linkRequested' })
  assert.deepEqual([page.now().state, page.now().context.isAgain, page.asked.length], ['sent', true, 2])
  refuse = true
  await page.send({ type: 'linkRequested' })
  assert.deepEqual([page.now().state, page.now().context.failure?.errors.code], ['sent', 'too-many-attempts'])
  assert.equal(page.tab.at(), 1)
})
