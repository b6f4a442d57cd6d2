/** Finds a Python that runs an example: Debian's has PyJWT as a package, another may have it from pip. */
import { spawnSync } from 'node:child_process'

export const pythonIsMissing =
  'The example platform in Python was not tested: install Python 3.11 or later with PyJWT and cryptography.'

/** The packages of Debian that the example needs. */
export const pythonPackages = 'python3 python3-jwt python3-cryptography'

const ofPlatform = 'import sys, jwt, cryptography; sys.exit(sys.version_info < (3, 11))'

/** Returns the command that starts Python; undefined where none runs the statement `needs`. */
export function findPython(needs = ofPlatform): string | undefined {
  return ['python3', '/usr/bin/python3'].find((command) => spawnSync(command, ['-c', needs]).status === 0)
}
