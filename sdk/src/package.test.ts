/** Packs the SDK as platforms install it, and checks the package's manifest, declarations and contents. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { buildSdk } from '../build.ts'

const folder = mkdtempSync(join(tmpdir(), 'foyer-sdk-'))
const packageFolder = join(folder, 'package')
let tarball = ''
let files: string[] = []

before(async () => {
  await buildSdk(packageFolder)
  const npm = ['pack', packageFolder, '--pack-destination', folder, '--json', '--loglevel=error']
  const [packed] = Object.values(JSON.parse(execFileSync('npm', npm, { encoding: 'utf8' }))) as [
    { filename: string; files: { path: string }[] },
  ]
  tarball = join(folder, packed.filename.replace('@', '').replace('/', '-'))
  files = packed.files.map(({ path }) => path)
})
after(() => rmSync(folder, { recursive: true, force: true }))

describe('the packed SDK', () => {
  it('has a manifest that publint does not complain about', async () => {
    const { messages, pkg } = await publint({ pkgDir: packageFolder, strict: true })
    assert.deepEqual(
      messages.map((message) => formatMessage(message, pkg)),
      [],
    )
  })

  it('has the right types for every module of every entry', async () => {
    const checked = await checkPackage(createPackageFromTarballData(readFileSync(tarball)))
    assert.ok(checked.types)
    // The package has only ES modules and `exports`: it supports neither `require` before Node 20.19 nor the resolution
    // of Node 10.
    const ignored = ['node10', 'node16-cjs']
    const problems = checked.problems.filter(
      (problem) => !('resolutionKind' in problem && ignored.includes(problem.resolutionKind)),
    )
    assert.deepEqual(problems, [])
    assert.ok(Object.keys(checked.entrypoints).length > 15)
  })

  it('has JavaScript and declarations of every entry, the guide and the licence, and no test', () => {
    const { exports } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
      exports: Record<string, { types: string; default: string }>
    }
    const named = Object.values(exports).flatMap((entry) => [entry.types, entry.default])
    for (const name of [...named, './README.md', './LICENSE', './package.json'])
      assert.ok(files.includes(name.slice(2)), name)
    assert.deepEqual(
      files.filter(
        (name) => !/(\.js|\.d\.ts|README\.md|LICENSE|package\.json)$/.test(name) || /test/.test(name),
      ),
      [],
    )
  })
})
