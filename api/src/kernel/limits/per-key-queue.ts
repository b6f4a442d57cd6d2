/** Runs tasks with the same name one after another within this process. */
import { setTimeout as sleep } from 'node:timers/promises'

type PerKeyQueue = <T>(name: string, waitMs: number, work: () => Promise<T>) => Promise<T | 'waited-enough'>

/**
 * Creates the queues. While `mostWaiting` callers of a name wait, further tasks are refused at once with
 * 'waited-enough'.
 */
export function createPerKeyQueue({ mostWaiting = Number.POSITIVE_INFINITY } = {}): PerKeyQueue {
  /** The end of each queue and the number of its tasks, by name. */
  const queues = new Map<string, { end: Promise<unknown>; count: number }>()

  return async function inTurn(name, waitMs, work) {
    const queue = queues.get(name) ?? { end: Promise.resolve(), count: 0 }
    if (queue.count > mostWaiting) return 'waited-enough'
    const { end: ahead, count: others } = queue
    const { promise: done, resolve: leave } = Promise.withResolvers<void>()
    // A waiter that times out must not release the ones queued after it.
    const end = Promise.all([ahead, done])
    queue.end = end
    queue.count += 1
    queues.set(name, queue)
    try {
      if (others > 0 && !(await settlesWithin(ahead, waitMs))) return 'waited-enough'
      return await work()
    } finally {
      leave()
      queue.count -= 1
      if (queue.count === 0) queues.delete(name)
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
