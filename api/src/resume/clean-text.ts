/** Prepares texts of users for a font: normal form, no control characters, nothing that no font can show. */
import { familyOf, fontOf, type Weight } from './fonts.ts'

/** Stands for a character that no font of ours has. */
const replacement = '\u{FFFD}'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const plain = /^[ -~]*$/

/** Splits into what users see as characters: a letter with its marks. */
export function charactersOf(text: string): string[] {
  return plain.test(text) ? text.split('') : Array.from(graphemes.segment(text), ({ segment }) => segment)
}

/** Cuts a text before a character, and says so with an ellipsis. */
export function shortened(text: string, max: number): string {
  if (text.length <= max) return text
  const end = graphemes.segment(text).containing(max)?.index ?? max
  return `${text.slice(0, end).trimEnd()}…`
}

/** Splits a text into its paragraphs, each one line of normal form. Directional controls go: they could hide text. */
export function paragraphsOf(text: string): string[] {
  return text
    .normalize('NFC')
    .split(/[\n\r\u2028\u2029]+/)
    .map((line) =>
      line
        // Joiners stay, which scripts need.
        .replace(/(?!\u200c|\u200d|\t)\p{C}/gu, '')
        .replace(/\s+/gu, ' ')
        .trim(),
    )
    .filter((line) => line !== '')
}

/** Replaces each character that no font of ours has. Returns how many there were. */
export function drawable(text: string, weight: Weight): { text: string; missing: number } {
  if (plain.test(text)) return { text, missing: 0 }
  let missing = 0
  const characters = charactersOf(text).map((character) => {
    if (plain.test(character)) return character
    const font = fontOf(familyOf(character), weight)
    const isCovered = [...character].every(
      (sign) => /\u200c|\u200d|[\ufe00-\ufe0f]/.test(sign) || font.has(sign.codePointAt(0) ?? 0),
    )
    if (isCovered) return character
    // Emoji are decoration, and a box in their place would be none.
    if (/\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(character)) return ''
    missing += 1
    return replacement
  })
  return { text: characters.join(''), missing }
}
