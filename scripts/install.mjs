// Before start, dev, test and size: installs when node_modules is missing or behind the lock file. Any Node ≥ 20.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('../', import.meta.url)
const noted = new URL('node_modules/.lock-hash', root)
const lock = createHash('sha256')
  .update(readFileSync(new URL('package-lock.json', root)))
  .digest('hex')

if (!existsSync(noted) || readFileSync(noted, 'utf8') !== lock) {
  console.log('Installing packages (once, about 20 seconds) …')
  const install = spawnSync(process.execPath, [process.env.npm_execpath, 'ci', '--loglevel=error'], {
    cwd: fileURLToPath(root),
    stdio: 'inherit',
  })
  if (install.status !== 0) process.exit(install.status ?? 1)
}
