/** The service's own loop of chores. */
import type { FastifyBaseLogger } from 'fastify'
import { type RepeatingJob, startRepeatingJob } from '../repeating-job.ts'
import { type Housekeeping, runJobs } from './run-jobs.ts'

type Times = { firstAfterMs: number; everyMs: number }

/** Nothing that goes wrong in here ends the service: it is logged and tried again. */
export function startJobs(
  services: Housekeeping,
  log: FastifyBaseLogger,
  { firstAfterMs, everyMs }: Times = { firstAfterMs: 5_000, everyMs: 60_000 },
): RepeatingJob {
  async function doRound(stopping: AbortSignal): Promise<number> {
    try {
      const reports = (await runJobs(services, stopping)) ?? []
      for (const { job, count, error } of reports) {
        if (count > 0) log.info({ job, count }, 'housekeeping')
        if (error) log.error({ err: error, job }, 'housekeeping failed')
      }
    } catch (error) {
      log.warn({ err: error }, 'housekeeping did not reach the database')
    }
    return everyMs
  }

  return startRepeatingJob(doRound, { firstAfterMs })
}
