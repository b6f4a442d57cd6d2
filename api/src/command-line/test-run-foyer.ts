/** Runs the command line in a process of its own, as an operator at a terminal does. */
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Ended = { code: number; out: string; error: string }

const program = join(import.meta.dirname, '../cli.ts')

export function runFoyer(words: string | readonly string[], env: Record<string, string>): Promise<Ended> {
  const given = typeof words === 'string' ? words.split(' ').filter(Boolean) : words
  const compiled = { NODE_COMPILE_CACHE: join(tmpdir(), 'foyer-command-line-compiled') }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, ...given],
      { env: { ...compiled, ...env } },
      (failure, out, error) => {
        resolve({ code: typeof failure?.code === 'number' ? failure.code : failure ? -1 : 0, out, error })
      },
    )
  })
}
