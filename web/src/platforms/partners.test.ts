import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import * as v from 'valibot'
import { brandOf } from './brand.ts'
import { pagePaths } from './page-paths.ts'
import { brandedPage, partnerPages, partnerShape } from './partner-brand.ts'
import { partnerOf, partners } from './partners.ts'
import { contrast, surfaces } from './test-contrast.ts'

const folder = new URL('./partners/', import.meta.url)
const maxBytes = 4_096

test('every partner has a text file and a logo, and every file belongs to a partner', () => {
  const names = Object.keys(partners).flatMap((name) => [`${name}.json`, `${name}.svg`])
  assert.deepEqual(readdirSync(folder).sort(), names.sort())
})

for (const [id, partner] of Object.entries(partners)) {
  const svg = readFileSync(new URL(`${id}.svg`, folder), 'utf8')

  test(`the file of the partner ${id} has every text and no unknown key`, () => {
    assert.deepEqual(v.parse(partnerShape, partner), partner)
    assert.throws(() => v.parse(partnerShape, { ...partner, logo: { ...partner.logo, alt: '' } }))
    assert.throws(() => v.parse(partnerShape, { ...partner, colour: '#000' }))
  })

  test(`the logo of ${id} is small, has its size and its name, and contains no script`, () => {
    const { alt, width, height } = partner.logo
    assert.ok(Buffer.byteLength(svg) <= maxBytes)
    assert.ok(svg.includes(`viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`))
    assert.ok(svg.includes(`<title>${alt}</title>`))
    assert.doesNotMatch(svg, /<script|<foreignObject|<image|<use| on\w+=|href|url\(|@import/i)
  })

  test(`the logo of ${id} has enough contrast in both schemes (WCAG 1.4.11)`, () => {
    const [light = '', dark = ''] = svg.split('@media(prefers-color-scheme:dark)')
    for (const [scheme, rules] of [
      ['light', light],
      ['dark', dark],
    ] as const) {
      const cutOuts = surfaces[scheme].map((colour) => colour.toLowerCase())
      const colours = [...rules.matchAll(/(?:fill|stroke):(#[0-9a-f]{6})/gi)].map(([, colour = '']) => colour)
      const drawn = colours.filter((colour) => !cutOuts.includes(colour.toLowerCase()))
      assert.ok(drawn.length > 0)
      for (const colour of drawn) {
        for (const surface of surfaces[scheme])
          assert.ok(contrast(colour, surface) >= 4.5, `${colour} on ${surface}`)
      }
    }
  })
}

test('an unknown login_source is no partner', () => {
  for (const name of [null, '', 'constructor', '__proto__', 'RYAN']) assert.equal(partnerOf(name), null)
})

test('Ryan has two pages, only for students, with texts filled in and links to each other', () => {
  assert.deepEqual(
    partnerPages.map(({ name, page, platform }) => [name, page, platform]),
    [
      ['ryan-sign-in', 'sign-in', 'student'],
      ['ryan-sign-up', 'sign-up', 'student'],
    ],
  )
  for (const page of partnerPages) {
    const { panel: _, colour: __, ...brand } = brandOf('student', 'Northbridge')
    const given = { brand, paths: pagePaths('student'), provider: 'Northbridge' }
    const branded = brandedPage(page, given)
    assert.doesNotMatch(JSON.stringify(branded), /\{(platform|provider)\}/)
    assert.equal(branded.paths.signIn, '/ryan/signin?platform=student&login_source=ryan')
    assert.equal(branded.paths.signUp, '/ryan/signup?platform=student&login_source=ryan')
    assert.equal(branded.paths.forgotPassword, given.paths.forgotPassword)
    assert.deepEqual(branded.brand.partner, { name: 'Ryan', source: 'ryan' })
  }
})
