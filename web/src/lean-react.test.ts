/** Checks what the build leaves out of React, and that no page uses it. */
import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { leftOut, withoutUnused } from '../lean-react.ts'

const root = join(import.meta.dirname, '../..')
const reactDom = join(root, 'node_modules/react-dom/cjs/react-dom-client.production.js')

describe('lean React', () => {
  it('empties the unused functions and leaves every other line as it is', async () => {
    const code = await readFile(reactDom, 'utf8')
    const lean = withoutUnused(code)
    const lines = new Set(code.split('\n'))
    const changed = lean.split('\n').filter((line) => !lines.has(line))
    assert.deepEqual(
      changed.filter((line) => !line.endsWith(') {}')),
      [],
    )
    assert.ok(changed.length > 30)
    assert.doesNotMatch(lean, /FragmentInstance\.prototype/)
    assert.match(lean, /^exports\.hydrateRoot = function/m)
  })

  it('stops the build for a React that lacks one of the functions', () => {
    assert.throws(() => withoutUnused('\nfunction other() {\n}\n'), /React has no function/)
  })

  it('no page uses what is left out', async () => {
    const found: string[] = []
    for await (const name of glob('web/src/**/*.tsx', { cwd: root })) {
      const source = await readFile(join(root, name), 'utf8')
      const imports = [...source.matchAll(/^import (.*) from 'react(?:-dom)?'$/gm)].flatMap(
        ([, names = '']) => names.match(/\w+/g) ?? [],
      )
      // React would move these elements to the head.
      if (leftOut.some((one) => imports.includes(one)) || /<(link|meta|script|style|title)[\s>]/.test(source))
        found.push(name)
    }
    assert.deepEqual(found, [])
  })
})
