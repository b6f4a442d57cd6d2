import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import * as table from './storage-keys.ts'

const sources = join(import.meta.dirname, '../..')
const keys = Object.values(table).filter((value) => typeof value === 'string')

test('writes the keys of web storage only in storage-keys.ts', async () => {
  const elsewhere: string[] = []
  for await (const name of glob('**/*.{ts,tsx}', { cwd: sources })) {
    if (name.includes('test') || name.endsWith('/storage-keys.ts')) continue
    const source = await readFile(join(sources, name), 'utf8')
    if (/['"`]foyer\.(?!refresh)/.test(source)) elsewhere.push(name)
  }
  assert.deepEqual(elsewhere, [])
})

test('lists no storage key twice and only the known one as the start of another', () => {
  const shared = keys.flatMap((key) => keys.filter((other) => other !== key && other.startsWith(key)))
  assert.deepEqual(shared, ['foyer.device-used'])
  assert.equal(new Set(keys).size, keys.length)
})

test('documents each constant of storage-keys.ts in its table', async () => {
  const source = await readFile(join(import.meta.dirname, 'storage-keys.ts'), 'utf8')
  const documented = source.slice(0, source.indexOf('*/'))
  for (const name of Object.keys(table)) assert.ok(documented.includes(name), name)
})
