/**
 * Runs the tests of all workspaces except the service, and those of scripts, documents and faults. Tests that need
 * neither servers nor globals share one process, which runs them in the same order each time.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { boundedTests } from './bounded-tests.ts'

const root = join(import.meta.dirname, '..')

/** Tests of browser code replace globals, so they get separate processes. */
const replacesGlobals = (file: string) =>
  /globalThis|test-browser|test-window/.test(readFileSync(join(root, file), 'utf8'))

/** Returns true if the process has ended without a failure. */
async function runNode(args: readonly string[]): Promise<boolean> {
  const run = spawn(process.execPath, [...boundedTests, '--test-reporter=dot', ...args], {
    cwd: root,
    stdio: 'inherit',
  })
  const [status] = await once(run, 'exit')
  return status === 0
}

const processFiles = globSync(['bench/*/*.test.ts', 'scripts/*.test.ts', 'docs/examples/*/*.test.ts'], {
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
