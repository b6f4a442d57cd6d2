import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldFailure } from '../api/browser-failure.ts'
import { type Failure, networkFailure } from '../api/failure.ts'
import { transition } from '../flow/machine/step-machine.ts'
import type { Challenge } from '../flow/otp/challenge.ts'
import type { Outcome } from '../session/handover.ts'
import {
  failureOn,
  type SchoolContext,
  type SchoolEvent,
  type SchoolState,
  type Step,
  schoolMachine,
  schoolStart,
  steps,
} from './school-sign-up-machine.ts'

const failure: Failure = networkFailure()
const outcome: Outcome = { kind: 'failed', failure }
const challenge: Challenge = { token: 'ot_1', resendAtMs: 1_000, isNew: true }
const school = { schoolName: 'Hillview', schoolType: 'primary', countryId: 'c1', stateId: 's1' }
const contact = { firstName: 'Meera', lastName: '', email: 'meera@example.com' }
const passwords = { password1: 'a long secret', password2: 'a long secret' }
const filled: SchoolContext = { ...schoolStart().context, ...school, ...contact, ...passwords }

function after(state: SchoolState, event: SchoolEvent, context: Partial<SchoolContext> = {}) {
  const start = { state, context: { ...filled, ...context }, entry: 5 }
  const next = transition(schoolMachine, start, event)
  return { ...next, isIgnored: next === start, isEntered: next.entry !== start.entry }
}

const submitted = {
  school: { type: 'schoolSubmitted', ...school },
  contact: { type: 'contactSubmitted', ...contact },
  password: { type: 'passwordSubmitted', ...passwords },
  proof: { type: 'proofSubmitted', password: 'the old one' },
  otp: { type: 'otpSubmitted', otp: '123456' },
} as const satisfies Record<string, SchoolEvent>
const shown = (step: Step): SchoolEvent => ({ type: 'stepShown', step })
const known = { knownEmail: contact.email }

const moves: [SchoolState, SchoolEvent, SchoolState, Partial<SchoolContext>?][] = [
  ['school', submitted.school, 'contact'],
  ['school', { type: 'signedIn' }, 'handingOver'],
  ['school', shown('password'), 'password'],
  ['school', shown('account'), 'account', known],
  ['school', shown('account'), 'password', { knownEmail: 'other@example.com' }],
  ['contact', submitted.contact, 'password'],
  ['contact', { type: 'back' }, 'school'],
  ['contact', shown('school'), 'school'],
  ['password', submitted.password, 'signingUp'],
  ['password', { type: 'back' }, 'contact'],
  ['signingUp', { type: 'signedIn' }, 'handingOver'],
  ['signingUp', { type: 'accountFound' }, 'account'],
  ['signingUp', { type: 'refused', failure }, 'password'],
  ['signingUp', { type: 'retried' }, 'signingUp'],
  ['signingUp', shown('contact'), 'contact'],
  ['account', submitted.proof, 'proving'],
  ['account', { type: 'codeRequested' }, 'sendingCode'],
  ['account', { type: 'changed' }, 'contact'],
  ['account', shown('password'), 'password'],
  ['sendingCode', { type: 'codeSent', challenge }, 'code'],
  ['sendingCode', { type: 'sendRefused', failure, challenge: null }, 'unsent'],
  ['sendingCode', { type: 'sendRefused', failure, challenge }, 'code'],
  ['sendingCode', { type: 'sendRefused', failure, challenge: null }, 'code', { challenge }],
  ['sendingCode', { type: 'passwordChosen' }, 'account'],
  ['sendingCode', { type: 'changed' }, 'contact'],
  ['sendingCode', { type: 'retried' }, 'sendingCode'],
  ['sendingCode', shown('password'), 'password'],
  ['unsent', { type: 'codeRequested' }, 'sendingCode'],
  ['unsent', { type: 'passwordChosen' }, 'account'],
  ['unsent', { type: 'changed' }, 'contact'],
  ['code', submitted.otp, 'proving'],
  ['code', { type: 'codeRequested' }, 'sendingCode'],
  ['code', { type: 'passwordChosen' }, 'account'],
  ['code', { type: 'changed' }, 'contact'],
  ['code', shown('password'), 'password'],
  ['proving', { type: 'signedIn' }, 'handingOver'],
  ['proving', { type: 'refused', failure }, 'account', { password: 'the old one' }],
  ['proving', { type: 'refused', failure }, 'code', { otp: '123456' }],
  ['proving', { type: 'retried' }, 'proving'],
  ['proving', { type: 'changed' }, 'contact'],
  ['handingOver', { type: 'signedOut' }, 'school'],
  ['handingOver', { type: 'stopped', outcome }, 'stopped'],
  ['handingOver', { type: 'retried' }, 'handingOver'],
  ['stopped', { type: 'retried' }, 'handingOver'],
]

for (const [index, [from, event, to, context]] of moves.entries()) {
  const step = 'step' in event ? ` ${event.step}` : ''
  test(`row ${index + 1}: the school sign-up machine goes from ${from} on ${event.type}${step} to ${to}`, () => {
    const { state, isEntered } = after(from, event, context)
    assert.equal(state, to)
    assert.ok(isEntered)
  })
}

test('the school sign-up machine ignores every event that its table does not list', () => {
  const rows = new Set(moves.map(([from, event]) => `${from} ${event.type}`))
  const others = ['back', 'signedIn', 'retried', 'accountFound', 'codeRequested', 'passwordChosen', 'changed']
  const events: SchoolEvent[] = [
    ...Object.values(submitted),
    ...others.map((type) => ({ type }) as SchoolEvent),
    { type: 'codeSent', challenge },
  ]
  for (const state of Object.keys(schoolMachine) as SchoolState[]) {
    for (const event of events) {
      if (!rows.has(`${state} ${event.type}`))
        assert.ok(after(state, event).isIgnored, `${state} ${event.type}`)
    }
  }
})

test('another country forgets the state, and the same one keeps it', () => {
  const typed = (countryId: string) => after('school', { type: 'typed', values: { countryId } })
  assert.deepEqual([typed('c2').context.countryId, typed('c2').context.stateId], ['c2', ''])
  assert.equal(typed('c1').context.stateId, 's1')
  assert.ok(!typed('c2').isEntered)
})

test('a reload restores the last step of school sign-up that the draft allows', () => {
  const empty = schoolStart().context
  const restored = (step: Step, draft: Partial<SchoolContext>) =>
    transition(schoolMachine, schoolStart(), { type: 'restored', draft, step }).state
  assert.equal(restored('account', { ...school, ...contact, ...known }), 'account')
  assert.equal(restored('account', { ...school, ...contact }), 'password')
  assert.equal(restored('password', { ...school, ...contact }), 'password')
  assert.equal(restored('password', school), 'contact')
  assert.equal(restored('password', { ...school, ...contact, countryId: '' }), 'school')
  assert.equal(restored('contact', { schoolName: 'Hillview' }), 'school')
  assert.equal(restored('school', empty), 'school')
})

const refusals: [string, Step][] = [
  ['schoolName', 'school'],
  ['schoolType', 'school'],
  ['countryId', 'school'],
  ['stateId', 'school'],
  ['firstName', 'contact'],
  ['lastName', 'contact'],
  ['email', 'contact'],
  ['password1', 'password'],
  ['password2', 'password'],
  ['invalidCaptcha', 'password'],
]

for (const [field, step] of refusals) {
  test(`a field error of ${field} leads to the step ${step} of school sign-up (product 4)`, () => {
    const refusal = fieldFailure({ [field]: ['No'] })
    const { state, context } = after('signingUp', { type: 'refused', failure: refusal })
    assert.equal(state, step)
    assert.equal(context.isSentBack, step !== 'password')
    assert.equal(failureOn(step, context.failure), refusal)
    assert.deepEqual({ ...context, failure: null, isSentBack: false }, filled, 'keeps everything typed')
  })
}

test('a refusal of the proof stays with the proof, and one of another field leads to its step', () => {
  const wrong = fieldFailure({ password: ['That password isn’t right.'] })
  const stayed = after('proving', { type: 'refused', failure: wrong }, { password: 'the old one' })
  assert.equal(stayed.state, 'account')
  assert.equal(stayed.context.password, '', 'holds the password during the request alone')
  assert.equal(failureOn('account', stayed.context.failure), wrong)
  assert.equal(failureOn('account', failure), failure)
  const moved = fieldFailure({ stateId: ['Choose a state'] })
  const led = after('proving', { type: 'refused', failure: moved }, { otp: '123456' })
  assert.deepEqual([led.state, led.context.isSentBack], ['school', true])
  assert.equal(failureOn('school', led.context.failure), moved)
  assert.equal(failureOn('account', led.context.failure), null)
})

test('an email with an account is kept with the draft, and no step but its own shows the failure', () => {
  const { context } = after('signingUp', { type: 'accountFound' }, { email: ' meera@example.com ' })
  assert.equal(context.knownEmail, 'meera@example.com')
  for (const step of steps) assert.equal(failureOn(step, context.failure), null)
})

test('a session forgets all passwords, the code and its challenge', () => {
  const { context } = after('proving', { type: 'signedIn' }, { otp: '123456', challenge })
  const { password1, password2, password, otp } = context
  assert.deepEqual([password1, password2, password, otp, context.challenge], ['', '', '', '', null])
})
