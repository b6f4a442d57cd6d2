/**
 * Resolves a path against the root of the repository. The file lies directly below `api/src`, so that the build, which
 * bundles all code into one file directly below `api/dist`, finds the same root.
 */
import { fileURLToPath } from 'node:url'

export function fromRoot(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url))
}
