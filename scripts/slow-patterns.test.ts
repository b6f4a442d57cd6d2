/** Tests that every regular expression takes linear time, and that the analysis finds slow ones (N-105). */
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

async function findIn(file: string, text: string): Promise<string[]> {
  const path = join(folder, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  const lines = await findSlowPatterns(folder)
  rmSync(path)
  return lines
}

describe('regular expressions of the product', () => {
  it('every regular expression takes time that grows no faster than its input', async () => {
    assert.deepEqual(await findSlowPatterns(join(import.meta.dirname, '..')), [])
  })
})

describe('findSlowPatterns', () => {
  for (const [kind, pattern] of [
    ['exponential because of alternatives that match the same', '/^(a|a)*$/'],
    ['exponential because of a nested repetition', '/^(\\w+\\s?)*$/'],
    ['quadratic because of two adjacent repetitions', '/^\\d+\\d+$/'],
    ['quadratic because of a scan from every start', '/\\s+$/'],
    ['slow up to its bound from every start', '/[^@]{1,254}@/g'],
  ] as const)
    it(`reports a pattern that is ${kind}`, async () => {
      const [line, ...more] = await findIn(
        'api/src/a.ts',
        `\nexport const a = (x: string) => ${pattern}.test(x)\n`,
      )
      assert.ok(line?.startsWith(`api/src/a.ts:2 ${pattern} takes `), line)
      assert.deepEqual(more, [])
    })

  it('reports a slow pattern in JSX, at each of its places', async () => {
    const text = 'export const A = () => <p>{/a*b/.test("a") || /a*b/.test("b")}</p>\n'
    assert.equal((await findIn('web/src/a.tsx', text)).length, 2)
  })

  it('reports a pattern that is built at run time', async () => {
    for (const built of ['new RegExp(x)', 'RegExp(x, "g")', 'x.match("a*b")', 'x.search(`a*b`)']) {
      const [line] = await findIn('sdk/src/a.ts', `export const a = (x: string) => ${built}\n`)
      assert.equal(line, 'sdk/src/a.ts:1 is built at run time: write it as a literal, which can be checked')
    }
  })

  it('accepts a pattern built at run time below a comment that says why it is linear, but no literal', async () => {
    const excused = (pattern: string) => `// Linear: one class.\nexport const a = (x: string) => ${pattern}\n`
    assert.deepEqual(await findIn('api/src/a.ts', excused('new RegExp(x)')), [])
    assert.equal((await findIn('api/src/a.ts', excused('/^(a|a)*$/'))).length, 1)
  })

  it('reports a file that cannot be parsed', async () => {
    assert.equal((await findIn('contract/src/a.ts', 'export const = /a/')).length, 1)
  })

  it('accepts linear patterns and ignores test files', async () => {
    assert.deepEqual(
      await findIn('demo/src/a.ts', 'export const a = [/^a+$/, /\\S+/g, /^[a-z]{1,64}$/]\n'),
      [],
    )
    assert.deepEqual(await findIn('api/src/a.test.ts', 'export const a = /^(a|a)*$/\n'), [])
    assert.deepEqual(await findIn('api/src/test-a.ts', 'export const a = /^(a|a)*$/\n'), [])
  })
})
