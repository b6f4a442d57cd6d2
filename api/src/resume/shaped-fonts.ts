/**
 * Lets a PDF document write glyphs that HarfBuzz has shaped. The document takes any font object with a `layout`; ours
 * answers with the run that is being drawn.
 *
 * A program that copies or searches text knows of each glyph only one text, while a glyph stands for different letters in
 * different syllables. So each pair of glyph and text gets a glyph of its own in the embedded font.
 */
import type { Font } from 'fontkit'
import { type Family, fontOf, type Weight } from './fonts.ts'
import type { Glyph, ShapedRun } from './shape-text.ts'

/** The part of a document of pdfkit that uses fonts; its types do not know that it takes font objects. */
export type FontUser = {
  registerFont(name: string, font: Font): unknown
  font(name: string): FontUser
  fontSize(size: number): FontUser
  text(text: string, x: number, y: number, options: object): unknown
}

export type ShapedFonts = {
  /** Draws a run from the left end of its baseline. */
  draw(run: ShapedRun, at: { x: number; y: number; size: number }): void
}

export function createShapedFonts(document: FontUser): ShapedFonts {
  const fonts = new Map<string, ShapedFont>()

  function fontFor(family: Family, weight: Weight): { name: string; font: ShapedFont } {
    const name = `${family}-${weight}`
    const known = fonts.get(name)
    if (known) return { name, font: known }
    const font = createShapedFont(fontOf(family, weight).parsed)
    document.registerFont(name, font.font)
    fonts.set(name, font)
    return { name, font }
  }

  return {
    draw(run, { x, y, size }) {
      const { name, font } = fontFor(run.family, run.weight)
      font.setRun(run)
      // The list of features, though empty, makes the document lay the whole run out at once.
      const options = { lineBreak: false, baseline: 'alphabetic', features: [] }
      document.font(name).fontSize(size).text(run.text, x, y, options)
    },
  }
}

type ShapedFont = { font: Font; setRun(run: ShapedRun): void }

type Subset = { glyphs: number[]; includeGlyph(id: number): number }

/** Above the ids of any font. */
const firstPair = 0x10000

function createShapedFont(parsed: Font): ShapedFont {
  let drawing: ShapedRun
  const pairs: Glyph[] = []
  const idOfPair = new Map<string, number>()

  function pairId(glyph: Glyph): number {
    const key = `${glyph.id} ${glyph.text}`
    const id = idOfPair.get(key) ?? firstPair + pairs.push(glyph) - 1
    idOfPair.set(key, id)
    return id
  }

  function layout() {
    const { glyphs, width } = drawing
    return {
      glyphs: glyphs.map((glyph) => ({
        id: pairId(glyph),
        advanceWidth: parsed.getGlyph(glyph.id).advanceWidth,
        codePoints: Array.from(glyph.text, (character) => character.codePointAt(0) ?? 0),
      })),
      positions: glyphs.map(({ advance, x, y }) => ({
        xAdvance: advance,
        yAdvance: 0,
        xOffset: x,
        yOffset: y,
      })),
      advanceWidth: width * parsed.unitsPerEm,
    }
  }

  function createSubset(): Subset {
    const subset = parsed.createSubset() as unknown as Subset
    const includeOfFont = subset.includeGlyph.bind(subset)
    const places = new Map<number, number>()
    subset.includeGlyph = (id) => {
      const pair = pairs[id - firstPair]
      // The parts of a composed glyph have the ids of the font.
      if (!pair) return includeOfFont(id)
      const place = places.get(id) ?? subset.glyphs.push(pair.id) - 1
      places.set(id, place)
      return place
    }
    return subset
  }

  const font = Object.create(parsed, { layout: { value: layout }, createSubset: { value: createSubset } })
  return {
    font,
    setRun(run) {
      drawing = run
    },
  }
}
