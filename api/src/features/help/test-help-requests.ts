/** Sends help requests in tests. */
import { getCaptchaChallenge } from '@foyer/contract/routes/captcha'
import { createHelpRequest } from '@foyer/contract/routes/help'
import type { Call } from '@foyer/contract/routes/route'
import { sql } from 'kysely'
import { solveChallenge } from '../../testing/solve-challenge.ts'
import type { TestApp } from '../../testing/test-app.ts'

type Body = Call<typeof createHelpRequest>['body']
type Sent = { token?: string; headers?: Record<string, string> }

function helpBody(more: Partial<Body> = {}): Body {
  return {
    category: 'codes',
    subject: 'No code since this morning',
    message: 'I asked for a code three times.\nNone has arrived.',
    platform: 'student',
    ...more,
  }
}

/** Sends a request without solving a captcha challenge. */
export function tryHelp(testApp: TestApp, more: Partial<Body> = {}, sent: Sent = {}) {
  return testApp.call(createHelpRequest, { body: helpBody(more) }, sent)
}

/** Sends a request without a session, with a solved captcha challenge. */
export async function trySolvedHelp(testApp: TestApp, more: Partial<Body> = {}, sent: Sent = {}) {
  const captcha = await solveForHelp(testApp)
  return tryHelp(testApp, { email: 'asha@example.com', captcha, ...more }, sent)
}

export async function solveForHelp(testApp: TestApp, action: 'help_request' | 'sign_up' = 'help_request') {
  const { data } = await testApp.call(getCaptchaChallenge, { query: { action } })
  return solveChallenge(data)
}

/** Returns the mails of one request by template. */
export async function mailsAbout(testApp: TestApp, reference: string) {
  const { db, outbox } = testApp.services
  const mails = (await outbox.recent(db, 200)).filter(({ text }) => text.includes(reference))
  return {
    count: mails.length,
    request: mails.find(({ template }) => template === 'help-request'),
    received: mails.find(({ template }) => template === 'help-received'),
  }
}

/** Counts the rows that a help request writes. */
export async function countHelp(testApp: TestApp) {
  const { rows } = await sql<Record<'requests' | 'messages' | 'events' | 'keys', number>>`select
    (select count(*)::int from help_requests) as requests, (select count(*)::int from messages) as messages,
    (select count(*)::int from audit_events where event = 'help-requested') as events,
    (select count(*)::int from idempotency_keys) as keys`.execute(testApp.services.db)
  return rows[0] ?? null
}
