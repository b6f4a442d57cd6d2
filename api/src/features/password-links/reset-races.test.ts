/**
 * Tests a reset and concurrent operations of the same user: there is no deadlock, and the reset ends all their sessions
 * (N-84).
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { exchangeCode } from '@foyer/contract/routes/handover'
import { refreshToken } from '@foyer/contract/routes/sessions'
import { login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { mailedCode, tryCode } from '../otp/test-codes.ts'
import { trySignUp } from '../sign-up/test-sign-ups.ts'
import { requestedLink, reset } from './test-links.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', limitsFactor: 1_000 } })
})
after(() => testApp.close())

async function countWaiting(): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    testApp.services.db,
  )
  return rows.length
}

/** Locks a row, starts each operation once the previous operation waits for the lock, and then releases the row. */
async function queueUp<const T extends readonly (() => Promise<unknown>)[]>(
  row: { table: 'users' | 'sessions'; userId: string },
  operations: T,
): Promise<{ -readonly [K in keyof T]: Awaited<ReturnType<T[K]>> }> {
  const started: Promise<unknown>[] = []
  await testApp.services.db.transaction().execute(async (trx) => {
    const column = row.table === 'users' ? 'id' : 'userId'
    await trx.selectFrom(row.table).select('id').where(column, '=', row.userId).forUpdate().execute()
    for (const operation of operations) {
      started.push(operation())
      while ((await countWaiting()) < started.length) await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })
  return Promise.all(started) as Promise<{ -readonly [K in keyof T]: Awaited<ReturnType<T[K]>> }>
}

describe('password reset races', () => {
  it('resets a password while a one-time code of the user is verified', async () => {
    const user = await testApp.makeUser()
    const link = await requestedLink(testApp, user)
    const code = await mailedCode(testApp, user)
    const [set, entered] = await queueUp({ table: 'users', userId: user.uuid }, [
      () => reset(testApp, link),
      () => tryCode(testApp, code),
    ])
    assert.equal(set.status, 200)
    assert.ok(entered.status === 200 || entered.status === 400, entered.text)
    if (entered.status !== 200) return
    const body = { refreshToken: entered.data.universal.refreshToken }
    assert.equal(
      (await testApp.call(refreshToken, { body })).status,
      401,
      'the reset ends an earlier session',
    )
  })

  it('resets a password while a platform redeems a code, and ends its session', async () => {
    const user = await testApp.makeUser()
    const link = await requestedLink(testApp, user)
    const body = { uuid: user.uuid, password: rightPassword, product: 'learning' } as const
    const { data } = await testApp.call(login, { body })
    const { code } = (await testApp.mint(data.accessToken)).data
    const [exchanged, set] = await queueUp({ table: 'sessions', userId: user.uuid }, [
      () => testApp.call(exchangeCode, { body: { code, platform: 'student' } }, { client: 'student-client' }),
      () => reset(testApp, link),
    ])
    assert.equal(set.status, 200)
    assert.ok(exchanged.status === 200 || exchanged.code === 'code-invalid', exchanged.text)
    const { rows } = await sql`
      select from sessions where user_id = ${user.uuid} and revoked_at is null`.execute(testApp.services.db)
    assert.equal(rows.length, 0)
  })

  it('leaves no known browser after a sign-up that is repeated during a reset', async () => {
    const { db } = testApp.services
    const email = 'asha@example.com'
    const again = () => trySignUp(testApp, { email }, { 'idempotency-key': key })
    const key = randomUUID()
    const { data } = await again()
    await sql`update emails set provenance = 'verified' where user_id = ${data.user.uuid}`.execute(db)
    const link = await requestedLink(testApp, { email })
    await holdKnownBrowsers(true)
    const started: Promise<unknown>[] = []
    await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(1)`.execute(trx)
      for (const operation of [again, () => reset(testApp, link)]) {
        started.push(operation())
        while ((await countWaiting()) < started.length)
          await new Promise((resolve) => setTimeout(resolve, 10))
      }
    })
    await Promise.all(started)
    await holdKnownBrowsers(false)
    const { rows } = await sql`select from known_browsers where user_id = ${data.user.uuid}`.execute(db)
    assert.equal(rows.length, 0)
  })
})

/** Makes each transaction that writes a known browser wait for an advisory lock. */
async function holdKnownBrowsers(isHeld: boolean): Promise<void> {
  const { db } = testApp.services
  if (!isHeld) return void (await sql`drop trigger zz_hold on known_browsers`.execute(db))
  await sql`create function hold() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock(1); return new; end'`.execute(db)
  await sql`create trigger zz_hold after insert on known_browsers for each row execute function hold()`.execute(
    db,
  )
}
