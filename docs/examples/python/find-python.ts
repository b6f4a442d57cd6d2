/** Finds a Python that runs the example platform: Debian's has PyJWT as a package, another may have it from pip. */
import { spawnSync } from 'node:child_process'

export const pythonIsMissing =
  'The example platform in Python was not tested: install Python 3.11 or later with PyJWT and cryptography.'

/** The packages of Debian that the example needs. */
export const pythonPackages = 'python3 python3-jwt python3-cryptography'

const needs = 'import sys, jwt, cryptography; sys.exit(sys.version_info < (3, 11))'

/** Returns the command that starts Python; undefined where none has what the example needs. */
export function findPython(): string | undefined {
  return ['python3', '/usr/bin/python3'].find((command) => spawnSync(command, ['-c', needs]).status === 0)
}
