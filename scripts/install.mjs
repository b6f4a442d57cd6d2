// Runs before start, dev, test and other scripts, on any Node ≥ 20: installs the packages if node_modules is missing or
// older than the lock file.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = new URL('..', import.meta.url)
const installedHash = new URL('node_modules/.lock-hash', root)
const lockFile = new URL('.data/installing', root)

if (!isInstalled()) {
  await acquireLock()
  try {
    // Another process may have installed the packages while this one waited.
    if (!isInstalled()) install()
  } finally {
    rmSync(lockFile, { force: true })
  }
}

function isInstalled() {
  const lock = createHash('sha256').update(readFileSync(new URL('package-lock.json', root)))
  return existsSync(installedHash) && readFileSync(installedHash, 'utf8') === lock.digest('hex')
}

function install() {
  console.log('Installing packages (once, about 20 seconds) …')
  const { npm_execpath: npm } = process.env
  const [program, first] = npm ? [process.execPath, [npm]] : ['npm', []]
  const { status } = spawnSync(program, [...first, 'ci', '--loglevel=error'], {
    cwd: fileURLToPath(root),
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = status ?? 1
}

/** Waits for other installs, because two at once would remove each other's files. */
async function acquireLock() {
  mkdirSync(new URL('.data/', root), { recursive: true })
  let hasLogged = false
  while (!tryLock()) {
    if (!hasLogged) console.log('Another install is under way, waiting for it …')
    hasLogged = true
    await sleep(200)
  }
}

function tryLock() {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    const holder = Number(existsSync(lockFile) && readFileSync(lockFile, 'utf8'))
    if (holder && !isAlive(holder)) rmSync(lockFile, { force: true })
    return false
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
