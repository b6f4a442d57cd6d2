/** Checks that no folder of source has more than 25 files: a larger folder is split by subject. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { it } from 'node:test'

const root = join(import.meta.dirname, '..')
const workspaceSources = ['api/src', 'web/src', 'contract/src', 'sdk/src', 'demo/src', 'stand-ins/src']
const sourceFolders = [...workspaceSources, 'bench', 'e2e', 'scripts']
const ignored = ['node_modules', 'dist', 'test-results']
const maxFiles = 25

/** Returns one line for each folder below `folder`, itself included, that has too many files. */
function findLargeFolders(folder: string, base: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !ignored.includes(name))
  const files = entries.filter((entry) => entry.isFile()).length
  return [
    ...(files > maxFiles ? [`${relative(base, folder)} has ${files} files, more than ${maxFiles}`] : []),
    ...entries
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) => findLargeFolders(join(folder, name), base)),
  ]
}

it('no folder of source has more than 25 files', () => {
  assert.deepEqual(
    sourceFolders.flatMap((folder) => findLargeFolders(join(root, folder), root)),
    [],
  )
})

it('the check of folders reports a folder of 26 files at any depth and passes one of 25', (context) => {
  const base = mkdtempSync(join(tmpdir(), 'foyer-folders-'))
  context.after(() => rmSync(base, { recursive: true }))
  for (const [folder, count] of [
    ['api/src/full', 25],
    ['api/src/otp/large', 26],
    ['api/src/node_modules', 26],
  ] as const) {
    mkdirSync(join(base, folder), { recursive: true })
    for (let index = 0; index < count; index += 1) writeFileSync(join(base, folder, `${index}.ts`), '')
  }
  assert.deepEqual(findLargeFolders(join(base, 'api/src'), base), [
    'api/src/otp/large has 26 files, more than 25',
  ])
})
