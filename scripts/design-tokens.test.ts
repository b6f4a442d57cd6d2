/** Compares the colours of the pages that the service itself renders with those of the front end. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { colours } from '../api/src/html/tokens.ts'

const theme = readFileSync(join(import.meta.dirname, '../web/src/ui/page/theme.css'), 'utf8')

it('the colours of /docs and the inbox are those of the front end', () => {
  for (const [name, values] of Object.entries(colours)) {
    const [, light, dark] = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\);`).exec(theme) ?? []
    assert.deepEqual([light, dark], values, `--${name} of theme.css`)
  }
})
