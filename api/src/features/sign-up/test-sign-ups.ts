/** Provides steps for tests that sign up. */
import { getCaptchaChallenge } from '@foyer/contract/routes/captcha'
import type { Call } from '@foyer/contract/routes/route'
import { signUp } from '@foyer/contract/routes/sign-up'
import { sql } from 'kysely'
import { solveChallenge } from '../../testing/solve-challenge.ts'
import type { TestApp } from '../../testing/test-app.ts'

type Body = Call<typeof signUp>['body']
type Action = NonNullable<NonNullable<Call<typeof getCaptchaChallenge>['query']>['action']>
type Headers = Record<string, string>

export const goodPassword = 'nine green lanterns'

let addresses = 0

/** Returns headers of an unused network address. The test app needs a trusted proxy. */
export function freshAddress(): Headers {
  addresses += 1
  return { 'x-forwarded-for': `198.52.${addresses >> 8}.${addresses & 255}` }
}

export function signUpBody(more: Partial<Body> = {}): Body {
  return {
    firstName: 'Asha',
    lastName: 'Rao',
    email: 'asha@example.com',
    password1: goodPassword,
    password2: more.password1 ?? goodPassword,
    tokenType: 1,
    platform: 'student',
    source: 'direct',
    utmParams: {},
    ...more,
  }
}

/** Signs up without solving a captcha challenge. */
export function trySignUp(testApp: TestApp, more: Partial<Body> = {}, headers: Headers = freshAddress()) {
  return testApp.call(signUp, { body: signUpBody(more) }, { headers })
}

/** Signs up with a solved captcha challenge. */
export async function trySolvedSignUp(
  testApp: TestApp,
  more: Partial<Body> = {},
  headers: Headers = freshAddress(),
) {
  return trySignUp(testApp, { captcha: await solveAhead(testApp, 'sign_up', headers), ...more }, headers)
}

/** Fetches and solves a captcha challenge in advance, before the request that needs the solution. */
export async function solveAhead(testApp: TestApp, action: Action | undefined, headers: Headers = {}) {
  const request = action ? { query: { action } } : {}
  const { data } = await testApp.call(getCaptchaChallenge, request, { headers })
  return solveChallenge(data)
}

/** Counts the rows of each table that a sign-up writes. */
export async function countRows(testApp: TestApp): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int from users) as users, (select count(*)::int from emails) as emails,
      (select count(*)::int from credentials) as credentials,
      (select count(*)::int from memberships) as memberships,
      (select count(*)::int from sign_ups) as sign_ups, (select count(*)::int from sessions) as sessions,
      (select count(*)::int from idempotency_keys) as idempotency_keys`.execute(testApp.services.db)
  return rows[0] ?? {}
}

/** Returns the row counts after this many sign-ups without idempotency keys. */
export function rowsOf(count: number): Record<string, number> {
  const names = ['users', 'emails', 'credentials', 'memberships', 'signUps', 'sessions']
  return { ...Object.fromEntries(names.map((name) => [name, count])), idempotencyKeys: 0 }
}
