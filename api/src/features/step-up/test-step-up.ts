/** Provides steps for tests with routes that need a proof. */
import assert from 'node:assert/strict'
import { removeIdentity } from '@foyer/contract/routes/identities'
import { sendOtp } from '@foyer/contract/routes/otp'
import type { Call } from '@foyer/contract/routes/route'
import { stepUp } from '@foyer/contract/routes/step-up'
import { recentProofSeconds } from '@foyer/contract/shared-values'
import { sql } from 'kysely'
import { rightPassword, type TestApp } from '../../testing/test-app.ts'
import { type Account, emailSteps } from '../contacts/test-emails.ts'
import { codeTo, endWaits } from '../otp/test-codes.ts'

type Proof = NonNullable<Call<typeof stepUp>['body']>
type Purpose = 'step_up' | 'set_password' | 'login'

export const password = { password: rightPassword }

/** Makes every session of a user, and the authentication for it, this many seconds older: by default just too old. */
export async function ageSessions(
  { services: { db } }: TestApp,
  userId: string,
  seconds = recentProofSeconds,
): Promise<void> {
  const age = sql`make_interval(secs => ${seconds})`
  await sql`update sessions set auth_time = auth_time - ${age}, created_at = created_at - ${age}
    where user_id = ${userId}`.execute(db)
}

/** Returns the proofs that a refusal names. */
export const proofsIn = ({ text }: { text: string }) => JSON.parse(text).errors.proofs

/** Returns the steps for a test app. */
export function stepUpSteps(app: () => TestApp) {
  return {
    prove: (token: string, body: Proof) => app().call(stepUp, { body }, { token }),
    /** Opens a session whose proof is too old. */
    async openOld(): Promise<Account> {
      const owner = await emailSteps(app).open()
      await ageSessions(app(), owner.uuid)
      return owner
    },
    /** Requests a code for a user; returns the code and the token of its challenge. */
    async mailed({ uuid, email }: { uuid: string; email: string }, purpose: Purpose = 'step_up') {
      const sent = await app().call(sendOtp, { body: { medium: 'email', purpose, user: uuid } })
      assert.equal(sent.status, 200, sent.text)
      const code = { token: sent.data.token, otp: await codeTo(app(), email) }
      await endWaits(app())
      return code
    },
    /** Calls a route that needs a recent proof, and changes nothing for a user without a linked account. */
    change: (token: string) => app().call(removeIdentity, { params: { provider: 'google' } }, { token }),
    /** Returns the time of the last proof of a session, in seconds since 1970. */
    async authTimeOf(sessionId: string): Promise<number> {
      const { db } = app().services
      const row = db.selectFrom('sessions').select('authTime').where('id', '=', sessionId)
      return Math.floor((await row.executeTakeFirstOrThrow()).authTime.getTime() / 1_000)
    },
  }
}
