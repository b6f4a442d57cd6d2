import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkFailure } from '../api/failure.ts'
import { transition } from '../flow/machine/step-machine.ts'
import { type ForgotContext, type ForgotEvent, type ForgotState, forgotMachine } from './forgot-machine.ts'

const failure = networkFailure()
const events: { [T in ForgotEvent['type']]: Extract<ForgotEvent, { type: T }> } = {
  prefilled: { type: 'prefilled', identifier: 'filled@example.com' },
  submitted: { type: 'submitted', identifier: 'new@example.com' },
  sent: { type: 'sent', resendAtMs: 2_000 },
  refused: { type: 'refused', failure },
  restored: { type: 'restored', identifier: 'kept@example.com', resendAtMs: 3_000 },
  linkRequested: { type: 'linkRequested' },
  changed: { type: 'changed' },
  back: { type: 'back' },
  retried: { type: 'retried' },
}

/** Every field has a value, so that the test shows which fields each rule changes. */
const context: ForgotContext = {
  identifier: 'old@example.com',
  resendAtMs: 1_000,
  isAgain: true,
  failure: networkFailure(),
}

type Expected = [ForgotState, Partial<ForgotContext>]
const kept = { identifier: 'kept@example.com', resendAtMs: 3_000, isAgain: false, failure: null }

/** The expected result of each state and event. The machine ignores unlisted pairs. */
const table: Record<ForgotState, { [T in ForgotEvent['type']]?: Expected }> = {
  form: {
    prefilled: ['form', { identifier: 'filled@example.com' }],
    submitted: ['sending', { identifier: 'new@example.com', failure: null }],
    restored: ['sent', kept],
  },
  sending: {
    sent: ['sent', { resendAtMs: 2_000, isAgain: false }],
    refused: ['form', { failure }],
    retried: ['sending', {}],
  },
  sent: {
    linkRequested: ['sendingAgain', { failure: null }],
    changed: ['form', { failure: null }],
    back: ['form', { failure: null }],
  },
  sendingAgain: {
    sent: ['sent', { resendAtMs: 2_000, isAgain: true }],
    refused: ['sent', { failure }],
    retried: ['sendingAgain', {}],
    changed: ['form', { failure: null }],
    back: ['form', { failure: null }],
  },
}

for (const state of Object.keys(table) as ForgotState[]) {
  for (const event of Object.values(events)) {
    const expected = table[state][event.type]
    test(`moves from ${state} on ${event.type} to ${expected?.[0] ?? 'no other state'}`, () => {
      const before = { state, context, entry: 1 }
      const after = transition<ForgotState, ForgotEvent, ForgotContext, string>(forgotMachine, before, event)
      if (!expected) assert.equal(after, before)
      else {
        assert.equal(after.state, expected[0])
        assert.deepEqual(after.context, { ...context, ...expected[1] })
        assert.equal(after.entry, event.type === 'prefilled' ? 1 : 2)
      }
    })
  }
}
