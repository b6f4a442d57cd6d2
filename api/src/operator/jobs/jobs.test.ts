import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { exchangeCode } from '@foyer/contract/routes/handover'
import { refreshToken } from '@foyer/contract/routes/sessions'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { openTestApp, originOf, type TestApp } from '../../testing/test-app.ts'
import { jobs } from './jobs.ts'
import { type Report, runJobs } from './run-jobs.ts'
import { startJobs } from './start-jobs.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp()
})
after(() => testApp.close())
beforeEach(() => run('truncate attempts, one_time_tokens, sessions cascade'))

async function run(statement: string): Promise<void> {
  await sql.raw(statement).execute(testApp.services.db)
}

async function keysOf(table: 'attempts' | 'one_time_tokens' | 'sessions'): Promise<string[]> {
  const name = { attempts: 'key', one_time_tokens: 'purpose', sessions: 'platform' }[table]
  const { rows } = await sql<{
    name: string
  }>`select distinct ${sql.ref(name)} as name from ${sql.table(table)}
    order by 1`.execute(testApp.services.db)
  return rows.map((row) => row.name)
}

async function countOf(table: string): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from ${sql.table(table)}`.execute(testApp.services.db)
  return rows[0]?.count ?? 0
}

const runAll = (on = testApp): Promise<Report[] | null> => runJobs(on.services, new AbortController().signal)

/** Inserts 250 counters whose window has ended. */
const oldAttempts = `insert into attempts (key, count, window_ends_at)
  select 'old ' || number, 1, now() - interval '1 second' from generate_series(1, 250) as number`

describe('background jobs', () => {
  it('deletes counters whose window has ended, in batches, and keeps the others', async () => {
    await run(oldAttempts)
    await run(`insert into attempts (key, count, window_ends_at, blocked_until) values
      ('window', 1, now() + interval '1 minute', null),
      ('wait', 1, now() - interval '1 minute', now() + interval '1 minute')`)
    const reports = await runAll()
    assert.deepEqual(
      reports?.find((report) => report.job === 'attempts'),
      { job: 'attempts', count: 250 },
    )
    assert.deepEqual(await keysOf('attempts'), ['wait', 'window'])
  })

  it('deletes lockouts without an attempt for 400 days and keeps those that lock permanently', async () => {
    await run(`insert into attempts (key, count, blocked_until, touched_at) values
      ('recent', 3, null, now() - interval '399 days'),
      ('idle', 3, null, now() - interval '401 days'),
      ('waited', 30, now() - interval '400 days', now() - interval '401 days'),
      ('closed', 100, 'infinity', now() - interval '401 days'),
      ('added', 3, null, now() - interval '401 days')`)
    await run(`update attempts set count = 4 where key = 'added'`)
    await runAll()
    assert.deepEqual(await keysOf('attempts'), ['added', 'closed', 'recent'])
  })

  it('deletes one-time tokens a day after they expired', async () => {
    await run(`insert into one_time_tokens (purpose, hash, expires_at, used_at)
      select 'old', sha256(number::text::bytea), now() - interval '25 hours', case when number > 100 then now() end
      from generate_series(1, 250) as number`)
    await run(`insert into one_time_tokens (purpose, hash, expires_at) values
      ('yesterday', 'a', now() - interval '23 hours'), ('open', 'b', now() + interval '1 minute')`)
    await runAll()
    assert.deepEqual(await keysOf('one_time_tokens'), ['open', 'yesterday'])
  })

  it('deletes password links a month after they expired', async () => {
    await run(`insert into one_time_tokens (purpose, hash, expires_at, used_at) values
      ('reset', 'a', now() - interval '31 days', null), ('create', 'b', now() - interval '31 days', now()),
      ('beta', 'c', now() - interval '29 days', null)`)
    await runAll()
    assert.deepEqual(await keysOf('one_time_tokens'), ['beta'])
  })

  it('keeps a used handover code as long as the session it opened, so that a replay still ends that session', async () => {
    const { accessToken } = await testApp.signIn()
    const { code } = (await testApp.mint(accessToken, { redirectUrl: `${originOf('student')}/callback` }))
      .data
    const client = 'student-client'
    const redeem = () => testApp.call(exchangeCode, { body: { code, platform: 'student' } }, { client })
    const { session } = (await redeem()).data
    await run(`update one_time_tokens set expires_at = now() - interval '29 days'`)
    await runAll()
    assert.equal((await redeem()).code, 'code-invalid')
    const body = { refreshToken: session.refreshToken }
    const renewed = await testApp.call(refreshToken, { body }, { client })
    assert.equal(renewed.status, 401)
  })

  it('deletes sessions thirty days after their end, with their child sessions and codes', async () => {
    const { accessToken } = await testApp.signIn()
    await testApp.mint(accessToken)
    const id = String(decodeJwt(accessToken).sid)
    await run(`insert into sessions (parent_id, user_id, platform, amr, idle_seconds, idle_expires_at, expires_at)
      select '${id}', user_id, 'professor', amr, 1, idle_expires_at, expires_at from sessions`)
    await run(`insert into sessions (user_id, platform, amr, idle_seconds, idle_expires_at, expires_at, revoked_at)
      select user_id, over.platform, amr, 1, now() + over.ends, now() + over.ends, now() + over.revoked
      from sessions, (values ('ran out', interval '-31 days', null), ('ended', '10 days', interval '-31 days'),
        ('just ran out', '-29 days', null), ('just ended', '10 days', '-29 days')) as over (platform, ends, revoked),
        generate_series(1, 60) where id = '${id}'`)
    await runAll()
    assert.deepEqual(await keysOf('sessions'), ['just ended', 'just ran out', 'professor', 'student'])
    await run(`update sessions set revoked_at = now() - interval '31 days' where id = '${id}'`)
    await runAll()
    assert.deepEqual(await keysOf('sessions'), ['just ended', 'just ran out'])
    assert.equal(await countOf('one_time_tokens'), 0)
  })

  it('skips rows that another transaction has locked, and deletes them in the next round', async () => {
    await run(oldAttempts)
    await testApp.services.db.transaction().execute(async (trx) => {
      await sql`select from attempts where key in ('old 1', 'old 2') for update`.execute(trx)
      await runAll()
      assert.deepEqual(await keysOf('attempts'), ['old 1', 'old 2'])
    })
    await runAll()
    assert.deepEqual(await keysOf('attempts'), [])
  })

  it('rotates signing keys that are due', async () => {
    await run(`update signing_keys set activated_at = now() - interval '89 days' where state = 'active'`)
    const reports = await runAll()
    assert.deepEqual(reports?.[0], { job: 'signing keys', count: 1 })
    await run(`delete from signing_keys where state = 'next'`)
  })

  it('runs the background jobs in one copy of the service at a time', async () => {
    await run(oldAttempts)
    const before = await countOf('attempts')
    await testApp.services.db.connection().execute(async (other) => {
      await sql`select pg_advisory_lock(4001)`.execute(other)
      assert.equal(await runAll(), null)
      await sql`select pg_advisory_unlock(4001)`.execute(other)
    })
    assert.equal(await countOf('attempts'), before)
    assert.notEqual(await runAll(), null, 'another copy may run them afterwards')
    assert.equal(await countOf('attempts'), 0)
  })

  it('runs all background jobs with a single database connection', async () => {
    const narrow = await openTestApp({ poolSize: 1 })
    assert.deepEqual(
      (await runAll(narrow))?.filter((report) => report.error),
      [],
    )
    await narrow.close()
  })

  it('continues with the next background job when one fails', async () => {
    const own = await openTestApp()
    await sql`alter table attempts rename to elsewhere`.execute(own.services.db)
    const reports = (await runAll(own)) ?? []
    assert.deepEqual(
      reports.map(({ job, error }) => [job, error !== undefined]),
      jobs.map(({ name }) => [name, name === 'attempts']),
    )
    await own.close()
  })
})

describe('loop of background jobs', () => {
  it('repeats the background jobs, also after a failure, until it is stopped', async () => {
    const own = await openTestApp()
    const { db } = own.services
    const add = () => sql.raw(oldAttempts).execute(db)
    const gone = async () => {
      const { rows } = await sql`select from attempts`.execute(db)
      return rows.length === 0
    }
    const until = async (isDone: () => Promise<boolean>) => {
      while (!(await isDone())) await sleep(20)
    }
    const { log } = own.app
    await add()
    const loops = [1, 2].map(() => startJobs(own.services, log, { firstAfterMs: 10, everyMs: 30 }))
    await until(gone)
    await sql`alter table attempts rename to elsewhere`.execute(db)
    await sleep(100)
    await sql`alter table elsewhere rename to attempts`.execute(db)
    await add()
    await until(gone)
    await Promise.all(loops.map((loop) => loop.stop()))
    await add()
    await sleep(150)
    assert.equal(await gone(), false)
    await own.close()
  })

  it('stops the loop of background jobs at once while it waits, and while the database is unreachable', async () => {
    const own = await openTestApp()
    const waiting = startJobs(own.services, own.app.log)
    await waiting.stop()
    await own.close()
    const lost = startJobs(own.services, own.app.log, { firstAfterMs: 1, everyMs: 5 })
    await sleep(50)
    await lost.stop()
  })
})
