/** Provides steps for tests with the deletion of an account. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { getDeletion, requestDeletion } from '@foyer/contract/routes/account-deletion'
import { listSessions } from '@foyer/contract/routes/sessions'
import { login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { runJobs } from '../../operator/jobs/run-jobs.ts'
import { rightPassword, type TestApp } from '../../testing/test-app.ts'
import { messagesTo } from '../password-links/test-links.ts'
import { ageSessions } from '../step-up/test-step-up.ts'

export type Account = { uuid: string; email: string; token: string }

/** Returns the steps for a test app. */
export function deletionSteps(app: () => TestApp) {
  const steps = {
    async signIn(uuid: string, password = rightPassword): Promise<string> {
      const body = { uuid, password, product: 'learning', platform: 'student' } as const
      return (await app().call(login, { body })).data.accessToken
    },
    async open(given: Parameters<TestApp['makeUser']>[0] = {}): Promise<Account> {
      const user = await app().makeUser({ email: `leaving-${randomUUID()}@example.com`, ...given })
      return { ...user, token: await steps.signIn(user.uuid) }
    },
    ask: (token: string) => app().call(requestDeletion, {}, { token }),
    /** Makes a user who has asked for the deletion. */
    async openLeaving(): Promise<Account> {
      const account = await steps.open()
      assert.equal((await steps.ask(account.token)).status, 200)
      return account
    },
    /** Returns when the user asked for the deletion that a sign-in has cancelled. */
    kept: async (token: string) => (await app().call(getDeletion, {}, { token })).data.requestedAt,
    isSignedIn: async (token: string) => (await app().call(listSessions, {}, { token })).status === 200,
    /** Moves the request of a user, the time of the deletion and all sessions into the past. */
    async move(uuid: string, days: number): Promise<void> {
      const by = sql`make_interval(days => ${days})`
      await sql`update account_deletions set requested_at = requested_at - ${by}, due_at = due_at - ${by}
        where user_id = ${uuid}`.execute(app().services.db)
      await ageSessions(app(), uuid, days * 86_400)
    },
    async doJobs(): Promise<void> {
      const reports = (await runJobs(app().services, new AbortController().signal)) ?? []
      assert.deepEqual(
        reports.filter(({ error }) => error),
        [],
      )
    },
    async exists(uuid: string): Promise<boolean> {
      const { rows } = await sql`select from users where id = ${uuid}`.execute(app().services.db)
      return rows.length > 0
    },
    /** Lists the notices about deletions to an address or number, oldest first. */
    async noticesTo(to: string): Promise<string[]> {
      const names = (await messagesTo(app(), to)).map(({ template }) => template)
      return names.filter((name) => /delet/.test(name)).reverse()
    },
  }
  return steps
}
