/** Compares the looks of the pages outside the front end with the front end's: /docs, the inbox, and the demo sites. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { colours } from '../api/src/html/tokens.ts'
import { families, familyMark, familyOf } from '../contract/src/families.ts'
import { platformNames } from '../contract/src/platform-names.ts'
import type { Platform } from '../contract/src/platforms.ts'
import { neutrals } from '../demo/src/family.ts'
import { sites } from '../demo/src/sites.ts'

const theme = readFileSync(join(import.meta.dirname, '../web/src/ui/page/theme.css'), 'utf8')

it('the colours of /docs, the inbox and the demo sites are those of the front end', () => {
  for (const [name, values] of [...Object.entries(colours), ...Object.entries(neutrals)]) {
    const [, light, dark] = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\);`).exec(theme) ?? []
    assert.deepEqual([light, dark], values, `--${name} of theme.css`)
  }
})

it('each demo platform has the name, the colour and the mark of its family', () => {
  for (const { platform, family } of sites.filter(({ external }) => !external)) {
    const known = platform as Platform
    const own = familyOf(known)
    assert.deepEqual(family.colour, families[own].colour)
    assert.equal(family.mark, familyMark(own))
    assert.equal(family.name, platformNames[known].shortName)
  }
})
