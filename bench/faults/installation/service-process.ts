/** One process of the service, as an operator starts it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = join(import.meta.dirname, '../../..')
const startsWithinMs = 20_000

export type Start = {
  env: NodeJS.ProcessEnv
  /** An open file for its lines instead of `say`. */
  output?: number | undefined
  say(text: string): void
}

/** Throws with `said` where it ends, or does not answer in time; `begun` has the process before it answers. */
export async function startServiceProcess(
  url: string,
  { env, output, say }: Start,
  begun: (child: ChildProcess) => void = () => {},
): Promise<ChildProcess> {
  const stream = output ?? 'pipe'
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=2', '--optimize-for-size', 'api/src/main.ts'],
    {
      cwd: root,
      env,
      stdio: ['ignore', stream, stream],
    },
  )
  begun(child)
  let text = ''
  for (const lines of [child.stdout, child.stderr])
    lines?.setEncoding('utf8').on('data', (chunk) => {
      text = (text + chunk).slice(-2_000)
      say(chunk)
    })
  for (const startedAt = performance.now(); !(await statusOf(`${url}/health/live`)); await sleep(20)) {
    if (child.exitCode !== null || performance.now() - startedAt > startsWithinMs)
      throw new Error(`The service did not start: ${text}`)
  }
  return child
}

/** 0 where nobody answers. */
export async function statusOf(url: string): Promise<number> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
  await answer?.arrayBuffer().catch(() => {})
  return answer?.status ?? 0
}
