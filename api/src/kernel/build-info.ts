/** Names the running release: the version of package.json and the commit that it was built from. */
import { execFileSync } from 'node:child_process'
import manifest from '../../../package.json' with { type: 'json' }
import { fromRoot } from '../from-root.ts'

/** The build replaces it with the commit as text (api/vite.config.ts). */
declare const FOYER_BUILD: string | undefined

type BuildInfo = {
  version: string
  /** Twelve digits of the commit; `unknown` where neither the build nor git knows it. */
  build: string
}

/** False where the program runs from its sources. */
export const isBuilt = typeof FOYER_BUILD === 'string'

export const buildInfo: BuildInfo = {
  version: manifest.version,
  build: typeof FOYER_BUILD === 'string' ? FOYER_BUILD : readCommit(),
}

/** Asks git: the service runs from its sources. */
function readCommit(): string {
  try {
    const options = { cwd: fromRoot('.'), encoding: 'utf8', stdio: 'pipe', timeout: 2_000 } as const
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], options).trim()
  } catch {
    return 'unknown'
  }
}
