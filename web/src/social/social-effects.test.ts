import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import {
  type Asked,
  answerData,
  answerError,
  fakeBrowser,
  fakeWindow,
  setGlobal,
} from '../api/test-browser.ts'
import { readLastPerson } from '../session/last-person.ts'
import { readStoredAuth } from '../session/stored-auth.ts'
import { socialEffects } from './social-effects.ts'
import { type SocialContext, type SocialEffect, type SocialEvent, socialStart } from './social-machine.ts'

const session = {
  access_token: 'a.b.c',
  refresh_token: 'rt_1',
  platform: 'student',
  user: {
    uuid: '11111111-1111-4111-8111-111111111111',
    email: 'asha@example.com',
    is_email_verified: true,
    first_name: 'Asha',
    last_name: null,
    full_name: 'Asha',
  },
}
const page = { purpose: 'login', show: () => {}, onSignedIn: () => {} } as const
const given: Partial<SocialContext> = { provider: 'apple', reference: 'sr_1' }

let answer: (asked: Asked) => Response
let asked: Asked[]

beforeEach(() => {
  answer = () => answerData(session)
  asked = fakeBrowser((one) => answer(one))
  fakeWindow()
  setGlobal('location', { search: '?utm_source=poster', host: 'foyer.test' })
  setGlobal('document', { referrer: '', documentElement: { dataset: {} }, getElementById: () => null })
})

const newEffects = () => socialEffects(page, { platform: 'student', source: undefined })

/** Runs an effect to its end, and returns the events that the effect sends. */
async function run(name: SocialEffect, context: Partial<SocialContext>, effects = newEffects()) {
  const events: SocialEvent[] = []
  const start = { ...socialStart('login').context, ...given, ...context }
  await effects[name](start, (event) => events.push(event), new AbortController().signal)
  return events
}

test('a sign-in with a provider sends its reference and the source of the visit, and no name or email', async () => {
  const [event] = await run('signIn', { fullName: 'Asha Rao', email: 'asha@example.com' })
  assert.equal(event?.type, 'signedIn')
  assert.equal(asked[0]?.url, '/api/auth/social-auth/accounts?platform=learning-web')
  assert.deepEqual(asked[0]?.body, {
    platform: 'student',
    account_type: 'learning',
    token_type: 'universal',
    provider: 'apple',
    purpose: 'login',
    access_token: 'sr_1',
    source: 'poster',
    utm_params: { utm_source: 'poster' },
  })
})

test('a sign-up with a provider sends what the user typed, where the provider delivers none', async () => {
  const typed = { purpose: 'sign_up', fullName: 'Asha Rao', email: 'asha@example.com' } as const
  await run('signIn', { ...typed, needsName: true })
  await run('signIn', { ...typed, needsEmail: true })
  const sent = asked.map(({ body }) => body as { full_name?: string; email?: string })
  assert.deepEqual(
    sent.map(({ full_name, email }) => [full_name, email]),
    [
      ['Asha Rao', undefined],
      [undefined, 'asha@example.com'],
    ],
  )
})

test('a call without an answer is repeated under its key, and any other has a new one', async () => {
  const effects = newEffects()
  answer = () => {
    throw new TypeError('Failed to fetch')
  }
  await run('signIn', {}, effects)
  answer = () => answerError(400, 'social-account-unknown', { detail: 'x', email_exists: false })
  await run('signIn', {}, effects)
  await run('signIn', { purpose: 'sign_up' }, effects)
  const [first, again, other] = asked.map(({ headers }) => headers.get('idempotency-key'))
  assert.ok(first)
  assert.equal(again, first)
  assert.notEqual(other, first)
})

test('a session is stored with the provider as the last method, and a new account is tracked once', async () => {
  const [made] = await run('signIn', {})
  assert.ok(made?.type === 'signedIn')
  asked.length = 0
  answer = () => answerData({ is_created: true })
  assert.deepEqual(await run('store', { session: made.session, isNew: true }), [{ type: 'stored' }])
  const tracked = () => asked.filter(({ url }) => url.includes('signup-tracking')).map(({ method }) => method)
  assert.deepEqual(tracked(), ['PUT'])
  assert.equal(readStoredAuth('student')?.accessToken, 'a.b.c')
  assert.equal(readLastPerson('student')?.method, 'apple')
  // The first `store` has remembered the person, so the second `store` tracks nothing.
  await run('store', { session: made.session, isNew: true })
  assert.equal(tracked().length, 1)
})
