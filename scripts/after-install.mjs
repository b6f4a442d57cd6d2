// Runs after every install, on any Node ≥ 20: puts the packaged Node first on the path of npm scripts, and stores the
// hash of the installed lock file. npm ≤ 11.0 drops `.bin/node` when it skips the Node packages of other platforms.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'

const root = new URL('..', import.meta.url)
const packaged = `node-${process.platform}-${process.arch}/bin/node`

if (existsSync(new URL(`node_modules/${packaged}`, root))) {
  const link = new URL('node_modules/.bin/node', root)
  rmSync(link, { force: true })
  symlinkSync(`../${packaged}`, link)
} else if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `Foyer needs Node 24. npm installs it on Linux only: please install Node 24 on this system (${process.platform}).`,
  )
  process.exit(1)
}

const lock = readFileSync(new URL('package-lock.json', root))
writeFileSync(new URL('node_modules/.lock-hash', root), createHash('sha256').update(lock).digest('hex'))
