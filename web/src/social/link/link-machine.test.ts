import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Session } from '@foyer/contract/routes/sign-in'
import { blankFailure, type Failure, networkFailure } from '../../api/failure.ts'
import { transition } from '../../flow/machine/step-machine.ts'
import type { Challenge } from '../../flow/otp/challenge.ts'
import { type LinkContext, type LinkEvent, type LinkState, linkMachine, linkStart } from './link-machine.ts'
import type { PendingLink } from './pending-link.ts'

const failure: Failure = networkFailure()
const ended: Failure = { ...blankFailure, statusCode: 400, errors: { code: 'social-failed' } }
const challenge: Challenge = { token: 'ot_1', resendAtMs: 1_000, isNew: true }
const session = { accessToken: 'at_1' } as Session
const pending: PendingLink = {
  provider: 'google',
  accessToken: 'sr_1',
  account: { email: 'asha@example.com', hasPassword: true },
}
const start = linkStart(pending, null)

function after(state: LinkState, event: LinkEvent, context: Partial<LinkContext> = {}) {
  const now = { state, context: { ...start.context, ...context }, entry: 5 }
  const next = transition(linkMachine, now, event)
  return { ...next, isIgnored: next === now }
}

const moves: [LinkState, LinkEvent, LinkState, Partial<LinkContext>?][] = [
  ['account', { type: 'proofSubmitted', password: 'secret' }, 'proving'],
  ['account', { type: 'codeRequested' }, 'sendingCode'],
  ['unsent', { type: 'codeRequested' }, 'sendingCode'],
  ['unsent', { type: 'passwordChosen' }, 'account'],
  ['sendingCode', { type: 'codeSent', challenge }, 'code'],
  ['sendingCode', { type: 'sendRefused', failure, challenge: null }, 'unsent'],
  ['sendingCode', { type: 'sendRefused', failure, challenge }, 'code'],
  ['sendingCode', { type: 'sendRefused', failure, challenge: null }, 'code', { challenge }],
  ['sendingCode', { type: 'passwordChosen' }, 'account'],
  ['sendingCode', { type: 'retried' }, 'sendingCode'],
  ['code', { type: 'otpSubmitted', otp: '123456' }, 'proving'],
  ['code', { type: 'codeRequested' }, 'sendingCode'],
  ['code', { type: 'passwordChosen' }, 'account'],
  ['proving', { type: 'linked', session }, 'linked'],
  ['proving', { type: 'refused', failure }, 'account', { password: 'secret' }],
  ['proving', { type: 'refused', failure }, 'code', { otp: '123456' }],
  ['proving', { type: 'refused', failure: ended }, 'expired', { otp: '123456' }],
  ['proving', { type: 'retried' }, 'proving'],
]

for (const [index, [from, event, to, context]] of moves.entries()) {
  test(`row ${index + 1}: the link machine goes from ${from} on ${event.type} to ${to}`, () => {
    const { state, entry } = after(from, event, context)
    assert.deepEqual([state, entry], [to, 6])
  })
}

test('the link machine ignores every event that its table does not list', () => {
  const listed = new Set(moves.map(([from, event]) => `${from} ${event.type}`))
  const events = [...new Map(moves.map(([, event]) => [event.type, event])).values()]
  for (const state of Object.keys(linkMachine) as LinkState[]) {
    for (const event of events) {
      if (!listed.has(`${state} ${event.type}`))
        assert.ok(after(state, event).isIgnored, `${state} ${event.type}`)
    }
  }
})

test('the proof of an account begins with its password, with a code if it has none, or with the code that was sent', () => {
  const withoutPassword = { ...pending, account: { ...pending.account, hasPassword: false } }
  assert.equal(start.state, 'account')
  assert.equal(linkStart(withoutPassword, null).state, 'unsent')
  assert.equal(linkStart(pending, challenge).state, 'code')
})

test('a refused proof shows the failure and forgets what was typed', () => {
  const wrong = after('proving', { type: 'refused', failure }, { password: 'secret' })
  assert.deepEqual([wrong.context.password, wrong.context.failure], ['', failure])
  const newer = { ...challenge, token: 'ot_2' }
  const refused = after(
    'proving',
    { type: 'refused', failure, challenge: newer },
    { otp: '123456', challenge },
  )
  assert.deepEqual([refused.context.otp, refused.context.challenge], ['', newer])
})

test('a session forgets password, code and challenge', () => {
  const { context } = after('proving', { type: 'linked', session }, { otp: '123456', challenge })
  assert.deepEqual([context.password, context.otp, context.challenge], ['', '', null])
})
