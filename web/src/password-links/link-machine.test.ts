import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkFailure } from '../api/failure.ts'
import { transition } from '../flow/machine/step-machine.ts'
import type { Outcome } from '../session/handover.ts'
import type { PasswordLink } from './link-in-address.ts'
import { type LinkContext, type LinkEvent, type LinkState, linkMachine, linkStart } from './link-machine.ts'

const failure = networkFailure()
const link: PasswordLink = { purpose: 'reset', uuid: 'u', token: 'rs_1', timestamp: '17' }
const owner = {
  email: 'a•••@example.com',
  phoneNumber: null,
  product: 'learning',
  platform: 'student',
} as const
const signInWith = { email: 'asha@example.com', phoneNumber: null }
const outcome: Outcome = { kind: 'failed', failure }
const twice = { password1: 'correct horse', password2: 'correct horse' }
const account = 'a•••@example.com'

const events: { [T in LinkEvent['type']]: Extract<LinkEvent, { type: T }> } = {
  arrived: { type: 'arrived', link },
  sentBefore: { type: 'sentBefore', link, account, resendAtMs: 3_000 },
  found: { type: 'found', owner },
  linkRefused: { type: 'linkRefused', deadReason: 'used', account },
  failed: { type: 'failed', failure },
  submitted: { type: 'submitted', ...twice },
  saved: { type: 'saved', signInWith },
  signedIn: { type: 'signedIn' },
  refused: { type: 'refused', failure },
  stopped: { type: 'stopped', outcome },
  linkRequested: { type: 'linkRequested' },
  sent: { type: 'sent', resendAtMs: 2_000 },
  retried: { type: 'retried' },
}

/** Every field has a value, so that the test shows which fields each rule changes. */
const context: LinkContext = {
  link: { ...link, token: 'rs_old' },
  owner: { ...owner, email: 'o•••@example.com' },
  password1: 'old password',
  password2: 'old password',
  signInWith: null,
  deadReason: 'expired',
  account: 'o•••@example.com',
  resendAtMs: 1_000,
  isAgain: true,
  failure: networkFailure(),
  outcome: null,
}

type Expected = [LinkState, Partial<LinkContext>]
const noPasswords = { password1: '', password2: '' }
const dead: Expected = ['dead', { ...noPasswords, deadReason: 'used', account, failure: null }]

/** The expected result of each state and event. The machine ignores unlisted pairs. */
const table: Record<LinkState, { [T in LinkEvent['type']]?: Expected }> = {
  checking: {
    arrived: ['checking', { link }],
    sentBefore: ['sent', { link, account, resendAtMs: 3_000 }],
    found: ['form', { ...noPasswords, owner }],
    linkRefused: dead,
    failed: ['unknown', { failure }],
    retried: ['checking', {}],
  },
  unknown: { retried: ['checking', { failure: null }] },
  form: { submitted: ['saving', { ...twice, failure: null }] },
  saving: {
    saved: ['signingIn', { signInWith }],
    signedIn: ['handingOver', noPasswords],
    linkRefused: dead,
    failed: ['form', { ...noPasswords, failure }],
    retried: ['saving', {}],
  },
  signingIn: {
    signedIn: ['handingOver', noPasswords],
    refused: ['form', { ...noPasswords, failure }],
    retried: ['signingIn', {}],
  },
  leaving: { retried: ['leaving', noPasswords] },
  handingOver: { stopped: ['stopped', { outcome }], retried: ['handingOver', noPasswords] },
  stopped: { retried: ['handingOver', noPasswords] },
  dead: { linkRequested: ['sending', { failure: null }] },
  sending: {
    sent: ['sent', { resendAtMs: 2_000, isAgain: false }],
    failed: ['dead', { failure }],
    retried: ['sending', {}],
  },
  sent: { linkRequested: ['sendingAgain', { failure: null }] },
  sendingAgain: {
    sent: ['sent', { resendAtMs: 2_000, isAgain: true }],
    failed: ['sent', { failure }],
    retried: ['sendingAgain', {}],
  },
}

for (const state of Object.keys(table) as LinkState[]) {
  for (const event of Object.values(events)) {
    const expected = table[state][event.type]
    test(`moves from ${state} on ${event.type} to ${expected?.[0] ?? 'no other state'}`, () => {
      const before = { state, context, entry: 1 }
      const after = transition<LinkState, LinkEvent, LinkContext, string>(linkMachine, before, event)
      if (!expected) assert.equal(after, before)
      else {
        assert.equal(after.state, expected[0])
        assert.deepEqual(after.context, { ...context, ...expected[1] })
        assert.equal(after.entry, 2)
      }
    })
  }
}

test('leads to sign-in when the service refuses the new password, without keeping it', () => {
  const refused: LinkEvent = { type: 'refused', failure: { ...failure, isNetworkFailure: false } }
  const before = { state: 'signingIn', context: { ...context, signInWith }, entry: 1 } as const
  const after = transition<LinkState, LinkEvent, LinkContext, string>(linkMachine, before, refused)
  assert.equal(after.state, 'leaving')
  assert.deepEqual(after.context, { ...before.context, ...noPasswords })
})

test('uses a link once: a password that is saved only signs in on the next try', () => {
  const before = { state: 'form', context: { ...context, signInWith }, entry: 1 } as const
  const after = transition<LinkState, LinkEvent, LinkContext, string>(linkMachine, before, events.submitted)
  assert.equal(after.state, 'signingIn')
})

test('sends no new link for an address without a link or a link of no user', () => {
  for (const event of [
    { type: 'arrived', link: null },
    { type: 'linkRefused', deadReason: 'invalid', account: null },
  ] as const) {
    const ended = transition<LinkState, LinkEvent, LinkContext, string>(linkMachine, linkStart, event)
    const after = transition<LinkState, LinkEvent, LinkContext, string>(
      linkMachine,
      ended,
      events.linkRequested,
    )
    assert.deepEqual([ended.state, after.state], ['dead', 'dead'])
  }
})
