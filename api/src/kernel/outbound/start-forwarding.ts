/** Runs a job that forwards the rows of one table to a collector. */
import type { FastifyBaseLogger } from 'fastify'
import { type RepeatingJob, startRepeatingJob } from '../repeating-job.ts'
import { batchSize, type Forwarded } from './forward-due.ts'

type Times = { everyMs: number; maxWaitMs: number }

/**
 * Starts the job. The waits grow while the collector is unreachable, and no error ends the service. `records` names the
 * rows in the log.
 */
export function startForwarding(
  { records, forwardBatch }: { records: string; forwardBatch: () => Promise<Forwarded> },
  log: Pick<FastifyBaseLogger, 'warn'>,
  { everyMs, maxWaitMs }: Times = { everyMs: 3_000, maxWaitMs: 60_000 },
): RepeatingJob {
  let waitMs = everyMs

  /** Forwards batches until no due row is left; returns false if a batch failed. */
  async function forwardAll(stopping: AbortSignal): Promise<boolean> {
    try {
      while (!stopping.aborted) {
        const { count, dropped, error } = await forwardBatch()
        if (dropped > 0)
          log.warn({ dropped }, `${records} dropped: the collector was unreachable for too long`)
        if (error) {
          log.warn({ err: error }, `the collector of ${records} is unreachable`)
          return false
        }
        if (count < batchSize) break
      }
      return true
    } catch (error) {
      log.warn({ err: error }, `forwarding ${records} did not reach the database`)
      return false
    }
  }

  async function runOnce(stopping: AbortSignal): Promise<number> {
    const isDelivered = await forwardAll(stopping)
    waitMs = isDelivered ? everyMs : Math.min(maxWaitMs, waitMs * 2)
    return waitMs
  }

  return startRepeatingJob(runOnce, { firstAfterMs: everyMs })
}
