import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldFailure } from '../api/browser-failure.ts'
import { type Failure, networkFailure } from '../api/failure.ts'
import { transition } from '../flow/machine/step-machine.ts'
import type { Challenge } from '../flow/otp/challenge.ts'
import type { Outcome } from '../session/handover.ts'
import {
  failureOn,
  type SignUpContext,
  type SignUpEvent,
  type SignUpState,
  signUpMachine,
  signUpStart,
  type steps,
} from './sign-up-machine.ts'

const failure: Failure = networkFailure()
const challenge: Challenge = { token: 'ot_1', resendAtMs: 0, isNew: true }
const outcome: Outcome = { kind: 'failed', failure }
const draft = { firstName: 'Asha', lastName: 'Rao', email: 'asha@example.com' }
const passwords = { password1: 'a long secret', password2: 'a long secret' }
const filled: SignUpContext = {
  ...draft,
  ...passwords,
  knownEmail: '',
  password: '',
  otp: '',
  challenge: null,
  failure: null,
  isSentBack: false,
  outcome: null,
}

function after(state: SignUpState, event: SignUpEvent, context: Partial<SignUpContext> = {}) {
  const start = { state, context: { ...filled, ...context }, entry: 5 }
  const next = transition(signUpMachine, start, event)
  return { ...next, isIgnored: next === start, isEntered: next.entry !== start.entry }
}

const name: SignUpEvent = { type: 'nameSubmitted', firstName: 'Asha', lastName: '' }
const email: SignUpEvent = { type: 'emailSubmitted', email: 'asha@example.com' }
const password: SignUpEvent = { type: 'passwordSubmitted', ...passwords }
const shown = (step: (typeof steps)[number]): SignUpEvent => ({ type: 'stepShown', step })

const moves: [SignUpState, SignUpEvent, SignUpState][] = [
  ['name', name, 'email'],
  ['name', { type: 'signedIn' }, 'handingOver'],
  ['name', shown('password'), 'password'],
  ['email', email, 'password'],
  ['email', { type: 'signedIn' }, 'handingOver'],
  ['email', { type: 'back' }, 'name'],
  ['email', shown('name'), 'name'],
  ['email', shown('password'), 'password'],
  ['password', password, 'signingUp'],
  ['password', { type: 'signedIn' }, 'handingOver'],
  ['password', { type: 'back' }, 'email'],
  ['password', shown('email'), 'email'],
  ['signingUp', { type: 'signedIn' }, 'handingOver'],
  ['signingUp', { type: 'refused', failure }, 'password'],
  ['signingUp', { type: 'retried' }, 'signingUp'],
  ['signingUp', shown('email'), 'email'],
  ['signingUp', { type: 'accountFound' }, 'account'],
  ['account', { type: 'proofSubmitted', password: 'old secret' }, 'proving'],
  ['account', { type: 'codeRequested' }, 'sendingCode'],
  ['account', { type: 'changed' }, 'email'],
  ['account', shown('email'), 'email'],
  ['account', { type: 'signedIn' }, 'handingOver'],
  ['unsent', { type: 'codeRequested' }, 'sendingCode'],
  ['unsent', { type: 'passwordChosen' }, 'account'],
  ['unsent', { type: 'changed' }, 'email'],
  ['unsent', shown('email'), 'email'],
  ['unsent', { type: 'signedIn' }, 'handingOver'],
  ['sendingCode', { type: 'codeSent', challenge }, 'code'],
  ['sendingCode', { type: 'sendRefused', failure, challenge: null }, 'unsent'],
  ['sendingCode', { type: 'passwordChosen' }, 'account'],
  ['sendingCode', { type: 'changed' }, 'email'],
  ['sendingCode', { type: 'retried' }, 'sendingCode'],
  ['sendingCode', shown('email'), 'email'],
  ['sendingCode', { type: 'signedIn' }, 'handingOver'],
  ['code', { type: 'otpSubmitted', otp: '123456' }, 'proving'],
  ['code', { type: 'codeRequested' }, 'sendingCode'],
  ['code', { type: 'passwordChosen' }, 'account'],
  ['code', { type: 'changed' }, 'email'],
  ['code', shown('email'), 'email'],
  ['code', { type: 'signedIn' }, 'handingOver'],
  ['proving', { type: 'signedIn' }, 'handingOver'],
  ['proving', { type: 'refused', failure }, 'account'],
  ['proving', { type: 'changed' }, 'email'],
  ['proving', { type: 'retried' }, 'proving'],
  ['proving', shown('email'), 'email'],
  ['handingOver', { type: 'signedOut' }, 'name'],
  ['handingOver', { type: 'stopped', outcome }, 'stopped'],
  ['handingOver', { type: 'retried' }, 'handingOver'],
  ['stopped', { type: 'retried' }, 'handingOver'],
]

for (const [from, event, to] of moves) {
  const step = 'step' in event ? ` ${event.step}` : ''
  test(`the sign-up machine goes from ${from} on ${event.type}${step} to ${to}`, () => {
    const { state, isEntered } = after(from, event)
    assert.equal(state, to)
    assert.ok(isEntered)
  })
}

test('the sign-up machine ignores every event that its table does not list', () => {
  const rows = new Set(moves.map(([from, event]) => `${from} ${event.type}`))
  const events: SignUpEvent[] = [
    name,
    email,
    password,
    { type: 'back' },
    { type: 'signedIn' },
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

test('the sign-up machine starts empty at the name step', () => {
  const { state, context } = signUpStart()
  assert.equal(state, 'name')
  assert.deepEqual(
    [context.firstName, context.lastName, context.email, context.password1, context.failure],
    ['', '', '', '', null],
  )
})

test('the sign-up machine keeps typed text without entering a state', () => {
  for (const step of ['name', 'email', 'password'] as const) {
    const { context, isEntered } = after(step, { type: 'typed', values: { email: 'as' } })
    assert.equal(context.email, 'as')
    assert.ok(!isEntered)
  }
})

test('a reload restores the last sign-up step that the draft allows', () => {
  const empty = { firstName: '', lastName: '', email: '', knownEmail: '' }
  const restored = (step: (typeof steps)[number], kept: Partial<typeof empty>) =>
    after('name', { type: 'restored', draft: { ...empty, ...kept }, step }).state
  assert.equal(restored('password', draft), 'password')
  assert.equal(restored('email', draft), 'email')
  assert.equal(restored('name', draft), 'name')
  assert.equal(restored('account', { ...draft, knownEmail: draft.email }), 'account')
  assert.equal(restored('account', { ...draft, knownEmail: 'former@example.com' }), 'password')
  assert.equal(restored('password', { firstName: 'Asha' }), 'email')
  assert.equal(restored('password', { email: draft.email }), 'name')
  assert.equal(restored('password', {}), 'name')
})

test('Forward leads to no sign-up step behind an empty one', () => {
  assert.equal(after('name', shown('password'), { email: ' ' }).state, 'email')
  // The machine enters the step again, so that the history follows.
  const stayed = after('name', shown('email'), { firstName: '' })
  assert.equal(stayed.state, 'name')
  assert.ok(stayed.isEntered)
  assert.ok(!after('email', shown('email')).isEntered)
})

const refusals: [string, SignUpState][] = [
  ['firstName', 'name'],
  ['lastName', 'name'],
  ['email', 'email'],
  ['password1', 'password'],
  ['password2', 'password'],
  ['invalidCaptcha', 'password'],
]

for (const [field, step] of refusals) {
  test(`a field error of ${field} leads to the sign-up step ${step} (product 4)`, () => {
    const refusal = fieldFailure({ [field]: ['No'] })
    const { state, context } = after('signingUp', { type: 'refused', failure: refusal })
    assert.equal(state, step)
    assert.equal(context.isSentBack, step !== 'password')
    assert.equal(failureOn(step as 'name', context.failure), refusal)
    assert.deepEqual({ ...context, failure: null, isSentBack: false }, filled, 'keeps everything typed')
  })
}

test('the sign-up machine leads through the field errors of several steps in order', () => {
  const refusal = fieldFailure({ email: ['No'], password1: ['Weak'] })
  const first = after('signingUp', { type: 'refused', failure: refusal })
  assert.equal(first.state, 'email')
  assert.equal(failureOn('name', first.context.failure), null)
  const { context } = after('email', email, first.context)
  assert.deepEqual(context.failure?.errors.fieldErrors, { password1: ['Weak'] })
  assert.ok(failureOn('password', context.failure))
  assert.equal(after('password', password, context).context.failure, null)
})

test('a sign-up refusal without a field is shown at the password step and cleared on leaving it', () => {
  assert.equal(failureOn('password', failure), failure)
  assert.equal(failureOn('email', failure), null)
  for (const event of [{ type: 'back' }, shown('name')] as const) {
    assert.equal(after('password', event, { failure }).context.failure, null)
  }
  const taken = fieldFailure({ email: ['Taken'] })
  assert.equal(after('email', { type: 'back' }, { failure: taken }).context.failure, null)
  assert.equal(after('email', email, { failure: taken }).context.failure, null)
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
  assert.equal(failureOn('account', refused.context.failure), wrong)
  const weak = fieldFailure({ password1: ['Weak'] })
  assert.equal(after('proving', { type: 'refused', failure: weak }, { otp: '123456' }).state, 'password')
})
