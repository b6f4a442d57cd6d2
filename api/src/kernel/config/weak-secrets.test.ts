/** Tests that production refuses secrets that a person made up or that this repository contains. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { readRegistry } from './platform-registry.ts'
import { isGuessable } from './weak-secrets.ts'

describe('published secrets', () => {
  const root = join(import.meta.dirname, '../../..')
  const files = globSync(['*.{md,yaml,json}', '{docs,sdk,api,e2e,bench,demo}/**/*.{md,json}', 'Dockerfile'], {
    cwd: root,
    exclude: (name) => name.includes('node_modules') || name.includes('dist'),
  }).map((name) => readFileSync(join(root, name), 'utf8'))

  it('production refuses every client secret of this repository', () => {
    const found = files.flatMap((text) => [...text.matchAll(/"secretSha256": *"([0-9a-f]{64})"/g)])
    assert.ok(found.length > 0)
    for (const [, secretSha256] of found) {
      const platforms = { student: { origins: [], clients: [{ id: 'a', secretSha256 }] } }
      assert.throws(() => readRegistry(JSON.stringify(platforms), { isProduction: true }), /published/)
    }
  })

  it('production refuses every secret of the service in this repository', () => {
    for (const [, value = ''] of files.flatMap((text) => [
      ...text.matchAll(/FOYER_SECRETS["']?\s*[=:]\s*["'`]?([\w+/=-]{32,})/g),
    ])) {
      assert.ok(isGuessable(Buffer.from(value)), value)
    }
  })
})

describe('a secret', () => {
  it('a secret made by a person or a keyboard is guessable', () => {
    const made = [
      '0123456789'.repeat(4),
      'abcdefghijklmnopqrstuvwxyz0123456789',
      'x9K'.repeat(12),
      'my-Pass_word-for-foyer-4711-x8zQ2',
    ]
    for (const secret of [
      ...made,
      `${createHash('sha256').update('drawn').digest('base64url')}EXAMPLE`,
      'aabbccddeeff00112233445566778899',
    ])
      assert.ok(isGuessable(Buffer.from(secret)), secret)
  })

  it('a random secret passes, in every usual encoding', () => {
    // Hashes look random, and are the same in every run.
    for (let drawn = 0; drawn < 200; drawn++)
      for (const writing of ['hex', 'base64', 'base64url'] as const)
        assert.ok(!isGuessable(Buffer.from(createHash('sha256').update(`${drawn}`).digest(writing))))
  })
})
