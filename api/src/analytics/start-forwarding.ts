/** The service's own loop that forwards to the collector. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { batchSize, type Forwarding, forwardBatch } from './forward-batch.ts'

export type RunningForwarding = {
  /** Resolves once the batch under way is done. */
  stop(): Promise<void>
}

type Times = { everyMs: number; maxWaitMs: number }

/** While the collector is away it is asked less and less often. Nothing in here ends the service. */
export function startForwarding(
  forwarding: Forwarding,
  log: Pick<FastifyBaseLogger, 'warn'>,
  { everyMs, maxWaitMs }: Times = { everyMs: 3_000, maxWaitMs: 60_000 },
): RunningForwarding {
  const stopping = new AbortController()
  const stopped = loop()

  async function loop(): Promise<void> {
    let waitMs = everyMs
    while (!stopping.signal.aborted) {
      await wait(waitMs)
      const isFine = await forwardAll()
      waitMs = isFine ? everyMs : Math.min(maxWaitMs, waitMs * 2)
    }
  }

  /** Batch after batch until there are no more; false when one did not get there. */
  async function forwardAll(): Promise<boolean> {
    try {
      while (!stopping.signal.aborted) {
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

  /** Give or take a fifth, so that copies started together do not come together. */
  async function wait(ms: number): Promise<void> {
    const { signal } = stopping
    await sleep(ms * (0.8 + Math.random() * 0.4), undefined, { signal }).catch(() => {})
  }

  return {
    async stop() {
      stopping.abort()
      await stopped
    },
  }
}
