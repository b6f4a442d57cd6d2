/** The service's own loop that forwards to the collector. */
import type { FastifyBaseLogger } from 'fastify'
import { type RepeatingJob, startRepeatingJob } from '../repeating-job.ts'
import { batchSize, type Forwarding, forwardBatch } from './forward-batch.ts'

type Times = { everyMs: number; maxWaitMs: number }

/** While the collector is away it is asked less and less often. Nothing in here ends the service. */
export function startForwarding(
  forwarding: Forwarding,
  log: Pick<FastifyBaseLogger, 'warn'>,
  { everyMs, maxWaitMs }: Times = { everyMs: 3_000, maxWaitMs: 60_000 },
): RepeatingJob {
  let waitMs = everyMs

  /** Batch after batch until there are no more; false when one did not get there. */
  async function forwardAll(stopping: AbortSignal): Promise<boolean> {
    try {
      while (!stopping.aborted) {
        const { count, dropped, error } = await forwardBatch(forwarding)
        if (dropped > 0) log.warn({ dropped }, 'analytics dropped: the collector was away for too long')
        if (error) {
          log.warn({ err: error }, 'the analytics collector is away')
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

  async function takeTurn(stopping: AbortSignal): Promise<number> {
    const isFine = await forwardAll(stopping)
    waitMs = isFine ? everyMs : Math.min(maxWaitMs, waitMs * 2)
    return waitMs
  }

  return startRepeatingJob(takeTurn, { firstAfterMs: everyMs })
}
