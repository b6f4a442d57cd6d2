/**
 * `npm start`: builds the front end if it has changed, then runs the service, the demo platforms and the stand-ins for
 * social providers until Ctrl-C.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { defaultStandInPort, missingSettings } from '../stand-ins/src/settings.ts'
import { isWebBuilt } from '../web/build-stamp.ts'
import { leanNodeOptions } from './service-process.ts'

const root = join(import.meta.dirname, '..')
const isDev = process.argv.includes('--dev')
const accountsPort = process.env.PORT || '4000'
const accountsUrl = process.env.PUBLIC_BASE_URL || `http://localhost:${accountsPort}`
const standInsPort = process.env.STAND_INS_PORT || String(defaultStandInPort)
/** Empty if the stand-ins are turned off, or if the environment configures all providers. */
const standInsSettings =
  standInsPort === 'off' || process.env.DEV_TOOLS === 'off' || process.env.NODE_ENV === 'production'
    ? {}
    : missingSettings(process.env, Number(standInsPort))
const webDevPort = process.env.WEB_DEV_PORT || '4900'

const children = new Set<ChildProcess>()
let isStopping = false

/** Keeps compiled code between starts. */
const compileCache = { NODE_COMPILE_CACHE: join(root, '.data/compile-cache') }

function run(script: string, env: NodeJS.ProcessEnv = {}, args: string[] = []): ChildProcess {
  const child = spawn(process.execPath, [...args, script], {
    cwd: root,
    env: { ...process.env, ...compileCache, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  children.add(child)
  child.on('exit', (code) => {
    if (children.delete(child)) stop(code ?? 1)
    // Exits explicitly, because the file watchers would keep this process running.
    if (isStopping && children.size === 0) process.exit()
  })
  return child
}

/** Resolves once the child reports that it is ready. If the child ends earlier, everything stops. */
function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.once('message', () => resolve()))
}

/** Closes the channels of all children, which ends them; a kill -9 of this process does the same. */
function stop(exitCode: number): void {
  if (isStopping) return
  isStopping = true
  process.exitCode = exitCode
  for (const child of children) if (child.connected) child.disconnect()
}

// Ctrl-C and a closed terminal also signal the children. A signal to only this process closes their channels.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0))

// Polls the parent, because its end sends no signal. The parent is npm, whose shell replaces itself with this process
// (`exec`).
const parent = process.ppid
setInterval(() => process.ppid !== parent && stop(0), 500).unref()

/** Builds the front end in parallel with the service, which waits for the build. An outdated build is removed first. */
async function buildWeb(): Promise<void> {
  if (await isWebBuilt()) return
  await rm(join(root, 'web/dist'), { recursive: true, force: true })
  const build = spawn(process.execPath, ['web/build.ts'], { cwd: root, stdio: 'inherit' })
  build.on('exit', (code) => code !== 0 && stop(code ?? 1))
}

if (isDev) await ready(run('web/dev-server.ts', { WEB_DEV_PORT: webDevPort, ACCOUNTS_URL: accountsUrl }))
else await buildWeb()

function runService(): ChildProcess {
  const webDevUrl = isDev ? { WEB_DEV_URL: `http://localhost:${webDevPort}` } : {}
  return run('api/src/main.ts', { ...standInsSettings, ...webDevUrl }, [...leanNodeOptions])
}

/** Restarts the service during development, 200 ms after the last change of its sources. */
function restartOnChange(first: ChildProcess): void {
  let service = first
  let timer: NodeJS.Timeout | undefined
  for (const folder of ['api/src', 'contract/src']) {
    watch(join(root, folder), { recursive: true }, () => {
      clearTimeout(timer)
      timer = setTimeout(restart, 200)
    }).unref()
  }

  function restart(): void {
    if (isStopping || !children.delete(service)) return
    service.once('exit', () => {
      if (isStopping) return
      service = runService()
    })
    service.disconnect()
  }
}

if (!isStopping) {
  const service = runService()
  await ready(service)
  if (isDev) restartOnChange(service)
  // The demo serves the SDK's browser part from its sources; Node prints an experimental warning for that.
  const quiet = ['--disable-warning=ExperimentalWarning']
  const beside = [run('demo/src/server.ts', { ACCOUNTS_URL: accountsUrl }, quiet)]
  if (Object.keys(standInsSettings).length > 0)
    beside.push(run('stand-ins/src/main.ts', { ACCOUNTS_URL: accountsUrl, STAND_INS_PORT: standInsPort }))
  await Promise.all(beside.map(ready))
  console.log('Ctrl-C stops everything.')
}
