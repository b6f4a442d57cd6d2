/** Shapes text: letters become the glyphs of a font, joined and placed as the script demands (OpenType, by HarfBuzz). */
import * as hb from 'harfbuzzjs'
import { type Family, fontOf, type Weight } from './fonts.ts'

/** Text of one font and one direction. */
export type Run = { text: string; family: Family; weight: Weight; isRtl: boolean }

export type Glyph = {
  id: number
  /** The characters that it stands for; empty for a part of a letter. */
  text: string
  /** In units of the font. */
  advance: number
  x: number
  y: number
}

/** Glyphs from left to right. */
export type ShapedRun = Run & { glyphs: readonly Glyph[] /** In ems. */; width: number }

const buffer = new hb.Buffer()

export function shape(run: Run): ShapedRun {
  const { text, family, weight, isRtl } = run
  const font = fontOf(family, weight)
  buffer.reset()
  // Each glyph of a mark then stands for the mark alone.
  buffer.setClusterLevel(hb.ClusterLevel.MONOTONE_CHARACTERS)
  buffer.addText(text)
  // Script and language follow from the text, the direction from the line that the text is part of.
  buffer.guessSegmentProperties()
  buffer.setDirection(isRtl ? hb.Direction.RTL : hb.Direction.LTR)
  hb.shape(font.shaping, buffer)
  const places = buffer.getGlyphPositions()
  const infos = buffer.getGlyphInfos()
  const texts = textsOfGlyphs(
    text,
    infos.map(({ cluster }, index) => ({ cluster, advance: places[index]?.xAdvance ?? 0 })),
    isRtl,
  )
  const glyphs = infos.map(({ codepoint: id }, index) => ({
    id,
    text: texts[index] ?? '',
    advance: places[index]?.xAdvance ?? 0,
    x: places[index]?.xOffset ?? 0,
    y: places[index]?.yOffset ?? 0,
  }))
  const width = glyphs.reduce((sum, { advance }) => sum + advance, 0) / font.unitsPerEm
  return { ...run, glyphs, width }
}

type InCluster = { cluster: number; advance: number }

/**
 * Distributes the characters of a text over its glyphs, so that those of a cluster together have its text. Dots and marks
 * that are glyphs of their own get a character only if there are enough.
 */
function textsOfGlyphs(text: string, glyphs: readonly InCluster[], isRtl: boolean): string[] {
  const texts = glyphs.map(() => '')
  const starts = [...new Set(glyphs.map(({ cluster }) => cluster))].sort((one, other) => one - other)
  for (const [place, start] of starts.entries()) {
    const characters = Array.from(text.slice(start, starts[place + 1]))
    const members = [...glyphs.keys()].filter((index) => glyphs[index]?.cluster === start)
    const widest = members.toSorted(
      (one, other) => (glyphs[other]?.advance ?? 0) - (glyphs[one]?.advance ?? 0),
    )
    const holders = widest
      .slice(0, characters.length)
      .sort((one, other) => (isRtl ? other - one : one - other))
    for (const [order, holder] of holders.entries())
      texts[holder] =
        order === holders.length - 1 ? characters.slice(order).join('') : (characters[order] ?? '')
  }
  return texts
}
