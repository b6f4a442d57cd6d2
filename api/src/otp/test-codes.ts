/** Steps with one-time codes that several test files take. */
import { sendOtp, verifyOtp } from '@foyer/contract/routes/otp'
import type { Call } from '@foyer/contract/routes/route'
import { sql } from 'kysely'
import { solvePuzzle } from '../testing/solve-challenge.ts'
import type { House } from '../testing/test-app.ts'

type SendBody = NonNullable<Call<typeof sendOtp>['body']>
type VerifyBody = NonNullable<Call<typeof verifyOtp>['body']>
type Query = NonNullable<Call<typeof sendOtp>['query']>
type More = { query?: Query; headers?: Record<string, string> }

export function askCode(house: House, body: SendBody, { query, headers = {} }: More = {}) {
  return house.call(sendOtp, { body, ...(query && { query }) }, { headers })
}

export function mailCode(house: House, user: string, more: More = {}) {
  return askCode(house, { medium: 'email', purpose: 'login', user }, more)
}

export function tryCode(
  house: House,
  { token, otp, ...body }: { token: string; otp: string } & Partial<VerifyBody>,
  { query, headers = {} }: More = {},
) {
  const given = { universalToken: true, token, otp, ...body } as const
  return house.call(verifyOtp, { body: given, ...(query && { query }) }, { headers })
}

/** The code of the newest message to this address or number. */
export async function codeTo(house: House, to: string): Promise<string> {
  const messages = await house.services.outbox.recent(house.services.db, 50)
  const text = messages.find((message) => message.to === to && message.template === 'otp-code')?.text
  const code = /\b\d{6}\b/.exec(text ?? '')?.[0]
  if (!code) throw new Error(`No code was sent to ${to}`)
  return code
}

/** Another six digits. */
export function notThe(code: string): string {
  return code === '111111' ? '222222' : '111111'
}

/** A challenge with the code that was mailed. */
export async function mailedCode(house: House, user: { uuid: string; email: string }, more: More = {}) {
  const { data } = await mailCode(house, user.uuid, more)
  return { token: data.token, otp: await codeTo(house, user.email) }
}

/** What solves the puzzle of a refusal. */
export async function solveCaptcha(refusal: string): Promise<{ value: string; type: 'invisible' }> {
  return solvePuzzle(JSON.parse(refusal).errors.challenge)
}

/** As if the waits between two codes, and those after wrong ones, were over. */
export async function endWaits(house: House): Promise<void> {
  await sql`update attempts set blocked_until = null where blocked_until <> 'infinity'`.execute(
    house.services.db,
  )
}

/** As if every challenge had been made so much earlier. */
export async function ageChallenges(house: House, seconds: number): Promise<void> {
  const interval = sql`make_interval(secs => ${seconds})`
  await sql`update otp_challenges set code_expires_at = code_expires_at - ${interval}, expires_at = expires_at - ${interval}`.execute(
    house.services.db,
  )
}

/** How many messages were written so far. */
export async function countMessages(house: House): Promise<number> {
  return (await house.services.outbox.recent(house.services.db, 1_000)).length
}
