import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkFailure } from '../api/failure.ts'
import { transition } from '../flow/machine/step-machine.ts'
import { emptyDraft } from './help-draft.ts'
import { type HelpContext, type HelpEvent, type HelpState, helpMachine } from './help-machine.ts'

const failure = networkFailure()
const sent = { reference: 'H-7K3M-92QX', email: 'meera@example.com' }
const restored = { ...emptyDraft, subject: 'Kept' }
const events: { [T in HelpEvent['type']]: Extract<HelpEvent, { type: T }> } = {
  typed: { type: 'typed', values: { message: 'New' } },
  restored: { type: 'restored', draft: restored },
  submitted: { type: 'submitted', values: { message: 'New' } },
  sent: { type: 'sent', sent },
  refused: { type: 'refused', failure },
  retried: { type: 'retried' },
  another: { type: 'another' },
}

/** Every field has a value, so that the test shows which fields each rule changes. */
const draft = { name: 'Meera', email: 'old@example.com', category: 'codes', subject: 'Old', message: 'Old' }
const context: HelpContext = {
  draft,
  failure: networkFailure(),
  sent: { reference: 'H-2222-2222', email: 'old@example.com' },
}

type Expected = [HelpState, Partial<HelpContext>]
const typed = { ...draft, message: 'New' }

/** The expected result of each state and event. The machine ignores unlisted pairs. */
const table: Record<HelpState, { [T in HelpEvent['type']]?: Expected }> = {
  form: {
    typed: ['form', { draft: typed }],
    restored: ['form', { draft: restored }],
    submitted: ['sending', { draft: typed, failure: null }],
    sent: ['sent', { sent }],
  },
  sending: {
    sent: ['sent', { sent }],
    refused: ['form', { failure }],
    retried: ['sending', {}],
  },
  sent: {
    another: ['form', { draft: { ...emptyDraft, name: 'Meera', email: 'old@example.com' }, sent: null }],
  },
}

for (const state of Object.keys(table) as HelpState[]) {
  for (const event of Object.values(events)) {
    const expected = table[state][event.type]
    test(`moves from ${state} on ${event.type} to ${expected?.[0] ?? 'no other state'}`, () => {
      const before = { state, context, entry: 1 }
      const after = transition<HelpState, HelpEvent, HelpContext, string>(helpMachine, before, event)
      if (!expected) return assert.equal(after, before)
      assert.equal(after.state, expected[0])
      assert.deepEqual(after.context, { ...context, ...expected[1] })
      assert.equal(after.entry, ['typed', 'restored'].includes(event.type) ? 1 : 2)
    })
  }
}
