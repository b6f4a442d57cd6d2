/** Installs the packed SDK and its examples into an empty folder, as a platform does, and starts them. */
import { execFile, execFileSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildSdk } from '../../../sdk/build.ts'
import { startExample } from '../test-processes.ts'

const examples = join(import.meta.dirname, '../../../sdk/examples')

export type Example = { origin: string }

export type Installed = {
  start(name: string, port: number, accountsUrl: string, clientSecret: string): Promise<Example>
  close(): Promise<void>
}

export async function installExamples(names: readonly string[]): Promise<Installed> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-examples-'))
  await buildSdk(join(folder, 'package'))
  await npm(folder, ['pack', './package'])
  const dependencies: Record<string, string> = {}
  for (const name of names) {
    await cp(join(examples, name), join(folder, name), { recursive: true })
    const manifest = JSON.parse(await readFile(join(examples, name, 'package.json'), 'utf8'))
    Object.assign(dependencies, manifest.dependencies)
  }
  const { version } = JSON.parse(await readFile(join(folder, 'package/package.json'), 'utf8'))
  dependencies['@foyer/sdk'] = `file:foyer-sdk-${version}.tgz`
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
  // Most of it is in npm's cache since this repository was installed.
  await npm(folder, ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'])
  const running: (() => void)[] = []

  async function start(name: string, port: number, accountsUrl: string, clientSecret: string) {
    const stop = await startExample({
      program: oldestNode(),
      args: ['server.js'],
      cwd: join(folder, name),
      env: {
        PATH: process.env.PATH,
        PORT: String(port),
        ACCOUNTS_URL: accountsUrl,
        FOYER_CLIENT_SECRET: clientSecret,
      },
    })
    running.push(stop)
    return { origin: `http://localhost:${port}` }
  }

  async function close(): Promise<void> {
    for (const stop of running) stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { start, close }
}

async function npm(cwd: string, args: string[]): Promise<void> {
  await promisify(execFile)('npm', [...args, '--loglevel=error'], { cwd, timeout: 120_000 })
}

/** Finds a Node of the system, which may be as old as the SDK supports; the repository's own is newer. */
function oldestNode(): string {
  for (const path of ['/usr/bin/node', '/usr/local/bin/node']) {
    try {
      const version = execFileSync(path, ['--version'], { encoding: 'utf8' })
      if (Number(version.slice(1).split('.')[0]) >= 20) return path
    } catch {
      // It is not there.
    }
  }
  return process.execPath
}
