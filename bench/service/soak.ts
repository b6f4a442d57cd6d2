/**
 * `npm run bench -- --soak 120`: runs the service at half of its capacity for so many minutes while the clock of its
 * jobs is a month ahead, so that what ended is deleted in the next minute instead of in thirty days. Fails if memory,
 * descriptors, connections, tables or indexes grew in the second half.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { addUsers } from './add-users.ts'
import { otpUserCount, userCount } from './bench-settings.ts'
import type { BenchDatabase } from './database.ts'
import { openHttpClient } from './http-client.ts'
import { startMailReceiver } from './mail-receiver.ts'
import { entry, startService } from './production-service.ts'
import { type Figure, report } from './report.ts'
import { startSmsReceiver } from './sms-receiver.ts'
import { hasGrown, judge, keptTable, type Sample, takeSample } from './soak-figures.ts'
import { openSoakLoad, type SoakSummary } from './soak-load.ts'

const databaseName = 'foyer_soak'
/** Sessions and messages are kept for thirty days after their end; open sessions live thirty days. */
const ahead = '31 days'
const capacitySeconds = 15
const mostSamples = 400
const leastPauseMs = 3_000
/**
 * The jobs' clock also ends codes that are about to be redeemed, so a few calls are refused; the share is of all calls.
 */
const refusedShare = 0.002

/** Functions that the jobs' connection finds before those of Postgres. */
const aheadFunctions = `
  create schema soak;
  create function soak.now() returns timestamptz language sql stable
    as $$ select pg_catalog.now() + interval '${ahead}' $$;
  create function soak.statement_timestamp() returns timestamptz language sql stable
    as $$ select pg_catalog.statement_timestamp() + interval '${ahead}' $$;
  create function soak.clock_timestamp() returns timestamptz language sql volatile
    as $$ select pg_catalog.clock_timestamp() + interval '${ahead}' $$`

/** With DATABASE_DIRECT_URL the jobs have a connection of their own, and the database limits the waits of all others. */
const limits = { statement_timeout: 5_000, lock_timeout: 2_000, idle_in_transaction_session_timeout: 10_000 }

export async function soak(database: BenchDatabase, minutes: number): Promise<void> {
  const databaseUrl = await database.create(databaseName)
  await (await startService(databaseUrl)).stop()
  const users = await addUsers(databaseUrl)
  const otpUsers = await addUsers(databaseUrl, { count: otpUserCount, from: userCount })
  await using cleanup = new AsyncDisposableStack()
  const watcher = new pg.Client(databaseUrl)
  await watcher.connect()
  cleanup.defer(() => watcher.end())
  await watcher.query(aheadFunctions)
  for (const [name, ms] of Object.entries(limits))
    await watcher.query(`alter database ${databaseName} set ${name} = ${ms}`)
  // A minute between two rounds of autovacuum would be much of a short soak.
  await watcher.query(`alter system set autovacuum_naptime = '10s'`)
  await watcher.query('select pg_reload_conf()')
  cleanup.defer(async () => void (await watcher.query('alter system reset autovacuum_naptime')))

  for (const receiver of [await startSmsReceiver(), await startMailReceiver()])
    cleanup.defer(() => receiver.stop())
  const service = await startService(databaseUrl, {
    settings: {
      DATABASE_DIRECT_URL: `${databaseUrl}&options=${encodeURIComponent('-c search_path=soak,pg_catalog,public')}`,
    },
  })
  cleanup.defer(() => service.stop())
  const client = openHttpClient(service.url, 32)
  cleanup.defer(() => client.close())

  const load = openSoakLoad(client, users, otpUsers)
  const capacity = await load.measureCapacity(capacitySeconds)
  const perSecond = capacity / 2
  console.log(
    `${capacity.toFixed(0)} calls/s at full load; ${perSecond.toFixed(0)} calls/s for ${minutes} min`,
  )
  const ending = new AbortController()
  const running = load.run(perSecond, ending.signal)
  const samples: Sample[] = []
  const kept: number[] = []
  const endsAt = performance.now() + minutes * 60_000
  const pauseMs = Math.max(leastPauseMs, (minutes * 60_000) / mostSamples)
  while (performance.now() < endsAt) {
    const sample = await takeSample(watcher, service.pid)
    samples.push(sample.judged)
    kept.push(sample.kept)
    await sleep(Math.min(pauseMs, Math.max(0, endsAt - performance.now())))
  }
  ending.abort()
  const summary = await running
  const deleted = await deletedRows(watcher)
  const judged = judge(samples)
  report(`Soak, ${entry}: ${minutes} min, ${samples.length} samples`, [
    ...judged.filter(isWorthALine),
    ...figuresOf(summary, kept),
    ...deleted,
  ])
  if (hasGrown([...judged, refusedOf(summary)]) || deleted.some(({ value }) => value === 0))
    process.exitCode = 1
  for (const [what, count] of summary.refused) console.log(`${what}: ${count} times`)
}

/** Proves that the jobs' clock was ahead: without it, they would delete none of these rows for a day or a month. */
async function deletedRows(watcher: pg.Client): Promise<Figure[]> {
  const { rows } = await watcher.query(
    `select relname as name, n_tup_del::int as count from pg_stat_user_tables
     where relname in ('sessions', 'one_time_tokens', 'messages') order by 1`,
  )
  return rows.map(({ name, count }) => ({
    name: `${name} deleted by the jobs`,
    value: count,
    unit: '',
    target: { atLeast: 1 },
  }))
}

/** Most tables are empty, or never change. */
function isWorthALine({ value, unit, target }: Figure): boolean {
  const isGrown = hasGrown([{ name: '', value, unit, ...(target && { target }) }])
  return unit !== 'MB' || isGrown || Number(value) >= 1
}

function refusedOf({ calls, refused }: SoakSummary): Figure {
  const value = [...refused.values()].reduce((total, count) => total + count, 0)
  return { name: 'calls refused', value, unit: '', target: { atMost: Math.ceil(calls * refusedShare) } }
}

function figuresOf(summary: SoakSummary, kept: readonly number[]): Figure[] {
  const { calls, p99Ms } = summary
  const [first = Number.NaN] = kept
  const last = kept.at(-1) ?? Number.NaN
  return [
    { name: 'calls', value: calls, unit: '' },
    { name: 'p99 of the last 100,000 calls', value: p99Ms, unit: 'ms' },
    refusedOf(summary),
    { name: `${keptTable}, which is kept for months: growth`, value: last - first, unit: 'MB' },
  ]
}
