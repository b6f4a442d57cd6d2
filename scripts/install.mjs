// Before start, dev, test and size: installs when node_modules is missing or behind the lock file. Any Node ≥ 20.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = new URL('..', import.meta.url)
const noted = new URL('node_modules/.lock-hash', root)
const underWay = new URL('.data/installing', root)

if (!isInstalled()) {
  await takeTurn()
  try {
    // Another start may have installed while this one waited.
    if (!isInstalled()) install()
  } finally {
    rmSync(underWay, { force: true })
  }
}

function isInstalled() {
  const lock = createHash('sha256').update(readFileSync(new URL('package-lock.json', root)))
  return existsSync(noted) && readFileSync(noted, 'utf8') === lock.digest('hex')
}

function install() {
  console.log('Installing packages (once, about 20 seconds) …')
  const { status } = spawnSync(process.execPath, [process.env.npm_execpath, 'ci', '--loglevel=error'], {
    cwd: fileURLToPath(root),
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = status ?? 1
}

/** Two installs at once would take each other's files away. */
async function takeTurn() {
  mkdirSync(new URL('.data/', root), { recursive: true })
  let hasSaid = false
  while (!isOurs()) {
    if (!hasSaid) console.log('Another install is under way, waiting for it …')
    hasSaid = true
    await sleep(200)
  }
}

function isOurs() {
  try {
    writeFileSync(underWay, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    const holder = Number(existsSync(underWay) && readFileSync(underWay, 'utf8'))
    if (holder && !isAlive(holder)) rmSync(underWay, { force: true })
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
