/** One round of all chores, by one copy of the service at a time. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Keyring } from '../keyring.ts'
import { batchSize, type Job, jobs } from './jobs.ts'

export type Housekeeping = { db: Kysely<Tables>; keyring: Keyring }

/** What a chore did before it was done, or failed. */
export type Report = { job: string; count: number; error?: unknown }

const guardKey = 4001
/** Of one chore in one round: however much comes in meanwhile, the others have their turn. */
const mostBatches = 200
/** Between two batches, for those who wait for the database. */
const pauseMs = 50

/**
 * A chore that fails is reported and keeps no other from its turn. Null when another copy is at it. One connection of
 * the pool holds the guard and does everything, so a pool of one is enough.
 */
export function runJobs({ db, keyring }: Housekeeping, stopping: AbortSignal): Promise<Report[] | null> {
  return db.connection().execute(async (guarded) => {
    const { rows } = await sql<{
      isMine: boolean
    }>`select pg_try_advisory_lock(${guardKey}) as is_mine`.execute(guarded)
    if (!rows[0]?.isMine) return null
    try {
      const reports: Report[] = []
      for (const job of jobs) reports.push(await finish(job, { db: guarded, keyring }, stopping))
      return reports
    } finally {
      // A connection that broke has lost the lock with it.
      await sql`select pg_advisory_unlock(${guardKey})`.execute(guarded).catch(() => {})
    }
  })
}

async function finish(job: Job, { db, keyring }: Housekeeping, stopping: AbortSignal): Promise<Report> {
  const report: Report = { job: job.name, count: 0 }
  try {
    for (let batch = 0; batch < mostBatches && !stopping.aborted; batch += 1) {
      const count = await job.doBatch(db, keyring)
      report.count += count
      if (count < batchSize) break
      await sleep(pauseMs)
    }
  } catch (error) {
    report.error = error
  }
  return report
}
