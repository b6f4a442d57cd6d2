/** Says if the machine has the Python that the example platform needs. */
import { spawnSync } from 'node:child_process'

export const pythonIsMissing = 'The example platform in Python was not tested: install Python 3.11 or later.'

export function isPythonInstalled(): boolean {
  return spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']).status === 0
}
