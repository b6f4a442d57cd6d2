/** Provides steps for tests with second factors. */
import assert from 'node:assert/strict'
import type { SecondFactorWays } from '@foyer/contract/errors'
import { type Platform, platformRow } from '@foyer/contract/platforms'
import type { Call } from '@foyer/contract/routes/route'
import { completeSignIn, confirmTotp, startTotp } from '@foyer/contract/routes/second-factor'
import { login } from '@foyer/contract/routes/sign-in'
import { fromWire } from '@foyer/contract/wire'
import { sql } from 'kysely'
import { rightPassword, type TestApp } from '../../testing/test-app.ts'
import { codeOf } from './test-totp.ts'

/** Returns another code than this one. */
export const wrongCode = (code: string) => code.replace(/^./, (digit) => String((Number(digit) + 1) % 10))

/** Makes the codes that a user's apps have shown valid again, as if a time step had passed. */
export async function passStep({ services: { db } }: TestApp, userId: string): Promise<void> {
  await sql`update totp_factors set last_step = 0 where user_id = ${userId}`.execute(db)
}

/** Makes the time to set up a second factor begin this many days earlier. */
export async function ageEnrolment(
  { services: { db } }: TestApp,
  userId: string,
  days: number,
): Promise<void> {
  await sql`update assurance_enrolments set began_at = began_at - make_interval(days => ${days})
    where user_id = ${userId}`.execute(db)
}

/** Returns what a refusal says about the second factor. */
export function waysIn({ text }: { text: string }): SecondFactorWays {
  const { second_factor: ways } = JSON.parse(text).errors
  return fromWire(ways, []) as SecondFactorWays
}

export const enrolmentIn = ({ text }: { text: string }): string => JSON.parse(text).errors.enrolment.token

/** Returns the steps for a test app. */
export function secondFactorSteps(app: () => TestApp) {
  const steps = {
    signIn(uuid: string, platform: Platform = 'student', headers = {}) {
      const body = { uuid, password: rightPassword, product: platformRow(platform).product, platform }
      return app().call(login, { body }, { headers })
    },
    /** Adds an app in the session of this token. */
    async add(token: string) {
      const { data: begun } = await app().call(startTotp, {}, { token })
      const given = { params: { id: begun.id }, body: { totp: codeOf(begun.secret) } }
      const confirmed = await app().call(confirmTotp, given, { token })
      assert.equal(confirmed.status, 200, confirmed.text)
      return { ...begun, recoveryCodes: confirmed.data.recoveryCodes ?? [] }
    },
    /** Makes a user with an app, whose last code may be used again. */
    async makeEnrolled(platforms: Platform[] = ['student']) {
      const user = await app().makeUser({ platforms })
      const { data } = await steps.signIn(user.uuid, platforms[0])
      const factor = await steps.add(data.accessToken)
      await passStep(app(), user.uuid)
      return { ...user, ...factor, token: data.accessToken, session: data }
    },
    complete: (body: Call<typeof completeSignIn>['body'], headers = {}) =>
      app().call(completeSignIn, { body }, { headers }),
  }
  return steps
}
