/** Prepares the texts of a résumé for a font, and shortens them step by step until they fit. */
import type { Resume, ResumeEntry } from './resume.ts'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Cuts a text at a whole character, and adds an ellipsis. */
function shortened(text: string, max: number): string {
  if (text.length <= max) return text
  const end = graphemes.segment(text).containing(max)?.index ?? max
  return `${text.slice(0, end).trimEnd()}…`
}

/**
 * Normalises a text, and removes emoji and control characters, including directional controls, which could hide text.
 */
function clean(text: string): string {
  return (
    text
      .toWellFormed()
      .normalize('NFC')
      .replace(/\p{Emoji_Presentation}|\p{Emoji_Modifier}|\u20e3|\p{Extended_Pictographic}(?=\ufe0f)/gu, '')
      .replace(/[\n\r\u2028\u2029]+/g, '\n')
      // Keeps the joiners U+200C and U+200D, which some scripts need.
      .replace(/(?!\u200c|\u200d|\n|\t)(?:\p{C}|\p{Variation_Selector})/gu, '')
      .replace(/[^\S\n]+/gu, ' ')
      .replace(/ ?\n[ \n]*/g, '\n')
      .trim()
  )
}

const line = (text: string) => clean(text).replaceAll('\n', ' ')

function cleanEntry({ title, aside, details, text, url }: ResumeEntry): ResumeEntry {
  return { title: line(title), aside, details: details && line(details), text: text && clean(text), url }
}

function cleanResume({ name, headline, contacts, about, sections }: Resume): Resume {
  return {
    name: line(name) || 'Résumé',
    headline: headline && line(headline),
    contacts: contacts.map(({ text, url }) => ({ text: line(text), url })),
    about: about && clean(about),
    sections: sections.map((section) => ({ ...section, entries: section.entries.map(cleanEntry) })),
  }
}

/**
 * The maximum content of each step: entries of a section, characters of a line, of a text, and of the entries in one
 * paragraph.
 */
type Bounds = { entries: number; line: number; text: number; paragraph: number }
const steps: readonly Bounds[] = [
  { entries: 100, line: 1_000, text: 2_000, paragraph: 20_000 },
  { entries: 20, line: 240, text: 1_000, paragraph: 1_000 },
  { entries: 20, line: 240, text: 300, paragraph: 600 },
  { entries: 12, line: 200, text: 300, paragraph: 600 },
  { entries: 8, line: 160, text: 200, paragraph: 400 },
  { entries: 5, line: 160, text: 200, paragraph: 400 },
  { entries: 3, line: 160, text: 200, paragraph: 300 },
  { entries: 2, line: 120, text: 100, paragraph: 200 },
  { entries: 1, line: 80, text: 80, paragraph: 100 },
]

/**
 * Slightly more characters and entries than two pages hold. Longer versions are skipped, because typesetting them takes
 * time.
 */
const lettersMax = 10_000
const entriesMax = 120

function isTooLong({ sections }: Resume): boolean {
  const entries = sections.flatMap((section) => (section.isInline ? [] : section.entries))
  const texts = JSON.stringify(sections)
  // A Chinese or Japanese character takes the space of two letters.
  const letters = texts.length + (texts.match(/[\u2e80-\uffff]/g)?.length ?? 0)
  return entries.length > entriesMax || letters > lettersMax + entries.length * lettersOfKeys
}

/** The length of an entry's field names in JSON. */
const lettersOfKeys = 60

export type Fitted = Resume & { isShortened: boolean }

/**
 * Returns ever shorter versions of a résumé; the first is complete. A version returns null if it cannot fit. The last
 * versions drop sections from the end, until name, contacts and the beginning of the user's text remain.
 */
export function versionsOf(resume: Resume): (() => Fitted | null)[] {
  const whole = cleanResume(resume)
  const shortest = () => bounded(whole, steps.at(-1) as Bounds)
  return [
    ...steps.map((bounds) => () => {
      const version = bounded(whole, bounds)
      return isTooLong(version) ? null : version
    }),
    ...whole.sections.map((_, index) => () => ({
      ...shortest(),
      sections: shortest().sections.slice(0, -1 - index),
      isShortened: true,
    })),
  ]
}

function bounded(resume: Resume, bounds: Bounds): Fitted {
  let isShortened = false

  function cut(text: string, max: number): string
  function cut(text: string | null, max: number): string | null
  function cut(text: string | null, max: number): string | null {
    if (text === null || text.length <= max) return text
    isShortened = true
    return shortened(text, max)
  }

  function firstOf(entries: readonly ResumeEntry[], isInline: boolean): readonly ResumeEntry[] {
    let characters = 0
    const room = entries.findIndex(({ title, details }) => {
      characters += title.length + (details?.length ?? 0) + 3
      return characters > bounds.paragraph
    })
    const count = isInline ? (room < 0 ? entries.length : Math.max(room, 1)) : bounds.entries
    isShortened ||= count < entries.length
    return entries.slice(0, count)
  }

  const sections = resume.sections.map(({ title, isInline, entries }) => ({
    title,
    isInline,
    entries: firstOf(entries, isInline).map((entry) => ({
      ...entry,
      title: cut(entry.title, bounds.line),
      details: cut(entry.details, bounds.line),
      text: cut(entry.text, bounds.text),
    })),
  }))
  const about = cut(resume.about, Math.max(bounds.text, 400))
  return { ...resume, about, sections, isShortened }
}
