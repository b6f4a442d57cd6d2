/** The service's own loop of chores. */
import type { FastifyBaseLogger } from 'fastify'
import { type Repeating, repeat } from '../repeating-job.ts'
import { doChores, type Housekeeping } from './run-jobs.ts'

type Times = { firstAfterMs: number; everyMs: number }

/** Nothing that goes wrong in here ends the service: it is logged and tried again. */
export function startHousekeeping(
  services: Housekeeping,
  log: FastifyBaseLogger,
  { firstAfterMs, everyMs }: Times = { firstAfterMs: 5_000, everyMs: 60_000 },
): Repeating {
  async function doRound(stopping: AbortSignal): Promise<number> {
    try {
      const reports = (await doChores(services, stopping)) ?? []
      for (const { chore, count, error } of reports) {
        if (count > 0) log.info({ chore, count }, 'housekeeping')
        if (error) log.error({ err: error, chore }, 'housekeeping failed')
      }
    } catch (error) {
      log.warn({ err: error }, 'housekeeping did not reach the database')
    }
    return everyMs
  }

  return repeat(doRound, { firstAfterMs })
}
