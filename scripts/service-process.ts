/**
 * Starts one process of the service for benchmarks, faults and tests, and collects its output. If the process still
 * runs when its starter exits, it is killed.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = join(import.meta.dirname, '..')

/** The service's Node options in production: half the default space for short-lived objects (docs/performance.md). */
export const leanNodeOptions = ['--expose-gc', '--max-semi-space-size=8', '--max-old-space-size=384']

/**
 * `collect` stores the output for `stdout()` and `stderr()`, `inherit` shows it, and a number is an open file
 * descriptor.
 */
type Output = 'collect' | 'inherit' | number

type Options = {
  env: NodeJS.ProcessEnv
  /** The file to run, relative to the repository's root. */
  entry?: string
  nodeOptions?: readonly string[]
  cwd?: string
  stdout?: Output
  stderr?: Output
  /** Opens an IPC channel: the service reports on it when it listens, and ends when the channel closes. */
  hasChannel?: boolean
  /** Starts a process group like a terminal, so that a signal also reaches the process's children. */
  isGroupLeader?: boolean
  /** Called with each piece of collected output. */
  onOutput?(chunk: string): void
}

export type ServiceProcess = {
  pid: number
  isRunning(): boolean
  /** True once the service has reported on its channel that it listens. */
  hasReported(): boolean
  /** The last 200,000 characters each of collected standard output and standard error. */
  stdout(): string
  stderr(): string
  /**
   * Waits until a condition is true, checking it every `everyMs`. Throws with the end of the output if the process ends
   * first or `withinMs` has passed.
   */
  until(condition: () => boolean | Promise<boolean>, limits?: Limits): Promise<void>
  /** Sends a signal and waits for the process to end. */
  stop(signal?: NodeJS.Signals): Promise<End>
  /** Resolves when the process has ended and all of its output has arrived. */
  ended: Promise<End>
}

type Limits = { withinMs?: number; everyMs?: number }

/** The exit code, or null and the signal that ended the process. */
type End = [code: number | null, signal: NodeJS.Signals | null]

const keptCharacters = 200_000
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export function startServiceProcess({
  env,
  entry = 'api/src/main.ts',
  nodeOptions = leanNodeOptions,
  cwd = root,
  stdout = 'collect',
  stderr = 'collect',
  hasChannel = false,
  isGroupLeader = false,
  onOutput = () => {},
}: Options): ServiceProcess {
  const child = spawn(process.execPath, [...nodeOptions, join(root, entry)], {
    cwd,
    env,
    detached: isGroupLeader,
    stdio: ['ignore', streamOf(stdout), streamOf(stderr), ...(hasChannel ? (['ipc'] as const) : [])],
  })
  running.add(child)
  const ended = new Promise<End>((resolve) => {
    child.once('exit', () => running.delete(child))
    child.once('close', (code, signal) => resolve([code, signal]))
  })
  let reports = 0
  child.on('message', () => {
    reports += 1
  })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (chunk: string) => {
      output[name] = (output[name] + chunk).slice(-keptCharacters)
      onOutput(chunk)
    })

  const isRunning = () => child.exitCode === null && child.signalCode === null
  const endOfOutput = () => `${output.stdout.slice(-2_000)}${output.stderr.slice(-2_000)}`

  return {
    pid: child.pid ?? 0,
    isRunning,
    hasReported: () => reports > 0,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    ended,
    async until(condition, { withinMs = 60_000, everyMs = 20 } = {}) {
      for (const startedAt = performance.now(); !(await condition()); await sleep(everyMs)) {
        if (!isRunning())
          throw new Error(`The service ended with ${child.exitCode ?? child.signalCode}: ${endOfOutput()}`)
        if (performance.now() - startedAt > withinMs)
          throw new Error(`The service was not ready within ${withinMs} ms: ${endOfOutput()}`)
      }
    },
    stop(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
}

function streamOf(output: Output): 'pipe' | 'inherit' | number {
  return output === 'collect' ? 'pipe' : output
}

/** Returns the status of a GET; 0 without an answer within 2 s. */
export async function statusOf(url: string): Promise<number> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
  await answer?.arrayBuffer().catch(() => {})
  return answer?.status ?? 0
}
