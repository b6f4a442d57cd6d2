import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ErrorCode } from '@foyer/contract/errors'
import type { Session } from '@foyer/contract/routes/sign-in'
import { blankFailure, type Failure, networkFailure } from '../api/failure.ts'
import { transition } from '../flow/machine/step-machine.ts'
import type { SocialResult } from '../session/social/social-result.ts'
import {
  type Popup,
  type SocialContext,
  type SocialEvent,
  type SocialState,
  socialMachine,
  socialStart,
} from './social-machine.ts'

const session = { accessToken: 'at_1' } as Session
const popup: Popup = { channel: 'c', window: { closed: false, close: () => {} } }
const result: SocialResult = {
  provider: 'apple',
  reference: 'sr_1',
  error: null,
  hasName: true,
  hasEmail: true,
}
const denied: SocialResult = { ...result, reference: null, error: 'denied' }
const account = { email: 'asha@example.com', hasPassword: true }
const lost = networkFailure()

const failure = (code: ErrorCode, more: Failure['errors'] = {}): Failure => ({
  ...blankFailure,
  statusCode: 400,
  errors: { code, ...more },
})
const refused = (code: ErrorCode, more?: Failure['errors']): SocialEvent => ({
  type: 'refused',
  failure: failure(code, more),
})
const unknown = refused('social-account-unknown')
const linkNeeded = refused('social-link-needed', { account })
const details: SocialEvent = { type: 'detailsSubmitted', fullName: 'Asha Rao', email: '' }
const confirmed: SocialEvent = { type: 'confirmed' }
const offer = { dialog: 'offer' } as const
const asked = { dialog: 'details' } as const

function after(state: SocialState, event: SocialEvent, context: Partial<SocialContext> = {}) {
  const start = socialStart('login').context
  const now = {
    state,
    context: { ...start, provider: 'apple', reference: 'sr_1', ...context },
    entry: 5,
  } as const
  const next = transition(socialMachine, now, event)
  return { ...next, isIgnored: next === now }
}

const moves: [SocialState, SocialEvent, SocialState, Partial<SocialContext>?][] = [
  ['idle', { type: 'left', provider: 'google', popup }, 'away'],
  ['idle', { type: 'arrived', result }, 'signingIn'],
  ['idle', { type: 'kept', pending: { provider: 'google', accessToken: 'sr_2', account } }, 'linking'],
  ['idle', { type: 'retried' }, 'signingIn'],
  ['away', { type: 'left', provider: 'google', popup }, 'away'],
  ['away', { type: 'arrived', result }, 'signingIn'],
  ['away', { type: 'arrived', result: denied }, 'idle'],
  ['away', { type: 'cancelled' }, 'idle'],
  ['signingIn', { type: 'left', provider: 'google', popup }, 'away'],
  ['signingIn', { type: 'arrived', result }, 'signingIn'],
  ['signingIn', { type: 'signedIn', session }, 'finishing'],
  ['signingIn', unknown, 'offering'],
  ['signingIn', linkNeeded, 'linking'],
  ['signingIn', refused('social-name-needed'), 'pausing'],
  ['signingIn', refused('social-email-needed'), 'asking'],
  ['signingIn', refused('social-refused'), 'idle'],
  ['signingIn', { type: 'refused', failure: lost }, 'idle'],
  ['signingIn', { type: 'retried' }, 'signingIn'],
  ['offering', confirmed, 'creating'],
  ['offering', confirmed, 'pausing', { ...offer, needsName: true }],
  ['offering', confirmed, 'asking', { ...offer, needsEmail: true }],
  ['offering', { type: 'cancelled' }, 'idle'],
  ['pausing', { type: 'paused' }, 'asking'],
  ['asking', details, 'creating'],
  ['asking', { type: 'cancelled' }, 'idle'],
  ['creating', { type: 'signedIn', session }, 'finishing'],
  ['creating', { type: 'refused', failure: lost }, 'offering', offer],
  ['creating', { type: 'refused', failure: lost }, 'asking', asked],
  ['creating', refused('social-failed'), 'idle', offer],
  ['creating', refused('social-name-needed'), 'asking', asked],
  ['creating', linkNeeded, 'linking', asked],
  ['creating', { type: 'cancelled' }, 'idle'],
  ['creating', { type: 'retried' }, 'creating'],
  ['linking', { type: 'linked', session }, 'finishing'],
  ['linking', { type: 'cancelled' }, 'idle'],
  ['linking', { type: 'left', provider: 'google', popup }, 'away'],
  ['linking', { type: 'arrived', result }, 'signingIn'],
  ['finishing', { type: 'stored' }, 'done'],
  ['done', { type: 'left', provider: 'google', popup }, 'away'],
  ['done', { type: 'arrived', result }, 'signingIn'],
]

for (const [index, [from, event, to, context]] of moves.entries()) {
  test(`row ${index + 1}: the social machine goes from ${from} on ${event.type} to ${to}`, () => {
    const { state, entry } = after(from, event, context)
    assert.deepEqual([state, entry], [to, 6])
  })
}

test('the social machine ignores every event that its table does not list', () => {
  const listed = new Set(moves.map(([from, event]) => `${from} ${event.type}`))
  const events = [...new Map(moves.map(([, event]) => [event.type, event])).values()]
  for (const state of Object.keys(socialMachine) as SocialState[]) {
    for (const event of events) {
      if (!listed.has(`${state} ${event.type}`))
        assert.ok(after(state, event).isIgnored, `${state} ${event.type}`)
    }
  }
})

test('a closed popup is a failure on the page, which still waits for a late result', () => {
  const { state, entry, context } = after('away', { type: 'closed' })
  assert.deepEqual([state, entry, context.failure?.errors.detail], ['away', 5, 'Error signing in.'])
})

test('a provider without a result leaves a notice and no reference', () => {
  const { context } = after('away', { type: 'arrived', result: denied })
  assert.deepEqual([context.reference, context.failure?.errors.detail], ['', 'Error signing in.'])
})

test('a call that got no answer can be repeated with the same reference; a used-up one cannot', () => {
  const again = after('signingIn', { type: 'refused', failure: lost })
  assert.deepEqual([again.context.reference, again.context.failure], ['sr_1', lost])
  const over = after('signingIn', refused('social-failed'))
  assert.equal(over.context.reference, '')
  assert.ok(after('idle', { type: 'retried' }, { reference: '' }).entry === 5)
})

test('only users of Apple are asked for a name before the service asks for one', () => {
  const nameless = { ...result, hasName: false, hasEmail: false }
  const apple = after('away', { type: 'arrived', result: nameless }).context
  const google = after('away', { type: 'arrived', result: { ...nameless, provider: 'google' } }).context
  assert.deepEqual([apple.needsName, apple.needsEmail], [true, true])
  assert.deepEqual([google.needsName, google.needsEmail], [false, true])
})

test('a confirmed offer and submitted details ask for an account, and nothing else does', () => {
  assert.equal(after('away', { type: 'arrived', result }).context.purpose, 'login')
  assert.equal(after('offering', confirmed).context.purpose, 'sign_up')
  assert.equal(after('asking', details).context.purpose, 'sign_up')
  const { state, context } = transition(socialMachine, socialStart('sign_up'), { type: 'arrived', result })
  assert.deepEqual([state, context.purpose], ['signingIn', 'sign_up'])
})

test('a dialog that the user has seen shows the fault of its field; a new one shows none', () => {
  const unseen = after('signingIn', refused('social-email-needed'))
  assert.deepEqual([unseen.context.needsEmail, unseen.context.failure], [true, null])
  const seen = after('creating', refused('social-email-needed'), asked)
  assert.equal(seen.context.failure?.errors.code, 'social-email-needed')
})

test('a new begin and a session forget what was typed', () => {
  const typed = { fullName: 'Asha Rao', email: 'asha@example.com', account, ...asked }
  const begun = after('away', { type: 'arrived', result }, typed).context
  assert.deepEqual([begun.fullName, begun.email, begun.account, begun.dialog], ['', '', null, null])
  const done = after('finishing', { type: 'stored' }, { ...typed, session }).context
  assert.deepEqual([done.fullName, done.email, done.session, done.reference], ['', '', null, ''])
})
