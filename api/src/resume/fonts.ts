/** Loads the fonts of résumés: only those of scripts that occur. Each weight is a file of an npm package. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font as ParsedFont } from 'fontkit'
import * as hb from 'harfbuzzjs'

export type Weight = '400Regular' | '700Bold'

/** The scripts that have a font of their own. The first one has Latin, Greek, Cyrillic and punctuation. */
const families = {
  sans: { file: 'noto-sans/{w}/NotoSans_{w}.ttf', script: null },
  devanagari: {
    file: 'noto-sans-devanagari/{w}/NotoSansDevanagari_{w}.ttf',
    script: /^\p{Script_Extensions=Devanagari}/u,
  },
  tamil: { file: 'noto-sans-tamil/{w}/NotoSansTamil_{w}.ttf', script: /^\p{Script_Extensions=Tamil}/u },
  arabic: { file: 'noto-sans-arabic/{w}/NotoSansArabic_{w}.ttf', script: /^\p{Script_Extensions=Arabic}/u },
} as const
export type Family = keyof typeof families
const scripts = Object.entries(families) as [Family, (typeof families)[Family]][]

export type ResumeFont = {
  /** Shapes text. */
  shaping: hb.Font
  /** Embeds glyphs in the PDF. */
  parsed: ParsedFont
  unitsPerEm: number
  has(codePoint: number): boolean
}

/** Returns the family for a character with its marks, by its first code point. */
export function familyOf(character: string): Family {
  // The most frequent characters need no search.
  if ((character.codePointAt(0) ?? 0) < 0x370) return 'sans'
  return scripts.find(([, { script }]) => script?.test(character))?.[0] ?? 'sans'
}

const require = createRequire(import.meta.url)
const loaded = new Map<string, ResumeFont>()

/** Reads a font at its first use. A worker keeps it until it ends. */
export function fontOf(family: Family, weight: Weight): ResumeFont {
  const key = `${family} ${weight}`
  const known = loaded.get(key)
  if (known) return known
  const bytes = readFileSync(
    require.resolve(`@expo-google-fonts/${families[family].file.replaceAll('{w}', weight)}`),
  )
  const face = new hb.Face(new hb.Blob(bytes))
  const covered = new Set(face.collectUnicodes())
  const font = {
    shaping: new hb.Font(face),
    parsed: create(bytes) as ParsedFont,
    unitsPerEm: face.upem,
    has: (codePoint: number) => covered.has(codePoint),
  }
  loaded.set(key, font)
  return font
}
