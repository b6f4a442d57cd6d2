import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldFailure } from '../api/browser-failure.ts'
import { type Failure, networkFailure } from '../api/failure.ts'
import { transition } from '../flow/machine/step-machine.ts'
import type { Challenge } from '../flow/otp/challenge.ts'
import type { Outcome } from '../session/handover.ts'
import {
  type SignInContext,
  type SignInEvent,
  type SignInState,
  signInMachine,
  signInStart,
} from './sign-in-machine.ts'

const uuid = '11111111-1111-4111-8111-111111111111'
const person = { uuid, fullName: 'Asha Rao', picture: null, hasPassword: true }
const details = {
  hasPassword: true,
  phoneNumber: null,
  email: 'asha@example.com',
  uuid,
  fullName: 'Asha Rao',
  profile: { picture: null },
}
const failure: Failure = networkFailure()
const outcome: Outcome = { kind: 'failed', failure }
const old = fieldFailure({ password: ['Old'] })
const challenge: Challenge = { token: 'ot_old', resendAtMs: 1_000, isNew: false }
const newChallenge: Challenge = { token: 'ot_new', resendAtMs: 2_000, isNew: true }

const events: { [T in SignInEvent['type']]: Extract<SignInEvent, { type: T }> } = {
  prefilled: { type: 'prefilled', identifier: 'filled@example.com' },
  submitted: { type: 'submitted', identifier: 'new@example.com' },
  continued: { type: 'continued', account: uuid, addPlatform: true },
  knownSubmitted: { type: 'knownSubmitted', identifier: 'known@example.com', person, password: 'typed' },
  found: {
    type: 'found',
    identifier: '+91 98765 43210',
    details,
    prefersCode: false,
  },
  failed: { type: 'failed', failure },
  restored: { type: 'restored', identifier: 'kept@example.com', person },
  otpRestored: {
    type: 'otpRestored',
    identifier: 'kept@example.com',
    person,
    challenge: newChallenge,
  },
  proofSubmitted: { type: 'proofSubmitted', password: 'typed' },
  codeRequested: { type: 'codeRequested' },
  codeSent: { type: 'codeSent', challenge: newChallenge },
  sendRefused: { type: 'sendRefused', failure, challenge: null },
  otpSubmitted: { type: 'otpSubmitted', otp: '123456' },
  passwordChosen: { type: 'passwordChosen' },
  codeAtHand: { type: 'codeAtHand' },
  credentialsSubmitted: { type: 'credentialsSubmitted', identifier: 'new@example.com', password: 'typed' },
  elsewhereChosen: { type: 'elsewhereChosen', identifier: 'new@example.com' },
  changed: { type: 'changed' },
  back: { type: 'back' },
  signedIn: { type: 'signedIn' },
  refused: { type: 'refused', failure },
  signedOut: { type: 'signedOut' },
  stopped: { type: 'stopped', outcome },
  retried: { type: 'retried' },
  passkeyRefused: { type: 'passkeyRefused', failure },
}

/** Every field has a value, so that the test shows which fields each rule changes. */
const context: SignInContext = {
  first: 'identifier',
  identifier: 'old@example.com',
  wantsCode: true,
  account: 'old',
  addPlatform: false,
  isKnown: true,
  person,
  password: 'secret',
  otp: '000000',
  challenge,
  failure: old,
  outcome: null,
}

type Expected = [SignInState, Partial<SignInContext>]
const cleared = { person: null, isKnown: false, password: '', otp: '', challenge: null }
const gone = { ...cleared, failure: null }
const handed = { password: '', otp: '', challenge: null }
const taken: Expected = ['handingOver', { ...handed, failure: null }]
const untyped = { password: '', otp: '' }
/** The expected results in every state of the proof. */
const leavingProof: { [T in SignInEvent['type']]?: Expected } = {
  passwordChosen: ['account', { ...untyped, failure: null }],
  changed: ['identifier', gone],
  back: ['identifier', gone],
  signedIn: taken,
}

/** The expected result of each state and event. The machine ignores unlisted pairs. */
const table: Record<SignInState, { [T in SignInEvent['type']]?: Expected }> = {
  identifier: {
    prefilled: ['identifier', { identifier: 'filled@example.com' }],
    submitted: ['lookingUp', { identifier: 'new@example.com', wantsCode: false, failure: null }],
    continued: ['continuing', { account: uuid, addPlatform: true, failure: null }],
    knownSubmitted: [
      'proving',
      { identifier: 'known@example.com', person, password: 'typed', failure: null },
    ],
    otpRestored: [
      'code',
      { identifier: 'kept@example.com', person, challenge: newChallenge, ...untyped, failure: null },
    ],
    restored: ['account', { identifier: 'kept@example.com', person, ...untyped, failure: null }],
    elsewhereChosen: [
      'elsewhere',
      { identifier: 'new@example.com', first: 'elsewhere', password: '', failure: null },
    ],
    signedIn: taken,
    passkeyRefused: ['identifier', { failure }],
  },
  lookingUp: {
    found: ['account', { identifier: '+91 98765 43210', person, ...untyped }],
    failed: ['identifier', { ...cleared, failure }],
    retried: ['lookingUp', {}],
    back: ['identifier', cleared],
    signedIn: taken,
    passkeyRefused: ['lookingUp', { failure }],
  },
  continuing: {
    failed: ['identifier', { ...cleared, failure }],
    submitted: ['lookingUp', { identifier: 'new@example.com', wantsCode: false }],
    retried: ['continuing', {}],
    back: ['identifier', cleared],
    signedIn: taken,
    passkeyRefused: ['continuing', { failure }],
  },
  credentials: {
    continued: ['continuing', { account: uuid, addPlatform: true, failure: null }],
    prefilled: ['credentials', { identifier: 'filled@example.com' }],
    credentialsSubmitted: ['proving', { identifier: 'new@example.com', password: 'typed', failure: null }],
    signedIn: taken,
    passkeyRefused: ['credentials', { failure }],
  },
  elsewhere: {
    back: ['identifier', gone],
    credentialsSubmitted: ['proving', { identifier: 'new@example.com', password: 'typed', failure: null }],
    signedIn: taken,
    passkeyRefused: ['elsewhere', { failure }],
  },
  account: {
    ...leavingProof,
    passkeyRefused: ['account', { failure }],
    proofSubmitted: ['proving', { password: 'typed', failure: null }],
    codeRequested: ['sendingCode', { failure: null }],
  },
  unsent: {
    ...leavingProof,
    passkeyRefused: ['unsent', { failure }],
    codeRequested: ['sendingCode', { failure: null }],
  },
  sendingCode: {
    ...leavingProof,
    passkeyRefused: ['sendingCode', { failure }],
    codeSent: ['code', { challenge: newChallenge, ...untyped }],
    sendRefused: ['code', { failure, ...untyped }],
    retried: ['sendingCode', {}],
  },
  code: {
    ...leavingProof,
    passkeyRefused: ['code', { failure }],
    otpSubmitted: ['proving', { otp: '123456', failure: null }],
    codeRequested: ['sendingCode', { failure: null }],
  },
  proving: {
    ...leavingProof,
    passkeyRefused: ['proving', { failure }],
    refused: ['code', { failure, isKnown: false, ...untyped }],
    retried: ['proving', {}],
  },
  tooManyCodes: {
    ...leavingProof,
    passkeyRefused: ['tooManyCodes', { failure }],
    codeRequested: ['sendingCode', { failure: null }],
    codeAtHand: ['code', { ...untyped, failure: null }],
  },
  handingOver: {
    retried: ['handingOver', handed],
    signedOut: ['identifier', { ...cleared, outcome: null }],
    stopped: ['stopped', { outcome }],
  },
  stopped: {
    retried: ['handingOver', handed],
  },
}

for (const state of Object.keys(table) as SignInState[]) {
  for (const event of Object.values(events)) {
    const expected = table[state][event.type]
    test(`moves from ${state} on ${event.type} to ${expected?.[0] ?? 'no other state'}`, () => {
      const before = { state, context, entry: 1 }
      const after = transition<SignInState, SignInEvent, SignInContext, string>(signInMachine, before, event)
      if (!expected) assert.equal(after, before)
      else {
        assert.equal(after.state, expected[0])
        assert.deepEqual(after.context, { ...context, ...expected[1] })
        assert.equal(after.entry, ['prefilled', 'passkeyRefused'].includes(event.type) ? 1 : 2)
      }
    })
  }
}

test('runs the effect of each state on entry', () => {
  const effects = Object.fromEntries(
    Object.entries(signInMachine).map(([state, row]) => [state, row.effect ?? null]),
  )
  assert.deepEqual(effects, {
    identifier: 'showIdentifier',
    lookingUp: 'findUser',
    continuing: 'continueHere',
    credentials: null,
    elsewhere: 'showElsewhere',
    account: 'showAccount',
    unsent: 'showCode',
    sendingCode: 'sendCode',
    code: 'showCode',
    proving: 'prove',
    tooManyCodes: 'showCode',
    handingOver: 'handOver',
    stopped: null,
  })
})

test('leads from the identifier to the password if the user has one', () => {
  const { state, context } = run(signInStart('identifier'), events.submitted, events.found)
  assert.equal(state, 'account')
  assert.deepEqual(context.person, person)
})

test('shows the step of the password after a wrong one in the form of a known person', () => {
  const { state, context } = run(signInStart('identifier'), events.knownSubmitted, events.refused)
  assert.deepEqual(
    [state, context.person, context.isKnown, context.password, context.failure],
    ['account', person, false, '', failure],
  )
})

test("keeps the identifier and clears the password on 'Not you? Change'", () => {
  const { state, context } = run(
    signInStart('identifier'),
    events.submitted,
    events.found,
    events.proofSubmitted,
    events.refused,
    events.changed,
  )
  assert.deepEqual(
    [state, context.identifier, context.password, context.person, context.failure],
    ['identifier', '+91 98765 43210', '', null, null],
  )
})

test('returns to the form of email and password after a wrong one and keeps the email', () => {
  const { state, context } = run(signInStart('email-password'), events.credentialsSubmitted, events.refused)
  assert.deepEqual(
    [state, context.identifier, context.password, context.failure],
    ['credentials', 'new@example.com', '', failure],
  )
})

test('returns to the form of email and password when the session is lost', () => {
  const { state } = run(
    signInStart('email-password'),
    events.credentialsSubmitted,
    events.signedIn,
    events.signedOut,
  )
  assert.equal(state, 'credentials')
})

function run(start: ReturnType<typeof signInStart>, ...all: SignInEvent[]) {
  return all.reduce(
    (now, event) => transition<SignInState, SignInEvent, SignInContext, string>(signInMachine, now, event),
    start,
  )
}
