/**
 * Resolves a path against the root of the repository. This file must be directly in `api/src`, because the build
 * bundles all code into one file directly in `api/dist`, which is at the same depth.
 */
import { fileURLToPath } from 'node:url'

export function fromRoot(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url))
}
