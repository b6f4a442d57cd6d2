/** Tests versions: one Node version everywhere, exact dependencies, and a lock file without download URLs. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const root = join(import.meta.dirname, '..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')

type Manifest = { version: string } & Partial<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>
>

const manifests = ['package.json', ...globSync('*/package.json', { cwd: root })]
const manifest = (name: string): Manifest => JSON.parse(read(name))

describe('toolchain versions', () => {
  it('names one Node version in package.json, .nvmrc, the Dockerfile and the workflow', () => {
    const version = read('.nvmrc').trim()
    const { optionalDependencies = {} } = manifest('package.json')
    const packaged = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-linux-'))
    assert.equal(packaged.length, 2)
    for (const [name, packagedVersion] of packaged) assert.equal(packagedVersion, version, name)
    for (const name of [
      'Dockerfile',
      '.github/workflows/ci.yml',
      '.github/workflows/nightly.yml',
      'docs/operating.md',
    ]) {
      const images = read(name).match(/(?<=\bnode:)\d+\.\d+\.\d+/g) ?? []
      assert.ok(images.length > 0, name)
      for (const image of images) assert.equal(image, version, name)
    }
  })

  it('pins every dependency of every workspace to an exact version', () => {
    const loose = manifests.flatMap((name) => {
      const { dependencies, devDependencies, optionalDependencies } = manifest(name)
      return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
        .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
        .map(([dependency, version]) => `${name}: ${dependency} ${version}`)
    })
    assert.deepEqual(loose, [])
  })

  it('keeps download addresses out of the lock file', () => {
    assert.doesNotMatch(read('package-lock.json'), /https?:\/\/[^"]+\.tgz/)
  })

  it('pins every action of the workflows to a commit', () => {
    const workflows = globSync('.github/workflows/*.yml', { cwd: root })
    const used = workflows.flatMap((name) => read(name).match(/(?<=uses: ).+$/gm) ?? [])
    assert.ok(used.length > 0)
    for (const action of used) assert.match(action, /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })
})
