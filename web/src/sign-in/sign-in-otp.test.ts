import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldFailure } from '../api/browser-failure.ts'
import { networkFailure } from '../api/failure.ts'
import { transition } from '../flow/machine/step-machine.ts'
import type { Challenge } from '../flow/otp/challenge.ts'
import {
  type SignInContext,
  type SignInEvent,
  type SignInState,
  signInMachine,
  signInStart,
} from './sign-in-machine.ts'

const failure = networkFailure()
const challenge: Challenge = { token: 'ot_1', resendAtMs: 1_000, isNew: true }
const later: Challenge = { token: 'ot_2', resendAtMs: 2_000, isNew: false }

const submitted: SignInEvent = { type: 'submitted', identifier: 'omar@example.com' }
const asked: SignInEvent = { type: 'codeRequested' }
const sent: SignInEvent = { type: 'codeSent', challenge }
const typed: SignInEvent = { type: 'otpSubmitted', otp: '123456' }
const toPassword: SignInEvent = { type: 'passwordChosen' }
const atHand: SignInEvent = { type: 'codeAtHand' }
const refused = { type: 'refused', failure } as const
const sendRefused = { type: 'sendRefused', failure, challenge: null } as const
const tooMany: SignInEvent = {
  ...sendRefused,
  failure: { ...failure, errors: { code: 'too-many-attempts' } },
}

function found(hasPassword = false, prefersCode = false): SignInEvent {
  const uuid = '11111111-1111-4111-8111-111111111111'
  const contact = { phoneNumber: null, email: 'omar@example.com', fullName: 'Omar Pinto' }
  return {
    type: 'found',
    identifier: 'omar@example.com',
    details: { ...contact, hasPassword, uuid, profile: { picture: null } },
    prefersCode,
  }
}

test('sends a code without a click to a user without a password', () => {
  const { state, context } = run(signInStart('identifier'), submitted, found())
  assert.equal(state, 'sendingCode')
  assert.equal(context.person?.hasPassword, false)
})

test('goes on to a code if the last sign-in of the person was by code', () => {
  const start = signInStart('identifier')
  assert.equal(run(start, submitted, found(true, true)).state, 'sendingCode')
  assert.equal(run(start, submitted, found(true)).state, 'account')
})

test("'Not you? Change' keeps what the user typed, and clears a person that the browser offered", () => {
  const step = run(signInStart('identifier'), submitted, found(true))
  assert.equal(run(step, { type: 'changed' }).context.identifier, 'omar@example.com')
  const cleared = run(step, { type: 'changed' }, { type: 'prefilled', identifier: '' })
  assert.equal(cleared.context.identifier, '')
})

test('leads from the code to the password only if the user has one', () => {
  const events: SignInEvent[] = [sent, toPassword]
  const without = run(signInStart('identifier'), submitted, found(), ...events)
  assert.equal(without.state, 'code')
  const withOne = run(signInStart('identifier'), submitted, found(true), asked, ...events)
  assert.equal(withOne.state, 'account')
  assert.deepEqual(withOne.context.challenge, challenge)
})

test('offers to send a code again after a failure, and to type one that was sent before', () => {
  const sending = run(signInStart('identifier'), submitted, found())
  assert.equal(run(sending, sendRefused).state, 'unsent')
  assert.equal(run(sending, sent, asked, sendRefused).state, 'code')
})

test('shows no error for a code requested too soon and waits for the one sent before', () => {
  const sending = run(signInStart('identifier'), submitted, found())
  const { state, context } = run(sending, { ...sendRefused, challenge: later })
  assert.deepEqual([state, context.challenge, context.failure], ['code', later, null])
})

test('enters tooManyCodes after too many requests, from where the last code can be typed', () => {
  const sending = run(signInStart('identifier'), submitted, found())
  const stopped = run(sending, tooMany)
  assert.equal(stopped.state, 'tooManyCodes')
  assert.equal(run(stopped, atHand).state, 'tooManyCodes')
  const before = run(sending, sent, asked)
  const withCode = run(before, tooMany, atHand)
  assert.deepEqual([withCode.state, withCode.context.challenge], ['code', challenge])
})

for (const field of ['userId', 'countryCode']) {
  test(`leads back to the identifier on a field error of ${field}, from sending and from verifying`, () => {
    const refusal = fieldFailure({ [field]: ['Not there'] })
    const sending = run(signInStart('identifier'), submitted, found())
    const verifying = run(sending, sent, typed)
    const both = [
      run(sending, { ...sendRefused, failure: refusal }),
      run(verifying, { ...refused, failure: refusal }),
    ]
    for (const { state, context } of both) {
      assert.deepEqual([state, context.failure, context.challenge], ['identifier', refusal, null])
    }
  })
}

test('keeps the challenge that a refusal of a code names', () => {
  const after = run(signInStart('identifier'), submitted, found(), sent, typed, {
    ...refused,
    challenge: later,
  })
  assert.deepEqual([after.state, after.context.challenge, after.context.otp], ['code', later, ''])
})

function run(start: ReturnType<typeof signInStart>, ...all: SignInEvent[]) {
  return all.reduce(
    (now, event) => transition<SignInState, SignInEvent, SignInContext, string>(signInMachine, now, event),
    start,
  )
}
