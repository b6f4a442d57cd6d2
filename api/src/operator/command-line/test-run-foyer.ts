/** Runs the command line in this process, or in a separate process like an operator at a terminal. */
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { patientBounds } from '../../testing/test-database.ts'
import { commands, groups } from './commands.ts'
import { runCommandLine } from './run-command-line.ts'

export type Ended = { code: number; out: string; error: string }

const program = join(import.meta.dirname, '../../cli.ts')

/** Runs in this process, which saves the 0.5 s that a new process needs to import the commands. */
export async function runFoyer(
  words: string | readonly string[],
  env: Record<string, string>,
): Promise<Ended> {
  const ended: Ended = { code: 0, out: '', error: '' }
  ended.code = await runCommandLine(given(words), {
    commands,
    groups,
    env,
    bounds: patientBounds,
    write(text) {
      ended.out += text
    },
    writeError(text) {
      ended.error += text
    },
  })
  return ended
}

export function runFoyerProcess(
  words: string | readonly string[],
  env: Record<string, string>,
): Promise<Ended> {
  const compiled = { NODE_COMPILE_CACHE: join(tmpdir(), 'foyer-command-line-compiled') }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, ...given(words)],
      { env: { ...compiled, ...env } },
      (failure, out, error) => {
        resolve({ code: typeof failure?.code === 'number' ? failure.code : failure ? -1 : 0, out, error })
      },
    )
  })
}

function given(words: string | readonly string[]): string[] {
  return typeof words === 'string' ? words.split(' ').filter(Boolean) : [...words]
}
