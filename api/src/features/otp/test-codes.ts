/** Provides steps for tests with one-time codes. */
import { sendOtp, verifyOtp } from '@foyer/contract/routes/otp'
import type { Call } from '@foyer/contract/routes/route'
import { sql } from 'kysely'
import { solveChallenge } from '../../testing/solve-challenge.ts'
import type { TestApp } from '../../testing/test-app.ts'

type SendBody = NonNullable<Call<typeof sendOtp>['body']>
type VerifyBody = NonNullable<Call<typeof verifyOtp>['body']>
type Query = NonNullable<Call<typeof sendOtp>['query']>
type More = { query?: Query; headers?: Record<string, string> }

export function requestCode(testApp: TestApp, body: SendBody, { query, headers = {} }: More = {}) {
  return testApp.call(sendOtp, { body, ...(query && { query }) }, { headers })
}

export function mailCode(testApp: TestApp, user: string, more: More = {}) {
  return requestCode(testApp, { medium: 'email', purpose: 'login', user }, more)
}

export function tryCode(
  testApp: TestApp,
  { token, otp, ...body }: { token: string; otp: string } & Partial<VerifyBody>,
  { query, headers = {} }: More = {},
) {
  const verifyBody = { universalToken: true, token, otp, ...body } as const
  return testApp.call(verifyOtp, { body: verifyBody, ...(query && { query }) }, { headers })
}

/** Returns the code in the newest message to this address or number. */
export async function codeTo(testApp: TestApp, to: string): Promise<string> {
  const messages = await testApp.services.outbox.recent(testApp.services.db, 50)
  const text = messages.find((message) => message.to === to && message.template === 'otp-code')?.text
  const code = /\b\d{6}\b/.exec(text ?? '')?.[0]
  if (!code) throw new Error(`No code was sent to ${to}`)
  return code
}

/** Returns a code that differs from this code. */
export function anotherCode(code: string): string {
  return code === '111111' ? '222222' : '111111'
}

/** Requests a code by mail, and returns the code and the token of its challenge. */
export async function mailedCode(testApp: TestApp, user: { uuid: string; email: string }, more: More = {}) {
  const { data } = await mailCode(testApp, user.uuid, more)
  return { token: data.token, otp: await codeTo(testApp, user.email) }
}

/** Solves the captcha challenge in a refusal. */
export async function solveCaptcha(refusal: string): Promise<{ value: string; type: 'invisible' }> {
  return solveChallenge(JSON.parse(refusal).errors.challenge)
}

/** Ends the resend waits and the waits after wrong codes. */
export async function endWaits(testApp: TestApp): Promise<void> {
  await sql`update attempts set blocked_until = null where blocked_until <> 'infinity'`.execute(
    testApp.services.db,
  )
}

/** Makes every challenge this many seconds older. */
export async function ageChallenges(testApp: TestApp, seconds: number): Promise<void> {
  const interval = sql`make_interval(secs => ${seconds})`
  await sql`update otp_challenges set code_expires_at = code_expires_at - ${interval}, expires_at = expires_at - ${interval}`.execute(
    testApp.services.db,
  )
}

/** Counts the messages so far. */
export async function countMessages(testApp: TestApp): Promise<number> {
  return (await testApp.services.outbox.recent(testApp.services.db, 1_000)).length
}
