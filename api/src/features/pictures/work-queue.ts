/** Does small pieces of work one after another, after the answer to the user: nobody waits for them. */

type WorkQueue = {
  /** Returns false, and does nothing, while too much is waiting. The work must not reject. */
  add(work: (stopping: AbortSignal) => Promise<void>): boolean
  /** Resolves when nothing is left to do. */
  whenIdle(): Promise<void>
  /** Drops what is waiting, and resolves when the work under way has ended. */
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
