/** Runs work of the same name one after another within this process. */
import { setTimeout as sleep } from 'node:timers/promises'

export type PerKeyQueue = <T>(
  name: string,
  waitMs: number,
  work: () => Promise<T>,
) => Promise<T | 'waited-enough'>

export function createPerKeyQueue(): PerKeyQueue {
  /** The end of each queue, by name. */
  const ends = new Map<string, Promise<unknown>>()

  return async function inTurn(name, waitMs, work) {
    const ahead = ends.get(name)
    const { promise: done, resolve: leave } = Promise.withResolvers<void>()
    // A waiter that times out must not release the ones queued after it.
    const end = Promise.all([ahead, done])
    ends.set(name, end)
    end.finally(() => {
      if (ends.get(name) === end) ends.delete(name)
    })
    try {
      if (ahead && !(await settlesWithin(ahead, waitMs))) return 'waited-enough'
      return await work()
    } finally {
      leave()
    }
  }
}

async function settlesWithin(work: Promise<unknown>, waitMs: number): Promise<boolean> {
  const timer = new AbortController()
  const late = sleep(waitMs, false, { signal: timer.signal }).catch(() => false)
  const isSettled = await Promise.race([work.then(() => true), late])
  timer.abort()
  return isSettled
}
