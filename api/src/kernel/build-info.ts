/** Names the running release: the version in package.json and the commit of the build. */
import { execFileSync } from 'node:child_process'
import manifest from '../../../package.json' with { type: 'json' }
import { fromRoot } from '../from-root.ts'

/** The build replaces this constant with the commit (api/vite.config.ts). */
declare const FOYER_BUILD: string | undefined

type BuildInfo = {
  version: string
  /** The first twelve digits of the commit; `unknown` without a build stamp and without git. */
  build: string
}

/** False if the program runs from its sources. */
export const isBuilt = typeof FOYER_BUILD === 'string'

export const buildInfo: BuildInfo = {
  version: manifest.version,
  build: typeof FOYER_BUILD === 'string' ? FOYER_BUILD : readCommit(),
}

/** Reads the commit from git if no build stamp exists. */
function readCommit(): string {
  try {
    const options = { cwd: fromRoot('.'), encoding: 'utf8', stdio: 'pipe', timeout: 2_000 } as const
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], options).trim()
  } catch {
    return 'unknown'
  }
}
