/** Runs all background jobs once. Only one copy of the service runs them at a time. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { batchSize, type Job, type JobResources, jobs } from './jobs.ts'

/** The number of rows that a job processed in one run, and the error if it failed. */
export type Report = { job: string; count: number; error?: unknown }

const guardKey = 4001
/** Limits one job in one run, so that a busy job does not delay the others. */
const maxBatches = 200
/** Pause between two batches, so that requests can use the database. */
const pauseMs = 50

/**
 * Runs each job until no work is left. Reports a failed job and continues with the next. Returns null if another copy
 * is running the jobs. One connection holds the advisory lock and runs all queries, so a pool of one connection
 * suffices.
 */
export function runJobs({ db, ...others }: JobResources, stopping: AbortSignal): Promise<Report[] | null> {
  return db.connection().execute(async (guarded) => {
    const { rows } = await sql<{
      isMine: boolean
    }>`select pg_try_advisory_lock(${guardKey}) as is_mine`.execute(guarded)
    if (!rows[0]?.isMine) return null
    try {
      const reports: Report[] = []
      for (const job of jobs) reports.push(await finish(job, { db: guarded, ...others }, stopping))
      return reports
    } finally {
      // A broken connection has already released the lock.
      await sql`select pg_advisory_unlock(${guardKey})`.execute(guarded).catch(() => {})
    }
  })
}

async function finish(job: Job, resources: JobResources, stopping: AbortSignal): Promise<Report> {
  const report: Report = { job: job.name, count: 0 }
  try {
    for (let batch = 0; batch < maxBatches && !stopping.aborted; batch += 1) {
      const count = await job.doBatch(resources)
      report.count += count
      if (count < batchSize) break
      await sleep(pauseMs)
    }
  } catch (error) {
    report.error = error
  }
  return report
}
