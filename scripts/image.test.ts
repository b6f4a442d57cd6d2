/** Checks the Dockerfile without building it: every file that it copies exists. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const root = join(import.meta.dirname, '..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const dockerfile = read('Dockerfile')
const pinned = /^[a-z0-9./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/
const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) =>
  names.split(' '),
)

describe('Dockerfile', () => {
  it('Dockerfile copies the manifest of every workspace, which npm ci needs', () => {
    const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] }
    for (const workspace of workspaces) assert.ok(copied.includes(`${workspace}/package.json`), workspace)
  })

  it('Dockerfile copies only existing files that .dockerignore allows', () => {
    const allowedNames = read('.dockerignore').match(/(?<=^!).+$/gm) ?? []
    for (const name of copied) {
      assert.ok(existsSync(join(root, name)), name)
      assert.ok(
        allowedNames.some((allowed) => name === allowed || name.startsWith(`${allowed}/`)),
        name,
      )
    }
  })

  it('Dockerfile pins its base images by digest', () => {
    const fallbacks = new Map(
      [...dockerfile.matchAll(/^ARG (\w+)=(\S+)$/gm)].map(([, name, value]) => [`\${${name}}`, value]),
    )
    const stages = new Set([...dockerfile.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name))
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)]
      .map(([, base = '']) => fallbacks.get(base) ?? base)
      .filter((base) => !stages.has(base))
    assert.ok(bases.length > 1)
    for (const base of bases) assert.match(base, pinned)
  })
})
