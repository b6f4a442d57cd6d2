/**
 * Runs all API tests, or the API and page tests that match the given patterns. Test files share a few processes,
 * because importing the service takes longer than most files need for their tests.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { globalSetup, globalTeardown } from '../api/src/testing/test-setup.ts'
import { boundedTests } from './bounded-tests.ts'

/** One more than CI has cores, because tests spend part of their time waiting. */
const processes = 3

const root = join(import.meta.dirname, '..')
const [...patterns] = process.argv.slice(2)
const files = globSync(
  patterns.length ? patterns : ['{api,api-docs,seed,embedded-postgres}/src/**/*.test.ts'],
  {
    cwd: root,
  },
).sort()

/** Runs every third file, so that the files of a slow folder are spread over all processes. */
async function runShard(index: number): Promise<boolean> {
  const own = files.filter((_, position) => position % processes === index)
  if (!own.length) return true
  const shard = spawn(
    process.execPath,
    [
      ...boundedTests,
      '--test-reporter=dot',
      join(import.meta.dirname, 'test-shard.ts'),
      ...own.map((file) => join(root, file)),
    ],
    { cwd: root, stdio: 'inherit' },
  )
  const [status] = await once(shard, 'exit')
  return status === 0
}

if (!files.length) throw new Error(`No test file matches ${patterns.join(' ')}`)
if (files.some((file) => file.startsWith('page-tests')))
  spawnSync(process.execPath, [join(root, 'page-tests/browser/page-scripts.ts')], { stdio: 'inherit' })
await globalSetup()
const passed = await Promise.all(Array.from({ length: processes }, (_, index) => runShard(index)))
await globalTeardown()
process.exitCode = passed.every(Boolean) ? 0 : 1
