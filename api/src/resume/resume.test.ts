/** Tests the PDF of résumés: the shapes of letters, the order of mixed scripts, two pages, and the bounds of its thread. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { inflateSync } from 'node:zlib'
import { drawable, paragraphsOf } from './clean-text.ts'
import { layOutResume, pagesMax } from './lay-out-resume.ts'
import { breakLines, lineOf } from './lines.ts'
import { createResumeMaker } from './make-resume.ts'
import type { Resume, ResumeEntry } from './resume.ts'
import { shape } from './shape-text.ts'
import { writePdf } from './write-pdf.ts'

const style = { size: 10, weight: '400Regular' } as const
const names = ['आशा राव', 'கவிதா சுப்பிரமணியன்', 'محمد الفارسي', 'Żółć Nguyễn', 'क्षत्रिय श्री']

const entry = (more: Partial<ResumeEntry> = {}): ResumeEntry => ({
  title: 'Teacher',
  aside: '2019 – 2023',
  subtitle: 'विवेकानंद विद्यालय, Chennai',
  text: 'Led the department.',
  url: 'https://example.com/work',
  ...more,
})

const resume = (more: Partial<Resume> = {}): Resume => ({
  name: 'आशा राव',
  headline: 'Physics teacher · இயற்பியல் ஆசிரியர்',
  contacts: ['asha@example.com'],
  about: 'أحب تعليم الفيزياء (12 سنة) في المدارس.',
  sections: [{ title: 'Work experience', entries: [entry()] }],
  ...more,
})

const idsOf = (text: string) => lineOf(text, style).runs.flatMap(({ glyphs }) => glyphs.map(({ id }) => id))

describe('shaping', () => {
  it('joins, reorders and combines letters as their script demands', () => {
    for (const [text, family] of [
      ['क्षत्रिय', 'devanagari'],
      ['हिन्दी', 'devanagari'],
      ['சுப்பிரமணியன்', 'tamil'],
      ['கொ', 'tamil'],
      ['محمد', 'arabic'],
      ['لا', 'arabic'],
    ] as const) {
      const run = { family, weight: style.weight, isRtl: family === 'arabic' }
      const apart = Array.from(text, (letter) => shape({ ...run, text: letter }).glyphs.map(({ id }) => id))
      const letters = (run.isRtl ? apart.reverse() : apart).flat()
      assert.notDeepEqual(
        shape({ ...run, text }).glyphs.map(({ id }) => id),
        letters,
        text,
      )
    }
  })

  it('has a glyph for every letter of the names, in both weights', () => {
    for (const name of names)
      for (const weight of ['400Regular', '700Bold'] as const) {
        assert.deepEqual(drawable(name, weight), { text: name, missing: 0 })
        const { runs } = lineOf(name, { size: 10, weight })
        assert.ok(!runs.some(({ glyphs }) => glyphs.some(({ id }) => id === 0)), name)
      }
  })

  it('keeps the text of every syllable with its glyphs', () => {
    for (const name of names) {
      const { runs } = lineOf(name, style)
      const texts = runs.map(({ glyphs, isRtl }) =>
        (isRtl ? [...glyphs].reverse() : glyphs).map(({ text }) => text),
      )
      assert.equal(texts.flat().join(''), name)
    }
  })

  it('marks characters that no font has, and drops emoji', () => {
    assert.deepEqual(drawable('王 Ann 🎓', style.weight), { text: '\ufffd Ann ', missing: 1 })
    assert.deepEqual(paragraphsOf('\u202eevil\u0007\n\n  two   lines '), ['evil', 'two lines'])
  })
})

describe('lines', () => {
  it('shows numbers and Latin words inside Arabic text in their own direction', () => {
    const { runs } = lineOf('سنة (12) Foyer', style)
    assert.deepEqual(
      runs.map(({ text, isRtl }) => [text.trim(), isRtl]).filter(([text]) => text !== ''),
      [
        ['Foyer', false],
        [')', true],
        ['12', false],
        ['(', true],
        ['سنة', true],
      ],
    )
  })

  it('mirrors brackets in right-to-left text', () => {
    const bracket = (text: string, isRtl: boolean) =>
      shape({ text, isRtl, family: 'sans', weight: style.weight }).glyphs.map(({ id }) => id)
    assert.deepEqual(bracket(')', true), bracket('(', false))
  })

  it('breaks between words, inside a word without room, and ends a cut text with an ellipsis', () => {
    const room = { width: 100, maxLines: 3 }
    const { lines, isCut } = breakLines(`${'word '.repeat(3)}${'x'.repeat(60)} end`, style, room)
    assert.ok(isCut)
    assert.equal(lines.length, 3)
    assert.ok(lines.every(({ width }) => width <= room.width))
    assert.equal(lines.at(-1)?.runs.at(-1)?.text.at(-1), '…')
    assert.ok(breakLines('كتب تعليم الفيزياء', style, room).isRtl)
    assert.deepEqual(idsOf('AB'), [...idsOf('A'), ...idsOf('B')])
  })
})

const words = (count: number) => 'Some long text of the user. '.repeat(count)
const shownIn = ({ pages }: ReturnType<typeof layOutResume>) =>
  pages
    .flat()
    .flatMap(({ lines }) => lines.flatMap(({ line }) => line.runs.map(({ text }) => text)))
    .join(' ')
const sentence = 'This résumé is shortened to two pages. The profile has more.'

describe('layout', () => {
  it('shows everything of a short profile, and only the name of an empty one', () => {
    const laid = layOutResume(resume())
    assert.equal(laid.pages.length, 1)
    assert.ok(!shownIn(laid).includes('shortened'))
    const empty = layOutResume({ name: 'Ann', headline: null, contacts: [], about: null, sections: [] })
    assert.deepEqual([empty.pages.length, shownIn(empty)], [1, 'Ann'])
    assert.equal(layOutResume({ ...resume(), name: '' }).title, 'Résumé')
  })

  it('shortens what is longer than two pages, and says so', () => {
    const many = Array.from({ length: 100 }, () => entry({ text: words(70) }))
    for (const sections of [
      [{ title: 'Work', entries: many }],
      Array.from({ length: 14 }, (_, index) => ({ title: `Section ${index}`, entries: many })),
      [
        {
          title: 'Titles',
          entries: Array.from({ length: 100 }, () => entry({ title: words(7), subtitle: words(7) })),
        },
      ],
    ]) {
      const laid = layOutResume(resume({ sections }))
      assert.equal(laid.pages.length, pagesMax)
      assert.ok(shownIn(laid).includes(sentence))
      for (const { title } of sections) assert.ok(shownIn(laid).includes(title), title)
    }
  })
})

/** Returns the text of a PDF's objects and streams. */
function readPdf(pdf: Buffer): string {
  const parts = [pdf.toString('latin1')]
  for (const { index, 0: mark } of parts[0]?.matchAll(/stream\r?\n/g) ?? []) {
    const bytes = pdf.subarray(index + mark.length)
    if (bytes[0] === 0x78) parts.push(inflateSync(bytes).toString('latin1'))
  }
  return parts.join('\n')
}

describe('PDF', () => {
  it('has tags, title, language and headings, and embeds the fonts of the scripts that occur alone', async () => {
    const pdf = readPdf(await writePdf(layOutResume(resume({ about: null }))))
    for (const part of [
      '/Lang (en)',
      '/MarkInfo',
      '/Marked true',
      '/DisplayDocTitle true',
      '<pdfuaid:part>1',
    ])
      assert.ok(pdf.includes(part), part)
    for (const tag of ['Document', 'H1', 'H2', 'H3', 'P', 'Link']) assert.ok(pdf.includes(`/S /${tag}`), tag)
    for (const font of ['NotoSansDevanagari-Bold', 'NotoSansTamil-Regular', 'NotoSans-Regular'])
      assert.match(pdf, new RegExp(`/FontName /[A-Z]{6}\\+${font}`))
    assert.ok(!pdf.includes('NotoSansArabic'))
    assert.match(pdf, /\/Count 1\b/)
  })
})

describe('thread of résumés', () => {
  const maker = createResumeMaker({ makeMs: 30_000, mostWaiting: 1, idleMs: 60_000, memoryMb: 192 })
  after(() => maker.stop())

  it('makes one résumé at a time, and refuses more than may wait', async () => {
    const made = await Promise.allSettled(Array.from({ length: 4 }, () => maker.make(resume())))
    const [first, second, ...refused] = made.map((result) =>
      result.status === 'fulfilled' ? result.value.subarray(0, 5).toString() : result.reason.code,
    )
    assert.deepEqual([first, second], ['%PDF-', '%PDF-'])
    assert.deepEqual(refused, ['overloaded', 'overloaded'])
  })

  it('ends a résumé that takes too long, and makes the next one', async () => {
    const hasty = createResumeMaker({ makeMs: 1, mostWaiting: 8, idleMs: 60_000, memoryMb: 192 })
    await assert.rejects(hasty.make(resume()), { code: 'overloaded' })
    await maker.stop()
    assert.equal((await maker.make(resume())).subarray(0, 5).toString(), '%PDF-')
  })
})
