/** Work of the service's own, done again and again until it is told to stop. */
import { setTimeout as sleep } from 'node:timers/promises'

export type RepeatingJob = {
  /** Resolves once the turn under way is done. */
  stop(): Promise<void>
}

/**
 * Each turn answers how long to wait for the next, give or take a fifth, so that copies started together do not come
 * together. A turn never rejects, and ends early once `stopping` says so.
 */
export function startRepeatingJob(
  takeTurn: (stopping: AbortSignal) => Promise<number>,
  { firstAfterMs }: { firstAfterMs: number },
): RepeatingJob {
  const stopping = new AbortController()
  const { signal } = stopping
  const stopped = loop()

  async function loop(): Promise<void> {
    let waitMs = firstAfterMs
    for (;;) {
      await sleep(waitMs * (0.8 + Math.random() * 0.4), undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      waitMs = await takeTurn(signal)
    }
  }

  return {
    async stop() {
      stopping.abort()
      await stopped
    },
  }
}
