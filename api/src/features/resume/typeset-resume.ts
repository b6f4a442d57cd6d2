/**
 * Typesets a résumé with Typst. The template resume.typ receives the content as JSON, so that no user text is markup.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { NodeCompiler, type NodeTypstDocument, PdfStandard } from '@myriaddreamin/typst-ts-node-compiler'
import { fromRoot } from '../../from-root.ts'
import { type Fitted, versionsOf } from './fit-resume.ts'
import type { Resume } from './resume.ts'

export const pagesMax = 2

/** The font families, with the packages that contain their TTF files. The first family with a character shows it. */
const families = {
  // Covers Latin, Greek, Cyrillic and Devanagari.
  'Noto Sans': 'noto-sans',
  'Noto Sans Bengali': 'noto-sans-bengali',
  'Noto Sans Gujarati': 'noto-sans-gujarati',
  'Noto Sans Gurmukhi': 'noto-sans-gurmukhi',
  'Noto Sans Kannada': 'noto-sans-kannada',
  'Noto Sans Malayalam': 'noto-sans-malayalam',
  'Noto Sans Oriya': 'noto-sans-oriya',
  'Noto Sans Sinhala': 'noto-sans-sinhala',
  'Noto Sans Tamil': 'noto-sans-tamil',
  'Noto Sans Telugu': 'noto-sans-telugu',
  // Vazirmatn, because its Arabic text can be searched and copied: Noto Sans Arabic draws letters and their dots as
  // separate glyphs.
  Vazirmatn: 'vazirmatn',
  'Noto Sans SC': 'noto-sans-sc',
  'Noto Sans JP': 'noto-sans-jp',
} as const
const han = ['Noto Sans SC', 'Noto Sans JP']

/** The two weights in use; the container image includes no others. */
const weights = ['400Regular', '700Bold'] as const

/** An SVG has all pages in one picture, one below the other. */
export type ResumeForm = 'pdf' | 'svg'

type Typesetter = { typeset(resume: Resume, form?: ResumeForm): Buffer }

/** Finds the fonts, which takes 0.1 s. A font is loaded when one of its characters occurs. */
export function createTypesetter(): Typesetter {
  const compiler = NodeCompiler.create({
    workspace: fromRoot('api'),
    fontArgs: [{ fontPaths: fontFolders() }],
  })
  const template = readFileSync(fromRoot('api/src/features/resume/resume.typ'), 'utf8')

  /** Returns null if the version does not fit. */
  function compile(version: Fitted | null, lacksGlyphs = false): NodeTypstDocument | null {
    if (!version) return null
    const content = JSON.stringify({ ...version, lacksGlyphs, fonts: fontsFor(version) })
    const compiled = compiler.compile({ mainFileContent: template, inputs: { content } })
    const document = compiled.result
    if (!document) {
      const error = compiled.takeError()
      throw new Error(`Typst refuses the template: ${error && JSON.stringify(error.shortDiagnostics)}`)
    }
    return document.numOfPages <= pagesMax ? document : null
  }

  /** Tries the complete résumé first, then searches for the longest version that fits. */
  function fit(versions: readonly (() => Fitted | null)[]): { document: NodeTypstDocument; index: number } {
    const whole = compile(versions[0]?.() ?? null)
    if (whole) return { document: whole, index: 0 }
    let [tooLong, shortEnough] = [0, versions.length]
    let document: NodeTypstDocument | null = null
    while (shortEnough - tooLong > 1) {
      const middle = (tooLong + shortEnough) >> 1
      const fitting = compile(versions[middle]?.() ?? null)
      document = fitting ?? document
      if (fitting) shortEnough = middle
      else tooLong = middle
    }
    if (!document) throw new Error('The name and the contacts alone need more than two pages')
    return { document, index: shortEnough }
  }

  /**
   * PDF/UA-1 does not allow characters that no font contains. This PDF shows boxes instead, and a sentence explains
   * them.
   */
  function writeWithBoxes(versions: readonly (() => Fitted | null)[], form: ResumeForm): Buffer {
    for (const version of versions) {
      const document = compile(version(), true)
      if (document) return write(document, PdfStandard.V_1_7, form)
    }
    throw new Error('The sentence about missing letters has no room')
  }

  /** Throws if a character is missing, for a picture too, so that the picture is that of the PDF. */
  function write(document: NodeTypstDocument, pdfStandard: PdfStandard, form: ResumeForm): Buffer {
    const pdf = compiler.pdf(document, { pdfStandard })
    return form === 'pdf' ? pdf : Buffer.from(compiler.plainSvg(document))
  }

  return {
    typeset(resume, form = 'pdf') {
      const versions = versionsOf(resume)
      try {
        const { document, index } = fit(versions)
        try {
          return write(document, PdfStandard.UA_1, form)
        } catch {
          return writeWithBoxes(versions.slice(index), form)
        }
      } finally {
        // Keeps cached data that the next résumé is likely to use, such as the template.
        compiler.evictCache(1)
      }
    },
  }
}

function fontFolders(): string[] {
  const require = createRequire(import.meta.url)
  return Object.values(families).flatMap((name) => {
    const folder = dirname(require.resolve(`@expo-google-fonts/${name}/package.json`))
    return weights.map((weight) => join(folder, weight))
  })
}

/** Chinese and Japanese share characters that they draw differently; kana show that a text is Japanese. */
function fontsFor(version: Fitted): string[] {
  const isJapanese = /[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(JSON.stringify(version))
  const others = Object.keys(families).filter((family) => !han.includes(family))
  return [...others, ...(isJapanese ? han.toReversed() : han)]
}
