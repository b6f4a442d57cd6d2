/** What can be seen of the image without building it: nothing it copies or sets is missing from the tree. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const root = join(import.meta.dirname, '..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const dockerfile = read('Dockerfile')
const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) =>
  names.split(' '),
)

describe('the image', () => {
  it('is given the manifest of every workspace, which npm ci asks for', () => {
    const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] }
    for (const workspace of workspaces) assert.ok(copied.includes(`${workspace}/package.json`), workspace)
  })

  it('copies what is there, and what its ignore file lets through', () => {
    const allowedNames = read('.dockerignore').match(/(?<=^!).+$/gm) ?? []
    for (const name of copied) {
      assert.ok(existsSync(join(root, name)), name)
      assert.ok(
        allowedNames.some((allowed) => name === allowed || name.startsWith(`${allowed}/`)),
        name,
      )
    }
  })

  it('is run with settings that the service reads', () => {
    const service = read('compose.yaml').split(/^ {2}database:$/m)[0] ?? ''
    const names = [...service.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name = '']) => name)
    assert.ok(names.length > 5)
    const config = read('api/src/config.ts')
    for (const name of names)
      assert.ok(config.includes(`'${name.replace(/_FILE$/, '')}'`) || config.includes(`'${name}'`), name)
  })
})
