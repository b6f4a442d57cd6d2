/**
 * Runs the tests of all workspaces but the service, and those of scripts, documents and faults. Those that need neither
 * servers nor globals share one process, in which they run in the same order each time.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { boundedTests } from './bounded-tests.ts'

const root = join(import.meta.dirname, '..')

/** Tests of code of browsers replace globals. */
const replacesGlobals = (file: string) =>
  /globalThis|test-browser|test-window/.test(readFileSync(join(root, file), 'utf8'))

/** Returns true when the process has ended without a failure. */
async function runNode(args: readonly string[]): Promise<boolean> {
  const run = spawn(process.execPath, [...boundedTests, '--test-reporter=dot', ...args], {
    cwd: root,
    stdio: 'inherit',
  })
  const [status] = await once(run, 'exit')
  return status === 0
}

const processFiles = globSync(['bench/faults/*.test.ts', 'scripts/*.test.ts', 'docs/examples/*/*.test.ts'], {
  cwd: root,
})
const unitFiles = globSync('{contract,web,sdk,demo,stand-ins}/src/**/*.test.ts', { cwd: root }).sort()
const sharing = unitFiles.filter((file) => !replacesGlobals(file))
const setup = ['--test-concurrency=3', '--test-global-setup=api/src/testing/test-setup.ts']
const passed = await Promise.all([
  runNode(['--test', ...setup, ...processFiles, ...unitFiles.filter(replacesGlobals)]),
  runNode(['scripts/test-shard.ts', ...sharing.map((file) => join(root, file))]),
])
process.exitCode = passed.every(Boolean) ? 0 : 1
