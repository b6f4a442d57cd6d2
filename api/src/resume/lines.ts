/** Breaks a paragraph into lines and puts the runs of each in the order they are seen (Unicode Bidirectional Algorithm). */
import bidiJs, { type EmbeddingLevels } from 'bidi-js'
import { charactersOf } from './clean-text.ts'
import { familyOf, type Weight } from './fonts.ts'
import { type Run, type ShapedRun, shape } from './shape-text.ts'

export type Line = {
  /** From left to right. */
  runs: readonly ShapedRun[]
  /** In points. */
  width: number
}

export type Lines = { lines: Line[]; isRtl: boolean; isCut: boolean }

export type TextStyle = { size: number; weight: Weight }

// The package's types describe its ES module, and Node loads the other one.
const bidi = (bidiJs as unknown as typeof bidiJs.default)()

/** The scripts that are written from the right, and what the algorithm treats like them. */
const mayBeRtl = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff]|[\ud802-\ud803\ud83a-\ud83b]/

/** Returns the levels of a text; the algorithm runs only where it could find another than 0. */
function levelsOf(text: string, direction?: 'ltr'): EmbeddingLevels {
  if (mayBeRtl.test(text)) return bidi.getEmbeddingLevels(text, direction)
  return { levels: new Uint8Array(text.length), paragraphs: [{ start: 0, end: text.length - 1, level: 0 }] }
}

/** Text of one paragraph with its levels, by UTF-16 unit. */
type Paragraph = { text: string; levels: EmbeddingLevels; weight: Weight }

/**
 * Lays a paragraph out in lines of at most `width` points. Its first letter decides its direction. A last line that is not
 * the end of the text gets an ellipsis.
 */
export function breakLines(
  text: string,
  { size, weight }: TextStyle,
  { width, maxLines }: { width: number; maxLines: number },
): Lines {
  const paragraph: Paragraph = { text, levels: levelsOf(text), weight }
  const isRtl = paragraph.levels.paragraphs[0]?.level === 1
  const measure = createMeasure(paragraph, size)
  const lines: Line[] = []
  let start = 0
  while (start < text.length) {
    const end = endOfLine(paragraph, start, { width, measure })
    if (lines.length === maxLines - 1 && end < text.length) {
      const cut = cutLine(text.slice(start, end), { size, weight }, width)
      return { lines: [...lines, cut], isRtl, isCut: true }
    }
    lines.push(asLine(paragraph, { start, end: text.slice(start, end).trimEnd().length + start }, size))
    start = end
    while (text[start] === ' ') start += 1
  }
  return { lines, isRtl, isCut: false }
}

/** The widths of words in ems, which profiles repeat. Emptied before it grows large. */
const knownWidths = new Map<string, number>()
const mostKnownWidths = 20_000

/** Measures parts of a paragraph. The direction of a word hardly changes its width. */
function createMeasure(paragraph: Paragraph, size: number) {
  return (start: number, end: number): number => {
    const key = `${paragraph.weight} ${paragraph.text.slice(start, end)}`
    let width = knownWidths.get(key)
    if (width === undefined) {
      width = widthOf(runsBetween(paragraph, start, end).map(shape))
      if (knownWidths.size === mostKnownWidths) knownWidths.clear()
      knownWidths.set(key, width)
    }
    return width * size
  }
}

type Room = { width: number; measure(start: number, end: number): number }

/** Returns where the line that begins at `start` ends: before a word that has no room, or inside a word without room anywhere. */
function endOfLine({ text }: Paragraph, start: number, { width, measure }: Room): number {
  let used = 0
  let end = start
  while (end < text.length) {
    const space = text.indexOf(' ', end)
    const wordEnd = space === -1 ? text.length : space
    const wordWidth = measure(end, wordEnd)
    if (used + wordWidth > width)
      return end > start ? end : endInWord(text.slice(start, wordEnd), start, { width, measure })
    used += wordWidth + (space === -1 ? 0 : measure(space, space + 1))
    end = space === -1 ? text.length : space + 1
  }
  return end
}

function endInWord(word: string, start: number, { width, measure }: Room): number {
  let end = start
  for (const character of charactersOf(word)) {
    if (end > start && measure(start, end + character.length) > width) return end
    end += character.length
  }
  return end
}

function cutLine(text: string, style: TextStyle, width: number): Line {
  const characters = charactersOf(text.trimEnd())
  for (;;) {
    const shown = `${characters.join('').trimEnd()}…`
    const line = lineOf(shown, style)
    if (line.width <= width || characters.length === 0) return line
    characters.pop()
  }
}

/** Lays a short text out in one line, however wide. Its first letter decides its direction, unless one is given. */
export function lineOf(text: string, { size, weight }: TextStyle, direction?: 'ltr'): Line {
  const paragraph = { text, levels: levelsOf(text, direction), weight }
  return asLine(paragraph, { start: 0, end: text.length }, size)
}

function asLine(paragraph: Paragraph, { start, end }: { start: number; end: number }, size: number): Line {
  const runs = runsBetween(paragraph, start, end)
  if (runs.length > 1) {
    const order = bidi.getReorderedIndices(paragraph.text, paragraph.levels, start, end - 1)
    const seenAt = new Map(order.map((index, place) => [index, place]))
    const placeOf = ({ from }: Placed) => seenAt.get(from) ?? 0
    runs.sort((one, other) => placeOf(one) - placeOf(other))
  }
  const shaped = runs.map(shape)
  return { runs: shaped, width: widthOf(shaped) * size }
}

type Placed = Run & { /** The index of its first character in the paragraph. */ from: number }

/** Splits a part of a paragraph where font or direction change, in the order of the text. */
function runsBetween({ text, levels, weight }: Paragraph, start: number, end: number): Placed[] {
  const runs: Placed[] = []
  let level: number | undefined
  let from = start
  for (const character of charactersOf(text.slice(start, end))) {
    const own = levels.levels[from] ?? 0
    const family = familyOf(character)
    const last = runs.at(-1)
    // A space never needs the font of one script.
    if (last && own === level && (family === last.family || character === ' ')) last.text += character
    else runs.push({ text: character, family, weight, isRtl: own % 2 === 1, from })
    level = own
    from += character.length
  }
  return runs
}

function widthOf(runs: readonly ShapedRun[]): number {
  return runs.reduce((sum, { width }) => sum + width, 0)
}
