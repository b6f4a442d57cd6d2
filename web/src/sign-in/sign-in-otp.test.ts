import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkFailure } from '../api/failure.ts'
import { fieldFailure } from '../api/own-failure.ts'
import { transition } from '../flow/machine/step-machine.ts'
import {
  type Challenge,
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
const sent: SignInEvent = { type: 'otpSent', challenge }
const typed: SignInEvent = { type: 'otpSubmitted', otp: '123456' }
const toPassword: SignInEvent = { type: 'passwordChosen' }
const atHand: SignInEvent = { type: 'codeAtHand' }
const refused = { type: 'refused', failure } as const
const sendRefused = { type: 'sendRefused', failure, challenge: null, isLongWait: false } as const

function found(isUnattended: boolean, hasPassword = false): SignInEvent {
  const uuid = '11111111-1111-4111-8111-111111111111'
  const contact = { phoneNumber: null, email: 'omar@example.com', fullName: 'Omar Pinto' }
  return {
    type: 'found',
    details: { ...contact, hasPassword, uuid, profile: { picture: null } },
    isUnattended,
  }
}

test('identifier -> otp, with a code sent by itself, if the user has no password', () => {
  const { state, context } = run(signInStart('identifier'), submitted, found(false))
  assert.equal(state, 'sending')
  assert.equal(context.person?.hasPassword, false)
})

test('a link alone sends no code: somebody who touched nothing yet is asked first', () => {
  const arrived = run(signInStart('identifier'), submitted, found(true))
  assert.equal(arrived.state, 'unsent')
  assert.equal(run(arrived, asked).state, 'sending')
})

test('otp -> password only if the user has a password', () => {
  const way: SignInEvent[] = [sent, toPassword]
  const without = run(signInStart('identifier'), submitted, found(false), ...way)
  assert.equal(without.state, 'otp')
  const withOne = run(signInStart('identifier'), submitted, found(false, true), asked, ...way)
  assert.equal(withOne.state, 'password')
  assert.deepEqual(withOne.context.challenge, challenge)
})

test('a code that was not sent can be asked for again, one that was sent can still be typed', () => {
  const sending = run(signInStart('identifier'), submitted, found(false))
  assert.equal(run(sending, sendRefused).state, 'unsent')
  assert.equal(run(sending, sent, asked, sendRefused).state, 'otp')
})

test('asked for too soon, the code on its way is the one to type, without a word of complaint', () => {
  const sending = run(signInStart('identifier'), submitted, found(false))
  const { state, context } = run(sending, { ...sendRefused, challenge: later })
  assert.deepEqual([state, context.challenge, context.failure], ['otp', later, null])
})

test('too many codes is a state of its own, from where a code at hand can be typed', () => {
  const sending = run(signInStart('identifier'), submitted, found(false))
  const tooMany = run(sending, { ...sendRefused, isLongWait: true })
  assert.equal(tooMany.state, 'tooManyCodes')
  assert.equal(run(tooMany, atHand).state, 'tooManyCodes')
  const before = run(sending, sent, asked)
  const withCode = run(before, { ...sendRefused, isLongWait: true }, atHand)
  assert.deepEqual([withCode.state, withCode.context.challenge], ['otp', challenge])
})

for (const field of ['userId', 'countryCode']) {
  test(`a field error of ${field} leads back to the identifier, whatever was asked`, () => {
    const refusal = fieldFailure({ [field]: ['Not there'] })
    const sending = run(signInStart('identifier'), submitted, found(false))
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

test('what a refused code tells of its challenge is kept', () => {
  const after = run(signInStart('identifier'), submitted, found(false), sent, typed, {
    ...refused,
    challenge: later,
  })
  assert.deepEqual([after.state, after.context.challenge, after.context.otp], ['otp', later, ''])
})

function run(start: ReturnType<typeof signInStart>, ...all: SignInEvent[]) {
  return all.reduce(
    (now, event) => transition<SignInState, SignInEvent, SignInContext, string>(signInMachine, now, event),
    start,
  )
}
