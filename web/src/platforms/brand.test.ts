import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { colourOf, families } from '@foyer/contract/families'
import { platforms } from '@foyer/contract/platforms'
import { brandOf, mergedBrand } from './brand.ts'
import { panels } from './panels.ts'
import { contrast, surfaces } from './test-contrast.ts'

/** The text colours to check: muted text on the surfaces, and text on a brand-coloured background. */
const muted = { light: '#4B5468', dark: '#A9B4C9' } as const
const onBrand = { light: '#FFFFFF', dark: '#0B1120' } as const

for (const platform of platforms) {
  const brand = brandOf(platform, 'Northbridge')

  test(`the brand of ${platform} has every text filled in`, () => {
    assert.doesNotMatch(JSON.stringify(brand), /\{(platform|provider)\}/)
    assert.ok(brand.displayName)
  })

  for (const scheme of ['light', 'dark'] as const) {
    test(`the colour of ${platform} has enough contrast in the ${scheme} scheme (WCAG 1.4.3)`, () => {
      for (const other of [...surfaces[scheme], onBrand[scheme]]) {
        const ratio = contrast(brand.colour[scheme], other)
        assert.ok(ratio >= 4.5, `${brand.colour[scheme]} on ${other} is ${ratio.toFixed(2)}`)
      }
    })
  }
}

const tints = [
  ...readFileSync(new URL('../ui/page/arcade.css', import.meta.url), 'utf8').matchAll(
    /var\(--brand\) (\d+)%, var\(--(bg|surface)\)/g,
  ),
].map(([, percent]) => Number(percent) / 100)

test('text has enough contrast on every tint of the arches, on page and card (WCAG 1.4.3)', () => {
  assert.ok(tints.length >= 6)
  for (const platform of platforms) {
    const colour = colourOf(platform)
    for (const scheme of ['light', 'dark'] as const) {
      const tinted = surfaces[scheme].flatMap((surface) =>
        tints.map((share) => mixed(colour[scheme], surface, share)),
      )
      for (const background of tinted) {
        for (const text of [colour[scheme], muted[scheme]]) {
          const ratio = contrast(text, background)
          assert.ok(ratio >= 4.5, `${platform}: ${text} on ${background} is ${ratio.toFixed(2)}`)
        }
      }
    }
  }
})

test('every brand family is used by a platform', () => {
  const used = new Set(platforms.map((platform) => brandOf(platform, 'x').family))
  assert.deepEqual([...used].sort(), Object.keys(families).sort())
})

test('a brand has a panel exactly if its layout is split', () => {
  for (const platform of platforms) {
    const { layout, panel } = brandOf(platform, 'x')
    assert.equal(layout === 'split', panel !== null)
  }
})

test('the panel that the browser loads late is that of each brand with the split layout', () => {
  for (const platform of platforms) {
    const { family, layout, panel } = brandOf(platform, 'x')
    if (layout === 'split') assert.deepEqual(panels[family], panel)
  }
})

test("the panel of schools has the specification's three slides, and the first has the scene of the rendered HTML", () => {
  const slides = panels.school?.slides ?? []
  assert.deepEqual(
    slides.map(({ name }) => name),
    ['Skilled Teachers', 'Verified Profiles', 'Hire Faster'],
  )
  assert.equal(slides[0]?.scene.kind, 'profiles')
})

test('a brand overrides its family, and its family the base', () => {
  const brand = mergedBrand({ layout: 'split' }, { signIn: { submit: 'Go' } })
  assert.equal(brand.layout, 'split')
  assert.equal(brand.signIn.submit, 'Go')
  assert.equal(brand.signIn.emailLabel, 'Email')
})

test('a brand with an unknown key or an empty text is refused', () => {
  assert.throws(() => mergedBrand({ font: 'x' }))
  assert.throws(() => mergedBrand({ signIn: { heading: 'x' } }))
  assert.throws(() => mergedBrand({ signIn: { title: '' } }))
})

/** Mixes colours in sRGB, which differs little from oklab at these shares. */
function mixed(brand: string, surface: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [one, other] = [brand, surface].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16))
    return Math.round((one ?? 0) * share + (other ?? 0) * (1 - share))
  })
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
