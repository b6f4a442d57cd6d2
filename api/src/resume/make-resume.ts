/** Makes the PDF of a résumé in a worker thread: one at a time, with bounds for waiting, time and memory. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Failure } from '../failure.ts'
import type { Resume } from './resume.ts'

/** A résumé takes about a tenth of a second, the first one a second more, in which the fonts load. */
const bounds = { makeMs: 10_000, mostWaiting: 8, idleMs: 60_000, memoryMb: 192 }

export type ResumeMaker = {
  /** Returns the PDF. Throws `overloaded` while too many wait, or if it takes too long. */
  make(resume: Resume): Promise<Buffer>
  /** Ends the thread. A résumé that is asked for later starts another one. */
  stop(): Promise<void>
}

/** The thread is started by the first résumé and ends a while after the last, with the memory of its fonts. */
export function createResumeMaker({ makeMs, mostWaiting, idleMs, memoryMb } = bounds): ResumeMaker {
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let unfinished = 0
  let last: Promise<unknown> = Promise.resolve()

  function start(): Worker {
    // Beside this file: the source, or in the build the file that api/vite.config.ts names.
    const name = `./resume-worker.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`
    const started = new Worker(new URL(name, import.meta.url), {
      // It needs nothing of the service's environment, which holds secrets.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    })
    // An error also rejects the wait for the message; without a listener it would end the process.
    started.on('error', () => {})
    started.once('exit', () => {
      if (worker === started) worker = null
    })
    started.unref()
    return started
  }

  async function stop(): Promise<void> {
    clearTimeout(idle)
    const stopped = worker
    worker = null
    await stopped?.terminate()
  }

  async function makeNow(resume: Resume): Promise<Buffer> {
    clearTimeout(idle)
    worker ??= start()
    const making = worker
    making.postMessage(resume)
    const over = new AbortController()
    const ended = once(making, 'exit', { signal: over.signal }).then(() => {
      throw new Error('The thread of résumés ended early')
    })
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(makeMs), over.signal])
      const [pdf] = await Promise.race([once(making, 'message', { signal }), ended])
      return Buffer.from(pdf)
    } catch (error) {
      await stop()
      throw error instanceof Error && error.name === 'AbortError'
        ? new Failure('overloaded', { waitSeconds: 5, cause: error })
        : error
    } finally {
      over.abort()
      ended.catch(() => {})
      if (worker) idle = setTimeout(() => void stop(), idleMs).unref()
    }
  }

  return {
    stop,
    async make(resume) {
      if (unfinished > mostWaiting) throw new Failure('overloaded', { waitSeconds: 5 })
      unfinished += 1
      const made = last.then(() => makeNow(resume))
      last = made.catch(() => {})
      try {
        return await made
      } finally {
        unfinished -= 1
      }
    },
  }
}
