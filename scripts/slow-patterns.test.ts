import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { findSlowPatterns } from './slow-patterns.ts'

let folder: string
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-patterns-'))
})
after(() => rmSync(folder, { recursive: true }))

async function plant(file: string, text: string): Promise<string[]> {
  const path = join(folder, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  const lines = await findSlowPatterns(folder)
  rmSync(path)
  return lines
}

describe('the regular expressions of the product', () => {
  it('take a time that grows no faster than their input', async () => {
    assert.deepEqual(await findSlowPatterns(join(import.meta.dirname, '..')), [])
  })
})

describe('the check of regular expressions', () => {
  for (const [kind, pattern] of [
    ['exponential by alternatives that match the same', '/^(a|a)*$/'],
    ['exponential by a nested repetition', '/^(\\w+\\s?)*$/'],
    ['quadratic by two repetitions side by side', '/^\\d+\\d+$/'],
    ['quadratic by a scan from every start', '/\\s+$/'],
    ['as slow as its bound allows from every start', '/[^@]{1,254}@/g'],
  ] as const)
    it(`reports a pattern that is ${kind}`, async () => {
      const [line, ...more] = await plant(
        'api/src/a.ts',
        `\nexport const a = (x: string) => ${pattern}.test(x)\n`,
      )
      assert.ok(line?.startsWith(`api/src/a.ts:2 ${pattern} takes `), line)
      assert.deepEqual(more, [])
    })

  it('reports a slow pattern in JSX, and of each place that has it', async () => {
    const text = 'export const A = () => <p>{/a*b/.test("a") || /a*b/.test("b")}</p>\n'
    assert.equal((await plant('web/src/a.tsx', text)).length, 2)
  })

  it('reports a pattern that is built when it runs, which it cannot read', async () => {
    for (const built of ['new RegExp(x)', 'RegExp(x, "g")', 'x.match("a*b")', 'x.search(`a*b`)']) {
      const [line] = await plant('sdk/src/a.ts', `export const a = (x: string) => ${built}\n`)
      assert.equal(line, 'sdk/src/a.ts:1 is built when it runs: write it as a literal, which can be judged')
    }
  })

  it('passes a pattern that is built when it runs below a line that says why it is linear, and no literal', async () => {
    const excused = (pattern: string) => `// Linear: one class.\nexport const a = (x: string) => ${pattern}\n`
    assert.deepEqual(await plant('api/src/a.ts', excused('new RegExp(x)')), [])
    assert.equal((await plant('api/src/a.ts', excused('/^(a|a)*$/'))).length, 1)
  })

  it('reports a file that it cannot parse', async () => {
    assert.equal((await plant('contract/src/a.ts', 'export const = /a/')).length, 1)
  })

  it('passes linear patterns, and leaves tests alone', async () => {
    assert.deepEqual(
      await plant('demo/src/a.ts', 'export const a = [/^a+$/, /\\S+/g, /^[a-z]{1,64}$/]\n'),
      [],
    )
    assert.deepEqual(await plant('api/src/a.test.ts', 'export const a = /^(a|a)*$/\n'), [])
    assert.deepEqual(await plant('api/src/test-a.ts', 'export const a = /^(a|a)*$/\n'), [])
  })
})
