/** Installs the packed SDK and its examples into an empty folder, as a platform does, and starts them. */
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildSdk } from '../../../sdk/build.ts'

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
  const running: ChildProcess[] = []

  async function start(name: string, port: number, accountsUrl: string, clientSecret: string) {
    const child = spawn(oldestNode(), ['server.js'], {
      cwd: join(folder, name),
      env: {
        PATH: process.env.PATH,
        PORT: String(port),
        ACCOUNTS_URL: accountsUrl,
        FOYER_CLIENT_SECRET: clientSecret,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.push(child)
    process.once('exit', () => child.kill())
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
    assert.equal(child.exitCode, null, output)
    return { origin: `http://localhost:${port}` }
  }

  async function close(): Promise<void> {
    for (const child of running) child.kill()
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

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
