import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { Session } from '@foyer/contract/routes/sign-in'
import { flush } from '../../analytics/analytics.ts'
import { type Asked, answerData, answerError, fakeBrowser, fakeWindow } from '../../api/test-browser.ts'
import { linkEffects } from './link-effects.ts'
import { type LinkContext, type LinkEvent, linkStart } from './link-machine.ts'
import { keepLink, type PendingLink, readKeptLink } from './pending-link.ts'

const user = {
  uuid: '11111111-1111-4111-8111-111111111111',
  email: 'asha@example.com',
  is_email_verified: true,
  first_name: 'Asha',
  last_name: null,
  full_name: 'Asha',
}
const session = { access_token: 'at_1', refresh_token: 'rt_1', user, platform: 'student' }
const link = 'POST /api/auth/social-auth/accounts/link'
const otp = 'POST /api/auth/users/otp'
const pending: PendingLink = {
  provider: 'google',
  accessToken: 'sr_1',
  account: { email: 'asha@example.com', hasPassword: true },
}
const request = { platform: 'student', account_type: 'learning', provider: 'google', access_token: 'sr_1' }

async function run(
  effect: 'showCode' | 'sendCode' | 'prove' | 'finish',
  context: Partial<LinkContext>,
  answer: (asked: Asked) => Response = () => answerData(session),
) {
  const asked = fakeBrowser(answer)
  fakeWindow()
  const events: LinkEvent[] = []
  const sessions: Session[] = []
  const effects = linkEffects('student', (given) => sessions.push(given))
  const { signal } = new AbortController()
  keepLink('student', pending, null)
  await effects[effect](
    { ...linkStart(pending, null).context, ...context },
    (event) => events.push(event),
    signal,
  )
  const calls = asked.map(({ method, url, body }) => ({ call: `${method} ${url.replace(/\?.*/, '')}`, body }))
  return { events, sessions, calls }
}

beforeEach(() => {
  fakeBrowser(() => new Response(null, { status: 204 }))
  // Discards the analytics events of the previous test.
  flush()
})

test('the password of the account links the provider to it', async () => {
  const { events, calls } = await run('prove', { password: 'secret' })
  assert.deepEqual(calls, [{ call: link, body: { ...request, proof: { password: 'secret' } } }])
  assert.deepEqual(
    events.map(({ type }) => type),
    ['linked'],
  )
})

test('an address that the user typed is part of the request', async () => {
  const { calls } = await run('prove', { password: 'secret', email: 'asha@example.com' })
  assert.equal(Object(calls[0]?.body).email, 'asha@example.com')
})

test('a code links the provider with the challenge that it was sent for', async () => {
  const challenge = { token: 'ot_1', resendAtMs: 0, isNew: true }
  const { calls } = await run('prove', { otp: '123456', challenge })
  assert.deepEqual(Object(calls[0]?.body).proof, { token: 'ot_1', otp: '123456' })
})

test('a wrong code keeps its challenge', async () => {
  const challenge = { token: 'ot_1', resendAtMs: 0, isNew: true }
  const wrong = () => answerError(400, 'otp-wrong', { field_errors: { otp: ['Wrong'] } })
  const { events } = await run('prove', { otp: '123456', challenge }, wrong)
  assert.equal(events[0]?.type, 'refused')
  assert.deepEqual(readKeptLink('student')?.pending, pending)
})

test('a code is requested for the email of the account', async () => {
  const resendAt = new Date(Date.now() + 30_000).toISOString()
  const sent = () => answerData({ token: 'ot_1', resend_at: resendAt })
  const { events, calls } = await run('sendCode', {}, sent)
  const body = { medium: 'email', purpose: 'social_link', email: 'asha@example.com' }
  assert.deepEqual(calls, [{ call: otp, body }])
  assert.deepEqual(
    events.map(({ type }) => type),
    ['codeSent'],
  )
})

test('the challenge of a code that was sent is kept for a reload', async () => {
  await run('showCode', { challenge: { token: 'ot_1', resendAtMs: 0, isNew: true } })
  assert.deepEqual(readKeptLink('student')?.pending, pending)
  assert.equal(readKeptLink('student')?.challenge?.token, 'ot_1')
})

test('the session of the proven account ends what is kept of the link', async () => {
  const given = { accessToken: 'at_1' } as Session
  const { sessions } = await run('finish', { session: given })
  assert.deepEqual(sessions, [given])
  assert.equal(readKeptLink('student'), null)
})
