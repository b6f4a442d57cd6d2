/** Runs a job on a timer until it is stopped. */
import { setTimeout as sleep } from 'node:timers/promises'

export type RepeatingJob = {
  /** Resolves once the current run has finished. */
  stop(): Promise<void>
}

/**
 * Starts a job. Each run returns the wait in ms until the next run; the wait varies by 20 %, so that copies of the
 * service do not run at the same time. A run must not reject, and should end early once `stopping` is aborted.
 */
export function startRepeatingJob(
  run: (stopping: AbortSignal) => Promise<number>,
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
      waitMs = await run(signal)
    }
  }

  return {
    async stop() {
      stopping.abort()
      await stopped
    },
  }
}
