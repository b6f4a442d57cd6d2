/** Runs a limited number of tasks at the same time; the others wait in order of arrival. */

type QueueBounds = {
  atOnce: number
  mostWaiting: number
  /** The longest wait; without a value a task waits until a slot is free. */
  waitMs?: number
  /** Creates the error for a task that finds the queue full or has waited too long. */
  refuse(): Error
}

type BoundedQueue = {
  /** Runs `work` as soon as a slot is free. */
  run<T>(work: () => Promise<T>): Promise<T>
  load(): { running: number; waiting: number }
}

type Waiting = { start(): void; expire: NodeJS.Timeout | undefined }

export function createBoundedQueue({ atOnce, mostWaiting, waitMs, refuse }: QueueBounds): BoundedQueue {
  const waiting: Waiting[] = []
  let running = 0

  async function takeSlot(): Promise<void> {
    if (running < atOnce) {
      running += 1
      return
    }
    if (waiting.length >= mostWaiting) throw refuse()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const entry: Waiting = { start: resolve, expire: undefined }
    if (waitMs !== undefined)
      entry.expire = setTimeout(() => {
        waiting.splice(waiting.indexOf(entry), 1)
        reject(refuse())
      }, waitMs)
    waiting.push(entry)
    await promise
  }

  /** Starts the next waiting task. */
  function freeSlot(): void {
    const next = waiting.shift()
    if (!next) {
      running -= 1
      return
    }
    clearTimeout(next.expire)
    next.start()
  }

  return {
    async run(work) {
      await takeSlot()
      try {
        return await work()
      } finally {
        freeSlot()
      }
    },
    load: () => ({ running, waiting: waiting.length }),
  }
}
