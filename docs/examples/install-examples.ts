/** Installs examples into an empty folder, as a platform does, and starts them. */
import { execFile, execFileSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildSdk } from '../../sdk/build.ts'
import { startExample } from './test-processes.ts'

/** `stop` ends the example. */
export type Example = { origin: string; stop(): Promise<void> }

export type Installed = {
  start(name: string, port: number, env: Record<string, string>): Promise<Example>
  close(): Promise<void>
}

/** Installs the examples `names` of the folder `examples`, those of the SDK with the packed SDK. */
export async function installExamples(
  examples: string,
  names: readonly string[],
  { hasSdk }: { hasSdk: boolean },
): Promise<Installed> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-examples-'))
  const dependencies: Record<string, string> = {}
  for (const name of names) {
    await cp(join(examples, name), join(folder, name), { recursive: true })
    const manifest = JSON.parse(await readFile(join(examples, name, 'package.json'), 'utf8'))
    Object.assign(dependencies, manifest.dependencies)
  }
  if (hasSdk) dependencies['@foyer/sdk'] = await packSdk(folder)
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
  // Most of it is in npm's cache since this repository was installed.
  await npm(folder, ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'])
  const running: (() => Promise<void>)[] = []

  async function start(name: string, port: number, env: Record<string, string>) {
    const stop = await startExample({
      program: oldestNode(),
      args: ['server.js'],
      cwd: join(folder, name),
      env: { PATH: process.env.PATH, PORT: String(port), ...env },
    })
    running.push(stop)
    return { origin: `http://localhost:${port}`, stop }
  }

  async function close(): Promise<void> {
    for (const stop of running) await stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { start, close }
}

/** Packs the SDK into the folder, and returns its address for package.json. */
async function packSdk(folder: string): Promise<string> {
  await buildSdk(join(folder, 'package'))
  await npm(folder, ['pack', './package'])
  const { version } = JSON.parse(await readFile(join(folder, 'package/package.json'), 'utf8'))
  return `file:foyer-sdk-${version}.tgz`
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
