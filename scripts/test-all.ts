/**
 * Runs the slow tests of a release, or only the named parts (`npm run test:all -- faults timing`). Every part runs,
 * even after a failed one. The last lines list the parts with their minutes; the exit code is 1 if a part failed.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { clusterPackages } from '../bench/faults/cluster/cluster.ts'
import { oldestPostgres } from './test-on-postgres.ts'

const root = join(import.meta.dirname, '..')
const playwright = 'node_modules/.bin/playwright'

const parts: Record<string, readonly string[]> = {
  build: ['web/build.ts'],
  image: ['scripts/image-steps.ts'],
  states: ['e2e/audit/run.ts', '--all'],
  journeys: [playwright, 'test', '--config=e2e/playwright.config.ts', '--repeat-each=3'],
  postgres: ['scripts/test-on-postgres.ts', oldestPostgres],
  faults: ['bench/faults/run.ts'],
  timing: ['bench/service/timing.ts', '--check'],
  peers: ['bench/peers/peer.ts', '--check'],
}

const named = process.argv.slice(2)
const unknown = named.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(`Unknown parts: ${unknown.join(', ')}. Known parts: ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}

/** Installs what the faults of a cluster need, as root on Debian; elsewhere they are reported as not tried. */
function installCluster(): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const names = [...clusterPackages, 'pgbouncer'].join(' ')
  spawnSync(
    '/bin/sh',
    ['-c', `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${names}`],
    {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    },
  )
}

const results: string[] = []
for (const [name, args] of Object.entries(parts)) {
  if (named.length > 0 && !named.includes(name)) continue
  console.log(`\n— ${name}`)
  if (name === 'faults') installCluster()
  const startedAt = performance.now()
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
  results.push(`${status === 0 ? 'passed' : 'FAILED'}  ${name.padEnd(9)} ${minutes.padStart(6)} min`)
}
console.log(`\n${results.join('\n')}`)
