/** Runs the job that forwards analytics to the collector. */
import type { FastifyBaseLogger } from 'fastify'
import { type RepeatingJob, startRepeatingJob } from '../repeating-job.ts'
import { batchSize, type Forwarding, forwardBatch } from './forward-batch.ts'

type Times = { everyMs: number; maxWaitMs: number }

/** Starts the job. While the collector is unreachable, the waits grow, and no error ends the service. */
export function startForwarding(
  forwarding: Forwarding,
  log: Pick<FastifyBaseLogger, 'warn'>,
  { everyMs, maxWaitMs }: Times = { everyMs: 3_000, maxWaitMs: 60_000 },
): RepeatingJob {
  let waitMs = everyMs

  /** Forwards batch after batch until none is left; returns false if one failed. */
  async function forwardAll(stopping: AbortSignal): Promise<boolean> {
    try {
      while (!stopping.aborted) {
        const { count, dropped, error } = await forwardBatch(forwarding)
        if (dropped > 0)
          log.warn({ dropped }, 'analytics dropped: the collector was unreachable for too long')
        if (error) {
          log.warn({ err: error }, 'the analytics collector is unreachable')
          return false
        }
        if (count < batchSize) break
      }
      return true
    } catch (error) {
      log.warn({ err: error }, 'forwarding analytics did not reach the database')
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
