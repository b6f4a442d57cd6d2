/** Starts a program of the cluster, and keeps the end of its output. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export type Program = {
  output(): string
  kill(): void
  /** Kills the program and waits for its end. */
  stop(): Promise<void>
}

type Options = { cwd: string; uid?: number; gid?: number }

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export function startProgram(program: string, args: readonly string[], options: Options): Program {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  const ended = once(child, 'exit').finally(() => running.delete(child))
  ended.catch(() => {})
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output = (output + chunk).slice(-20_000)
    })
  return {
    output: () => output,
    kill: () => void child.kill('SIGKILL'),
    async stop() {
      child.kill('SIGKILL')
      await ended.catch(() => {})
    },
  }
}
