/**
 * Makes the files of résumés in a separate process, one at a time, with limits on waiting and working. Typesetting is
 * native code that a thread could not interrupt, and its faults end the process that runs it.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Failure } from '../../kernel/failure.ts'
import { createFairQueue } from '../../kernel/limits/fair-queue.ts'
import type { Resume } from './resume.ts'
import type { ResumeForm } from './typeset-resume.ts'

/** A résumé takes less than 0.1 s; the first takes 0.5 s, because the process starts. */
const defaults = { mostWaiting: 20, perUser: 2, waitMs: 5_000, makeMs: 5_000, idleMs: 60_000 }

type ResumeBounds = typeof defaults

type ResumeMaker = {
  /**
   * Returns the file within `waitMs` and twice `makeMs`. Throws `too-many-attempts` if the user has too many résumés in
   * progress, and `overloaded` if too many wait, or if waiting or making takes too long.
   */
  make(userId: string, resume: Resume, form?: ResumeForm): Promise<Buffer>
  /** Ends the process; the next résumé starts another. */
  stop(): Promise<void>
}

/**
 * Creates the maker. The first résumé starts the process, which ends `idleMs` after the last one and frees the memory
 * of its fonts.
 */
export function createResumeMaker(bounds: Partial<ResumeBounds> = {}): ResumeMaker {
  const { mostWaiting, perUser, waitMs, makeMs, idleMs } = { ...defaults, ...bounds }
  const queue = createFairQueue({ atOnce: 1, mostWaiting, perUser })
  let child: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined

  function start(): ChildProcess {
    // The process's file is next to this one: its source, or the file that api/vite.config.ts names for the build.
    const name = `./resume-process.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`
    const started = fork(new URL(name, import.meta.url), {
      // The process needs no environment variables, which include secrets. Its output is ignored, because it could
      // contain users' texts.
      env: {},
      execArgv: ['--max-old-space-size=64', '--max-semi-space-size=1'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    // The `exit` event reports the failure; an 'error' event without a listener would end the service.
    started.on('error', () => {})
    started.once('exit', () => {
      if (child === started) child = null
    })
    started.unref()
    started.channel?.unref()
    return started
  }

  async function stop(): Promise<void> {
    clearTimeout(idle)
    const stopped = child
    child = null
    if (stopped?.exitCode !== null || stopped.signalCode !== null) return
    const ended = once(stopped, 'exit')
    stopped.kill('SIGKILL')
    await ended
  }

  async function makeNow(resume: Resume, form: ResumeForm): Promise<Buffer> {
    clearTimeout(idle)
    child ??= start()
    const making = child
    const over = new AbortController()
    const ended = once(making, 'exit', { signal: over.signal }).then(([code, signal]) => {
      throw new Error(`The process of résumés ended with ${signal ?? code}`)
    })
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(makeMs), over.signal])
      const answer = once(making, 'message', { signal })
      making.send({ resume, form })
      const [file] = await Promise.race([answer, ended])
      return Buffer.from(file)
    } catch (error) {
      await stop()
      throw error instanceof Error && error.name === 'AbortError'
        ? new Failure('overloaded', { waitSeconds: 5, cause: error })
        : error
    } finally {
      over.abort()
      ended.catch(() => {})
      if (child) idle = setTimeout(() => void stop(), idleMs).unref()
    }
  }

  return {
    stop,
    async make(userId, resume, form = 'pdf') {
      const startBy = performance.now() + waitMs
      return queue.run(userId, () => {
        if (performance.now() >= startBy) throw new Failure('overloaded', { waitSeconds: 5 })
        return makeNow(resume, form)
      })
    },
  }
}
