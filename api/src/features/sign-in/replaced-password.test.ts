/** Tests a password that is replaced or removed between the check of the password and the start of the session. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { storePassword } from '../../identity/credentials/credentials.ts'
import { endAllSessions } from '../../identity/sessions/end-session.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
})
after(() => testApp.close())

type Headers = Record<string, string>

function tryPassword(uuid: string, headers: Headers = {}) {
  return testApp.call(login, { body: { uuid, password: rightPassword, product: 'learning' } }, { headers })
}

/**
 * Starts a sign-in while `change` is uncommitted. Commits once the sign-in waits for the change, or has finished without
 * waiting.
 */
async function signInMeanwhile(uuid: string, headers: Headers, change: (trx: Db) => Promise<unknown>) {
  const { db } = testApp.services
  let trying: ReturnType<typeof tryPassword> | undefined
  await db.transaction().execute(async (trx) => {
    await change(trx)
    trying = tryPassword(uuid, headers)
    let isAnswered = false
    trying.finally(() => {
      isAnswered = true
    })
    while (!isAnswered && !(await isSignInWaiting())) await new Promise((resolve) => setTimeout(resolve, 10))
    await endAllSessions(trx, testApp.services.outbox, { userId: uuid, reason: 'mailbox-proven' })
  })
  assert.ok(trying)
  return trying
}

async function isSignInWaiting(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    testApp.services.db,
  )
  return rows.length > 0
}

async function openSessionsOf(userId: string): Promise<number> {
  const { db } = testApp.services
  return (
    await db
      .selectFrom('sessions')
      .select('id')
      .where('userId', '=', userId)
      .where('revokedAt', 'is', null)
      .execute()
  ).length
}

async function eventsOf(userId: string): Promise<string[]> {
  const { db } = testApp.services
  const rows = await db.selectFrom('auditEvents').select('event').where('userId', '=', userId).execute()
  return rows.map(({ event }) => event)
}

describe('password changed during a sign-in', () => {
  const changes = {
    replaced: (uuid: string) => (trx: Db) =>
      storePassword(trx, { userId: uuid, hash: '$argon2id$another', provenance: 'verified' }),
    removed: (uuid: string) => (trx: Db) =>
      trx.deleteFrom('credentials').where('userId', '=', uuid).execute(),
  }
  for (const [name, change] of Object.entries(changes)) {
    for (const isKnown of [true, false]) {
      it(`opens no session if the password was ${name} meanwhile, in ${isKnown ? 'a known' : 'an unknown'} browser`, async () => {
        const { uuid } = await testApp.makeUser()
        const first = await tryPassword(uuid)
        const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
        const answer = await signInMeanwhile(uuid, isKnown ? { cookie } : {}, change(uuid))
        assert.equal(answer.status, 400)
        assert.equal(answer.code, 'wrong-credentials')
        assert.equal(await openSessionsOf(uuid), 0)
        const { rows } = await sql`select from known_browsers where user_id = ${uuid}`.execute(
          testApp.services.db,
        )
        assert.equal(rows.length, 1, 'only the browser of the first sign-in is known')
        assert.deepEqual(await eventsOf(uuid), ['sign-in', 'sign-in-refused'])
      })
    }
  }

  it('opens a session if the password is still the same', async () => {
    const { uuid } = await testApp.makeUser()
    assert.equal((await tryPassword(uuid)).status, 200)
    assert.equal(await openSessionsOf(uuid), 1)
  })
})
