/**
 * F24: the background jobs delete two million expired rows while users sign in; compares sign-ins with and without the
 * deletion.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { connectToMigrate } from '../../../api/src/kernel/db/connect.ts'
import type { Tables } from '../../../api/src/kernel/db/tables.ts'
import type { Fault } from '../fault.ts'
import { recordAcknowledgements } from '../installation/acknowledgements.ts'
import { addExpiredRows, countExpiredRows } from '../installation/expired-rows.ts'
import { type Installation, openInstallation } from '../installation/installation.ts'
import {
  type Actor,
  actorsOf,
  describeLoad,
  type Summary,
  signInAll,
  startLoad,
} from '../installation/load.ts'

/** The copy of the service that holds this advisory lock runs the jobs (`api/src/operator/jobs/run-jobs.ts`). */
const guardKey = 4001
const longestLockMs = 100
const perSecond = 50
/** The first run of the jobs begins at most 6 s after the start. */
const firstRoundMs = 15_000
/** A run deletes at most 20,000 rows of each kind, which takes about a minute in total. */
const longestRoundMs = 240_000

export const fault: Fault = {
  id: 'F24',
  title: 'two million expired rows are deleted while users sign in',
  async run(check, { isShort }) {
    await using installation = await openInstallation({ isStarted: false })
    await using cleanup = new AsyncDisposableStack()
    const unhurried = connectToMigrate(
      { connectionString: `postgres://foyer@127.0.0.1:${installation.proxy.port}/foyer` },
      () => {},
    )
    cleanup.defer(() => unhurried.close())
    await using client = installation.openClient({ connections: 128 })
    const acknowledged = recordAcknowledgements()
    const actors: Actor[] = []
    const measure = async (isOver: () => boolean | Promise<boolean>): Promise<Summary> => {
      await signInAll(client, actors, acknowledged)
      const load = startLoad({ client, actors, acknowledged, perSecond })
      while (!(await isOver())) await sleep(200)
      return load.stop()
    }
    const restart = async () => {
      await installation.stopService('SIGTERM')
      await installation.startService()
    }

    await installation.startService()
    // Holding the jobs' lock keeps the service from running them.
    const { before, baseline } = await unhurried.db.connection().execute(async (guarded) => {
      await sql`select pg_advisory_lock(${guardKey})`.execute(guarded)
      const users = await installation.addUsers(2_000)
      actors.push(...actorsOf(users.slice(0, 200)))
      await addExpiredRows(guarded, isShort ? 4_000 : 400_000)
      await reportSlowness(guarded)
      await restart()
      const endsAt = performance.now() + (isShort ? 10_000 : 30_000)
      const baseline = await measure(() => performance.now() > endsAt)
      const before = await countExpiredRows(guarded)
      await restart()
      await sql`select pg_advisory_unlock(${guardKey})`.execute(guarded)
      return { before, baseline }
    })

    const logged = readLog(installation).length
    const round = watchRound(unhurried.db)
    const during = await measure(round.isOver)
    const slowness = readLog(installation).slice(logged)
    const after = await countExpiredRows(unhurried.db)

    check('the jobs ran during the load', round.hasStarted())
    for (const [table, count] of Object.entries(after)) {
      const deleted = (before[table] ?? 0) - count
      check(`expired rows of ${table} are deleted`, deleted > 0, deleted)
    }
    const requests = during.requests
    check('every request is answered with 200', during.statuses[200] === requests, describeLoad(during))
    check(
      'p99 stays under twice the p99 without deletions',
      during.p99Ms < 2 * baseline.p99Ms,
      `${during.p99Ms} ms, ${baseline.p99Ms} ms without (${describeLoad(baseline)})`,
    )
    const waits = slowness.filter((entry) => /still waiting for|acquired/.test(entry))
    check(
      `nothing waits ${longestLockMs} ms for a lock`,
      waits.length === 0,
      `${waits.length} ${waits[0] ?? ''}`,
    )
    const batches = slowness.filter((entry) =>
      /duration: .*\b(delete from|set payload = null)\b/s.test(entry),
    )
    check(
      `no deletion holds its locks for ${longestLockMs} ms`,
      batches.length === 0,
      `${batches.length} ${batches[0]?.slice(0, 200) ?? ''}`,
    )
    await acknowledged.checkSessions(client, check)
    await acknowledged.checkCodes(client, check)
  },
}

/** Makes Postgres log every lock wait and statement of at least this duration, so that none is missed. */
async function reportSlowness(db: Kysely<Tables>): Promise<void> {
  for (const setting of ['log_lock_waits = on', `deadlock_timeout = ${longestLockMs}`])
    await sql.raw(`alter system set ${setting}`).execute(db)
  await sql.raw(`alter system set log_min_duration_statement = ${longestLockMs}`).execute(db)
  await sql`select pg_reload_conf()`.execute(db)
}

/** Returns the entries of Postgres's log; an entry may have several lines. */
function readLog(installation: Installation): string[] {
  const log = readFileSync(join(dirname(installation.dataFolder()), 'postgres.log'), 'utf8')
  return log.split(/^(?=\d{4}-\d\d-\d\d )/m)
}

/** Reports whether the current or next run of the jobs is over, or has taken the maximum time. */
function watchRound(db: Kysely<Tables>) {
  let startedAt: number | undefined
  let hasStarted = false
  return {
    hasStarted: () => hasStarted,
    async isOver(): Promise<boolean> {
      const { rows } = await sql`
        select from pg_locks where locktype = 'advisory' and objid = ${guardKey} and granted`.execute(db)
      const isRunning = rows.length > 0
      startedAt ??= performance.now()
      const lasted = performance.now() - startedAt
      if (hasStarted) return !isRunning || lasted > longestRoundMs
      hasStarted = isRunning
      return lasted > firstRoundMs
    },
  }
}
