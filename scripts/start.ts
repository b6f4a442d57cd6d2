/** `npm start`: builds the front end when it changed, then runs the service and the demo platforms until Ctrl-C. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { isWebBuilt } from '../web/build-stamp.ts'

const root = join(import.meta.dirname, '..')
const isDev = process.argv.includes('--dev')
const accountsPort = process.env.PORT || '4000'
const accountsUrl = process.env.PUBLIC_BASE_URL || `http://localhost:${accountsPort}`
const webDevPort = process.env.WEB_DEV_PORT || '4900'

const children: ChildProcess[] = []
let isStopping = false

/** Compiled code is kept between starts, and short-lived objects in a small space: both spare memory. */
const lean = {
  arguments: ['--max-semi-space-size=2'],
  env: { NODE_COMPILE_CACHE: join(root, '.data/compile-cache') },
}

function run(script: string, env: NodeJS.ProcessEnv = {}, args: string[] = []): ChildProcess {
  const child = spawn(process.execPath, [...args, script], {
    cwd: root,
    env: { ...process.env, ...lean.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  children.push(child)
  child.on('exit', (code) => stop(code ?? 1))
  return child
}

/** Resolves once the child says it is ready; a child that ends before takes everything down. */
function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.once('message', () => resolve()))
}

/** A child ends by itself when its channel to us closes, so that kill -9 on us leaves none behind. */
function stop(exitCode: number): void {
  if (isStopping) return
  isStopping = true
  process.exitCode = exitCode
  for (const child of children) if (child.connected) child.disconnect()
}

// Ctrl-C reaches the children too; a signal to this process alone is passed on by closing their channels.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0))

async function buildWeb(): Promise<void> {
  if (await isWebBuilt()) return
  const build = spawn(process.execPath, ['web/build.ts'], { cwd: root, stdio: 'inherit' })
  const [code] = await new Promise<[number | null]>((resolve) => build.on('exit', (exit) => resolve([exit])))
  if (code !== 0) process.exit(code ?? 1)
}

if (isDev) await ready(run('web/dev-server.ts', { WEB_DEV_PORT: webDevPort, ACCOUNTS_URL: accountsUrl }))
else await buildWeb()

if (!isStopping) {
  const webDevUrl = isDev ? { WEB_DEV_URL: `http://localhost:${webDevPort}` } : {}
  await ready(
    run('api/src/main.ts', webDevUrl, [...lean.arguments, ...(isDev ? ['--watch-path=api/src'] : [])]),
  )
  await ready(run('demo/src/server.ts', { ACCOUNTS_URL: accountsUrl }))
  console.log('Ctrl-C stops everything.')
}
