/** Returns the commit of a build: from FOYER_BUILD if set, as in the image, which has no git; else from git. */
import { execFileSync } from 'node:child_process'

export function commit(): string {
  if (process.env.FOYER_BUILD) return process.env.FOYER_BUILD
  try {
    const options = { cwd: import.meta.dirname, encoding: 'utf8', stdio: 'pipe' } as const
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], options).trim()
  } catch {
    return 'unknown'
  }
}
