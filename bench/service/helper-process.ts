/** Runs a measured counterpart in a separate process, which reports when it is ready and answers questions. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export type HelperProcess = {
  pid: number
  ask<Answer>(question: unknown): Promise<Answer>
  stop(): Promise<void>
}

/**
 * Starts the process. `file` is relative to bench/; it sends one message when it is ready, and ends when its channel
 * closes.
 */
export async function startHelper(file: string, args: string[] = []): Promise<HelperProcess> {
  const child = fork(join(import.meta.dirname, '..', file), args, {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const ended = once(child, 'exit')
  await answered()
  return { pid: child.pid ?? 0, ask, stop }

  async function ask<Answer>(question: unknown): Promise<Answer> {
    child.send(question as object)
    return answered() as Promise<Answer>
  }

  async function answered(): Promise<unknown> {
    const [answer] = await Promise.race([
      once(child, 'message'),
      ended.then(([code]) => Promise.reject(new Error(`${file} ended with ${code}`))),
    ])
    return answer
  }

  async function stop(): Promise<void> {
    child.disconnect()
    await ended
  }
}
