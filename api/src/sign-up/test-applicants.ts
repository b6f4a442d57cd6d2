/** Signing up as several test files do it. */
import { getCaptchaChallenge } from '@foyer/contract/routes/captcha'
import type { Call } from '@foyer/contract/routes/route'
import { signUp } from '@foyer/contract/routes/sign-up'
import { sql } from 'kysely'
import { solveChallenge } from '../testing/solve-challenge.ts'
import type { TestApp } from '../testing/test-app.ts'

type Body = Call<typeof signUp>['body']
type Action = NonNullable<NonNullable<Call<typeof getCaptchaChallenge>['query']>['action']>
type Headers = Record<string, string>

export const goodPassword = 'nine green lanterns'

let addresses = 0

/** An address nobody has used yet; needs a trusted proxy. */
export function freshAddress(): Headers {
  addresses += 1
  return { 'x-forwarded-for': `198.52.${addresses >> 8}.${addresses & 255}` }
}

export function application(more: Partial<Body> = {}): Body {
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

/** As it is. */
export function apply(testApp: TestApp, more: Partial<Body> = {}, headers: Headers = freshAddress()) {
  return testApp.call(signUp, { body: application(more) }, { headers })
}

/** With a puzzle solved for it. */
export async function applySolved(
  testApp: TestApp,
  more: Partial<Body> = {},
  headers: Headers = freshAddress(),
) {
  return apply(testApp, { captcha: await solveAhead(testApp, 'sign_up', headers), ...more }, headers)
}

export async function solveAhead(testApp: TestApp, action: Action | undefined, headers: Headers = {}) {
  const given = action ? { query: { action } } : {}
  const { data } = await testApp.call(getCaptchaChallenge, given, { headers })
  return solveChallenge(data)
}

/** How many rows there are of what a sign-up makes. */
export async function countMade(testApp: TestApp): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int from users) as users, (select count(*)::int from emails) as emails,
      (select count(*)::int from credentials) as credentials,
      (select count(*)::int from memberships) as memberships,
      (select count(*)::int from sign_ups) as sign_ups, (select count(*)::int from sessions) as sessions,
      (select count(*)::int from idempotency_keys) as idempotency_keys`.execute(testApp.services.db)
  return rows[0] ?? {}
}

/** The same number of each, without idempotency keys. */
export function made(count: number): Record<string, number> {
  const names = ['users', 'emails', 'credentials', 'memberships', 'signUps', 'sessions']
  return { ...Object.fromEntries(names.map((name) => [name, count])), idempotencyKeys: 0 }
}
