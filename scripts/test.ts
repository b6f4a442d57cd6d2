/** `npm test`: types, lint, unit and API tests, browser tests; stops at the first that fails. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isWebBuilt } from '../web/build-stamp.ts'

const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)

function run(title: string, command: string, args: string[]): void {
  console.log(`\n— ${title}`)
  const startedAt = performance.now()
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) {
    console.error(`\n${title}: failed`)
    process.exit(status ?? 1)
  }
  console.log(`${title}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
}

function installChromium(): void {
  if (process.env.CHROMIUM_PATH || existsSync('/usr/bin/chromium')) return
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error('The browser tests need Chromium: install it, or name it in CHROMIUM_PATH.')
    process.exit(1)
  }
  run('Chromium from Debian', '/bin/sh', [
    '-c',
    'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium',
  ])
}

for (const project of ['.', 'web', 'e2e']) run(`Types of ${project}`, bin('tsc'), ['--noEmit', '-p', project])
run('Lint, format and walls', bin('biome'), ['check', '--error-on-warnings'])
run('Unit and API tests', process.execPath, [
  '--test',
  '--test-concurrency=2',
  '--test-reporter=dot',
  '--test-global-setup=api/src/db/test-setup.ts',
  '{contract,api,web,sdk,demo}/src/**/*.test.ts',
  'scripts/*.test.ts',
  'bench/faults/*.test.ts',
])
if (!(await isWebBuilt())) run('Front end', process.execPath, ['web/build.ts'])
installChromium()
run('Browser tests', process.execPath, [bin('playwright'), 'test', '--config=e2e/playwright.config.ts'])
