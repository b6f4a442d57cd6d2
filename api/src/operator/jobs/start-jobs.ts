/** Runs the background jobs every minute. */
import type { FastifyBaseLogger } from 'fastify'
import { type RepeatingJob, startRepeatingJob } from '../../kernel/repeating-job.ts'
import type { JobResources } from './jobs.ts'
import { runJobs } from './run-jobs.ts'

type Times = { firstAfterMs: number; everyMs: number }

/** Logs every failure and tries again in the next run; no failure ends the service. */
export function startJobs(
  services: JobResources,
  log: FastifyBaseLogger,
  { firstAfterMs, everyMs }: Times = { firstAfterMs: 5_000, everyMs: 60_000 },
): RepeatingJob {
  async function doRound(stopping: AbortSignal): Promise<number> {
    try {
      const reports = (await runJobs(services, stopping)) ?? []
      for (const { job, count, error } of reports) {
        if (count > 0) log.info({ job, count }, 'background job done')
        if (error) log.error({ err: error, job }, 'background job failed')
      }
    } catch (error) {
      log.warn({ err: error }, 'background jobs did not reach the database')
    }
    return everyMs
  }

  return startRepeatingJob(doRound, { firstAfterMs })
}
