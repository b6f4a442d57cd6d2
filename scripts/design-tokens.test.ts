/** Compares the design tokens of /docs, the inbox and the demo sites with the front end's. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { colours } from '../api/src/kernel/html/tokens.ts'
import { archMark, families, familyOf } from '../contract/src/families.ts'
import { platformNames } from '../contract/src/platform-names.ts'
import { type Platform, platformRow, platforms } from '../contract/src/platforms.ts'
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
  for (const { platform, family, brand } of sites.filter(({ external }) => !external)) {
    const known = platform as Platform
    assert.deepEqual(family.colour, families[familyOf(known)].colour)
    assert.equal(family.mark, archMark(known))
    assert.equal(brand, platformNames[known].displayName)
  }
})

it('each platform that codes are sent to has a demo site with its product', () => {
  const products = new Map(
    sites
      .filter(({ external, isSister }) => !external && !isSister)
      .map((site) => [site.platform, site.product]),
  )
  const expected = platforms.filter((platform) => platformRow(platform).redirect !== 'none')
  assert.deepEqual([...products.keys()].sort(), expected.toSorted())
  for (const platform of expected) assert.equal(products.get(platform), platformRow(platform).product)
})
