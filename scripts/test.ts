/** `npm test`: runs types, lint, unit and API tests, and browser tests, and stops at the first failure. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findPython, pythonIsMissing, pythonPackages } from '../docs/examples/python/find-python.ts'
import { chromiumPath, chromiumWithWindows } from '../e2e/chromium.ts'
import { isFirefoxInstalled } from '../e2e/firefox.ts'
import { isWebBuilt } from '../web/build-stamp.ts'
import { fewTests, isPostgresInstalled, oldestPostgres, testOnPostgres } from './test-on-postgres.ts'

const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)

/** Caches compiled code, because each test process loads the same modules. */
const env = { NODE_COMPILE_CACHE: join(root, '.data/compile-cache'), ...process.env }

function run(title: string, command: string, args: string[]): void {
  console.log(`\n— ${title}`)
  const startedAt = performance.now()
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env })
  if (status !== 0) fail(`\n${title}: failed`, status ?? 1)
  console.log(`${title}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
}

function fail(why: string, status = 1): never {
  console.error(why)
  process.exit(status)
}

/** Installs a Debian package as root; does nothing on other systems. */
function installPackage(title: string, name: string): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`\n— ${title} from Debian`)
  const install = `apt-get update -qq && apt-get install -y -qq ${name}`
  spawnSync('/bin/sh', ['-c', install], {
    stdio: 'inherit',
    env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

/** Installs Chromium if it is missing; in CI also if the installed Chromium is not the headless shell. */
function installChromium(): void {
  const isInstalled = existsSync(chromiumPath())
  if (isInstalled && (chromiumPath() !== chromiumWithWindows || !process.env.CI)) return
  installPackage('Chromium', 'chromium-headless-shell')
  if (!existsSync(chromiumPath()))
    fail('The browser tests need Chromium: install it, or name it in CHROMIUM_PATH.')
}

const firefoxIsMissing =
  'The states were not checked in Firefox: install Firefox ESR, or name it in FIREFOX_PATH.'

/** Installs Firefox if it is missing. Only CI requires Firefox: all other browser tests run without it. */
function installFirefox(): void {
  if (!isFirefoxInstalled()) installPackage('Firefox', '--no-install-recommends firefox-esr')
  if (!isFirefoxInstalled() && process.env.CI) fail(firefoxIsMissing)
}

/** Installs Python if it is missing. Only CI requires Python, for the example platform. */
function installPython(): void {
  if (!findPython()) installPackage('Python', pythonPackages)
  if (!findPython() && process.env.CI) fail(pythonIsMissing)
}

/** Runs types and lint in parallel; each uses about one core. */
async function check(): Promise<void> {
  const startedAt = performance.now()
  const projects = ['.', 'web', 'e2e', 'page-tests', 'sdk', 'sdk/src/browser']
  const checks: [string, string, string[]][] = [
    ...projects.map((project): [string, string, string[]] => [
      `Types of ${project}`,
      'tsc',
      ['--noEmit', '-p', project],
    ]),
    ['Lint, format and walls', 'biome', ['check', '--error-on-warnings']],
  ]
  console.log('\n— Types, lint, format and walls')
  const statuses = await Promise.all(
    checks.map(async ([title, command, args]) => {
      const [status] = await once(spawn(bin(command), args, { cwd: root, stdio: 'inherit', env }), 'exit')
      if (status !== 0) console.error(`${title}: failed`)
      return status
    }),
  )
  if (statuses.some((status) => status !== 0)) fail('')
  console.log(`Types, lint, format and walls: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
}

await check()
installPython()
run('API tests', process.execPath, ['scripts/api-tests.ts'])
run('Unit tests and tests of processes', process.execPath, ['scripts/unit-tests.ts'])
if (isPostgresInstalled(oldestPostgres))
  run(`API tests on Postgres ${oldestPostgres}`, ...testOnPostgres(oldestPostgres, fewTests))
if (!(await isWebBuilt())) run('Front end', process.execPath, ['web/build.ts'])
run('Page tests', process.execPath, ['scripts/api-tests.ts', 'page-tests/**/*.test.ts'])
installChromium()
installFirefox()
run('Browser tests', process.execPath, [bin('playwright'), 'test', '--config=e2e/playwright.config.ts'])
if (!isFirefoxInstalled()) console.log(`\n${firefoxIsMissing}`)
if (!findPython()) console.log(`\n${pythonIsMissing}`)
