/** Runs small tasks one after another. No answer to a user waits for them. */

type WorkQueue = {
  /** Queues a task, which must not reject. Returns false without queueing if the queue is full or stopped. */
  add(work: (stopping: AbortSignal) => Promise<void>): boolean
  /** Resolves when the queue is empty. */
  whenIdle(): Promise<void>
  /** Drops the waiting tasks, and resolves when the current task has ended. */
  stop(): Promise<void>
}

export function createWorkQueue({ mostWaiting }: { mostWaiting: number }): WorkQueue {
  const stopping = new AbortController()
  const waiting: ((stopping: AbortSignal) => Promise<void>)[] = []
  let working: Promise<void> | null = null

  async function workOff(): Promise<void> {
    for (let work = waiting.shift(); work; work = waiting.shift()) await work(stopping.signal)
    working = null
  }

  return {
    add(work) {
      if (stopping.signal.aborted || waiting.length >= mostWaiting) return false
      waiting.push(work)
      working ??= workOff()
      return true
    },
    async whenIdle() {
      await working
    },
    async stop() {
      stopping.abort()
      waiting.length = 0
      await working
    },
  }
}
