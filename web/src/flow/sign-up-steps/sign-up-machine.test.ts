import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldFailure } from '../../api/browser-failure.ts'
import { type Failure, networkFailure } from '../../api/failure.ts'
import type { Outcome } from '../../session/handover.ts'
import { transition } from '../machine/step-machine.ts'
import type { Challenge } from '../otp/challenge.ts'
import { personFields, type SignUpStep, schoolFields, steps } from './fields.ts'
import {
  type SignUpContext,
  type SignUpEvent,
  type SignUpState,
  signUpMachine,
  signUpStart,
} from './sign-up-machine.ts'
import { failureOn } from './step-failures.ts'

const failure: Failure = networkFailure()
const challenge: Challenge = { token: 'ot_1', resendAtMs: 0, isNew: true }
const outcome: Outcome = { kind: 'failed', failure }
const draft = { firstName: 'Asha', lastName: 'Rao', email: 'asha@example.com' }
const passwords = { password1: 'a long secret', password2: 'a long secret' }
const school = { schoolName: 'Hillview', schoolType: 'primary', countryId: 'c1', stateId: 's1' }
const filled: SignUpContext = { ...signUpStart(personFields).context, ...draft, ...passwords }
const ofSchool = { ...school, fields: schoolFields }

function after(state: SignUpState, event: SignUpEvent, context: Partial<SignUpContext> = {}) {
  const start = { state, context: { ...filled, ...context }, entry: 5 }
  const next = transition(signUpMachine, start, event)
  return { ...next, isIgnored: next === start, isEntered: next.entry !== start.entry }
}

const submitted: SignUpEvent = { type: 'stepSubmitted', texts: draft }
const password: SignUpEvent = { type: 'passwordSubmitted', ...passwords }
const shown = (step: SignUpStep): SignUpEvent => ({ type: 'stepShown', step })
const known = { knownEmail: draft.email }

const moves: [SignUpState, SignUpEvent, SignUpState, Partial<SignUpContext>?][] = [
  ['applicant', submitted, 'contact'],
  ['applicant', { type: 'signedIn' }, 'handingOver'],
  ['applicant', shown('password'), 'password'],
  ['applicant', shown('account'), 'account', known],
  ['applicant', shown('account'), 'password', { knownEmail: 'other@example.com' }],
  ['contact', submitted, 'password'],
  ['contact', { type: 'signedIn' }, 'handingOver'],
  ['contact', { type: 'back' }, 'applicant'],
  ['contact', shown('applicant'), 'applicant'],
  ['contact', shown('password'), 'password'],
  ['password', password, 'signingUp'],
  ['password', { type: 'signedIn' }, 'handingOver'],
  ['password', { type: 'back' }, 'contact'],
  ['password', shown('contact'), 'contact'],
  ['signingUp', { type: 'signedIn' }, 'handingOver'],
  ['signingUp', { type: 'registered' }, 'registered'],
  ['signingUp', { type: 'refused', failure }, 'password'],
  ['signingUp', { type: 'retried' }, 'signingUp'],
  ['signingUp', shown('contact'), 'contact'],
  ['signingUp', { type: 'accountFound' }, 'account'],
  ['account', { type: 'proofSubmitted', password: 'old secret' }, 'proving'],
  ['account', { type: 'codeRequested' }, 'sendingCode'],
  ['account', { type: 'changed' }, 'contact'],
  ['account', shown('contact'), 'contact'],
  ['account', { type: 'signedIn' }, 'handingOver'],
  ['unsent', { type: 'codeRequested' }, 'sendingCode'],
  ['unsent', { type: 'passwordChosen' }, 'account'],
  ['unsent', { type: 'changed' }, 'contact'],
  ['unsent', shown('contact'), 'contact'],
  ['unsent', { type: 'signedIn' }, 'handingOver'],
  ['sendingCode', { type: 'codeSent', challenge }, 'code'],
  ['sendingCode', { type: 'sendRefused', failure, challenge: null }, 'unsent'],
  ['sendingCode', { type: 'sendRefused', failure, challenge }, 'code'],
  ['sendingCode', { type: 'sendRefused', failure, challenge: null }, 'code', { challenge }],
  ['sendingCode', { type: 'passwordChosen' }, 'account'],
  ['sendingCode', { type: 'changed' }, 'contact'],
  ['sendingCode', { type: 'retried' }, 'sendingCode'],
  ['sendingCode', shown('contact'), 'contact'],
  ['sendingCode', { type: 'signedIn' }, 'handingOver'],
  ['code', { type: 'otpSubmitted', otp: '123456' }, 'proving'],
  ['code', { type: 'codeRequested' }, 'sendingCode'],
  ['code', { type: 'passwordChosen' }, 'account'],
  ['code', { type: 'changed' }, 'contact'],
  ['code', shown('contact'), 'contact'],
  ['code', { type: 'signedIn' }, 'handingOver'],
  ['proving', { type: 'signedIn' }, 'handingOver'],
  ['proving', { type: 'registered' }, 'registered'],
  ['proving', { type: 'refused', failure }, 'account'],
  ['proving', { type: 'refused', failure }, 'code', { otp: '123456' }],
  ['proving', { type: 'changed' }, 'contact'],
  ['proving', { type: 'retried' }, 'proving'],
  ['proving', shown('contact'), 'contact'],
  ['registered', { type: 'continued' }, 'handingOver'],
  ['handingOver', { type: 'signedOut' }, 'applicant'],
  ['handingOver', { type: 'stopped', outcome }, 'stopped'],
  ['handingOver', { type: 'retried' }, 'handingOver'],
  ['stopped', { type: 'retried' }, 'handingOver'],
]

for (const [index, [from, event, to, context]] of moves.entries()) {
  const step = 'step' in event ? ` ${event.step}` : ''
  test(`row ${index + 1}: the sign-up machine goes from ${from} on ${event.type}${step} to ${to}`, () => {
    const { state, isEntered } = after(from, event, context)
    assert.equal(state, to)
    assert.ok(isEntered)
  })
}

test('the sign-up machine ignores every event that its table does not list', () => {
  const rows = new Set(moves.map(([from, event]) => `${from} ${event.type}`))
  const events: SignUpEvent[] = [
    submitted,
    password,
    { type: 'back' },
    { type: 'signedIn' },
    { type: 'registered' },
    { type: 'continued' },
    { type: 'retried' },
    { type: 'accountFound' },
    { type: 'changed' },
    { type: 'proofSubmitted', password: 'old secret' },
    { type: 'codeRequested' },
    { type: 'codeSent', challenge },
    { type: 'passwordChosen' },
    { type: 'otpSubmitted', otp: '123456' },
  ]
  for (const state of Object.keys(signUpMachine) as SignUpState[]) {
    for (const event of events) {
      if (!rows.has(`${state} ${event.type}`))
        assert.ok(after(state, event).isIgnored, `${state} ${event.type}`)
    }
  }
})

test('the sign-up machine starts empty at the applicant', () => {
  const { state, context } = signUpStart(personFields)
  assert.equal(state, 'applicant')
  assert.deepEqual(
    [context.firstName, context.lastName, context.email, context.password1, context.failure],
    ['', '', '', '', null],
  )
})

test('the sign-up machine keeps typed text without entering a state', () => {
  for (const step of ['applicant', 'contact', 'password'] as const) {
    const { context, isEntered } = after(step, { type: 'typed', values: { email: 'as' } })
    assert.equal(context.email, 'as')
    assert.ok(!isEntered)
  }
})

test('a reload restores the last sign-up step that the draft allows', () => {
  const empty = { firstName: '', lastName: '', email: '', knownEmail: '' }
  const restored = (step: SignUpStep, kept: Partial<typeof empty>) =>
    after('applicant', { type: 'restored', draft: { ...empty, ...kept }, step }).state
  assert.equal(restored('password', draft), 'password')
  assert.equal(restored('contact', draft), 'contact')
  assert.equal(restored('applicant', draft), 'applicant')
  assert.equal(restored('account', { ...draft, knownEmail: draft.email }), 'account')
  assert.equal(restored('account', { ...draft, knownEmail: 'former@example.com' }), 'password')
  assert.equal(restored('password', { firstName: 'Asha' }), 'contact')
  assert.equal(restored('password', { email: draft.email }), 'applicant')
  assert.equal(restored('password', {}), 'applicant')
})

test('Forward leads to no sign-up step behind an empty one', () => {
  assert.equal(after('applicant', shown('password'), { email: ' ' }).state, 'contact')
  // The machine enters the current step again, so that its effect corrects the history.
  const stayed = after('applicant', shown('contact'), { firstName: '' })
  assert.equal(stayed.state, 'applicant')
  assert.ok(stayed.isEntered)
  assert.ok(!after('contact', shown('contact')).isEntered)
})

const person: [string, SignUpStep][] = [
  ['firstName', 'applicant'],
  ['lastName', 'applicant'],
  ['email', 'contact'],
  ['password1', 'password'],
  ['password2', 'password'],
  ['invalidCaptcha', 'password'],
]
const ofSchoolForm: [string, SignUpStep][] = [
  ['schoolName', 'applicant'],
  ['schoolType', 'applicant'],
  ['countryId', 'applicant'],
  ['stateId', 'applicant'],
  ['firstName', 'contact'],
  ['lastName', 'contact'],
  ['email', 'contact'],
  ['password1', 'password'],
]
const refusals = [
  { form: 'sign-up', given: {}, rows: person },
  { form: 'school sign-up', given: ofSchool, rows: ofSchoolForm },
]

for (const { form, given, rows } of refusals) {
  for (const [field, step] of rows) {
    test(`a field error of ${field} leads to the step ${step} of ${form} (product 4)`, () => {
      const refusal = fieldFailure({ [field]: ['No'] })
      const { state, context } = after('signingUp', { type: 'refused', failure: refusal }, given)
      assert.equal(state, step)
      assert.equal(context.isSentBack, step !== 'password')
      assert.equal(failureOn(context.fields, step, context.failure), refusal)
      const typed = { ...context, failure: null, isSentBack: false }
      assert.deepEqual(typed, { ...filled, ...given }, 'keeps everything typed')
    })
  }
}

test('the sign-up machine leads through the field errors of several steps in order', () => {
  const refusal = fieldFailure({ email: ['No'], password1: ['Weak'] })
  const first = after('signingUp', { type: 'refused', failure: refusal })
  assert.equal(first.state, 'contact')
  assert.equal(failureOn(personFields, 'applicant', first.context.failure), null)
  const { context } = after('contact', submitted, first.context)
  assert.deepEqual(context.failure?.errors.fieldErrors, { password1: ['Weak'] })
  assert.ok(failureOn(personFields, 'password', context.failure))
  assert.equal(after('password', password, context).context.failure, null)
})

test('a sign-up refusal without a field is shown at the password step and cleared on leaving it', () => {
  assert.equal(failureOn(personFields, 'password', failure), failure)
  assert.equal(failureOn(personFields, 'contact', failure), null)
  for (const event of [{ type: 'back' }, shown('applicant')] as const) {
    assert.equal(after('password', event, { failure }).context.failure, null)
  }
  const taken = fieldFailure({ email: ['Taken'] })
  assert.equal(after('contact', { type: 'back' }, { failure: taken }).context.failure, null)
  assert.equal(after('contact', submitted, { failure: taken }).context.failure, null)
})

test('the sign-up machine keeps the passwords until the account exists', () => {
  assert.equal(after('password', { type: 'back' }).context.password1, passwords.password1)
  const { context } = after('signingUp', { type: 'signedIn' })
  assert.deepEqual([context.password1, context.password2], ['', ''])
})

test('a wrong proof stays with the proof that was tried, and another fault leads to its step', () => {
  const wrong = fieldFailure({ otp: ['Wrong'] })
  const refused = after('proving', { type: 'refused', failure: wrong, challenge }, { otp: '123456' })
  assert.deepEqual([refused.state, refused.context.challenge], ['code', challenge])
  assert.equal(failureOn(personFields, 'account', refused.context.failure), wrong)
  const weak = fieldFailure({ password1: ['Weak'] })
  assert.equal(after('proving', { type: 'refused', failure: weak }, { otp: '123456' }).state, 'password')
})

test('another country forgets the state, and the same one keeps it', () => {
  const typed = (countryId: string) => after('applicant', { type: 'typed', values: { countryId } }, ofSchool)
  assert.deepEqual([typed('c2').context.countryId, typed('c2').context.stateId], ['c2', ''])
  assert.equal(typed('c1').context.stateId, 's1')
  assert.ok(!typed('c2').isEntered)
})

test('a reload restores the last step of school sign-up that the draft allows', () => {
  const start = signUpStart(schoolFields)
  const restored = (step: SignUpStep, kept: Partial<SignUpContext>) =>
    transition(signUpMachine, start, { type: 'restored', draft: kept, step }).state
  assert.equal(restored('account', { ...school, ...draft, ...known }), 'account')
  assert.equal(restored('account', { ...school, ...draft }), 'password')
  assert.equal(restored('password', school), 'contact')
  assert.equal(restored('password', { ...school, ...draft, countryId: '' }), 'applicant')
  assert.equal(restored('contact', { schoolName: 'Hillview' }), 'applicant')
})

test('a refusal of the proof stays with the proof, and one of another field leads to its step', () => {
  const wrong = fieldFailure({ password: ['That password isn’t right.'] })
  const stayed = after(
    'proving',
    { type: 'refused', failure: wrong },
    { ...ofSchool, password: 'the old one' },
  )
  assert.equal(stayed.state, 'account')
  assert.equal(stayed.context.password, '', 'holds the password only during the request')
  assert.equal(failureOn(schoolFields, 'account', stayed.context.failure), wrong)
  assert.equal(failureOn(schoolFields, 'account', failure), failure)
  const moved = fieldFailure({ stateId: ['Choose a state'] })
  const led = after('proving', { type: 'refused', failure: moved }, { ...ofSchool, otp: '123456' })
  assert.deepEqual([led.state, led.context.isSentBack], ['applicant', true])
  assert.equal(failureOn(schoolFields, 'applicant', led.context.failure), moved)
  assert.equal(failureOn(schoolFields, 'account', led.context.failure), null)
})

test('an email with an account is kept with the draft, and no step but its own shows the failure', () => {
  const { context } = after('signingUp', { type: 'accountFound' }, { email: ' meera@example.com ' })
  assert.equal(context.knownEmail, 'meera@example.com')
  for (const step of steps) assert.equal(failureOn(personFields, step, context.failure), null)
})

test('a session forgets all passwords, the code and its challenge', () => {
  const { context } = after('proving', { type: 'signedIn' }, { otp: '123456', challenge })
  const { password1, password2, password: old, otp } = context
  assert.deepEqual([password1, password2, old, otp, context.challenge], ['', '', '', '', null])
})
