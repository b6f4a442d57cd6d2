/**
 * Tests the PDFs of résumés: scripts, directions, tags, the two-page limit, and texts that could break fonts or the
 * template (N-136, N-137).
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Resume, ResumeEntry } from './resume.ts'
import { openPdf } from './test-pdf.ts'
import { createTypesetter, pagesMax } from './typeset-resume.ts'

const { typeset } = createTypesetter()

const entry = (more: Partial<ResumeEntry> = {}): ResumeEntry => ({
  title: 'Teacher',
  aside: '2019 – 2023',
  details: 'Green School, Chennai',
  text: 'Led the department.\nBuilt a laboratory.',
  url: 'https://www.example.com/work/',
  ...more,
})

const resume = (more: Partial<Resume> = {}): Resume => ({
  name: 'Asha Rao',
  headline: 'Physics teacher',
  contacts: [{ text: 'asha@example.com', url: 'mailto:asha@example.com' }],
  about: 'I teach physics.',
  sections: [{ title: 'Work experience', isInline: false, entries: [entry()] }],
  ...more,
})

const inline = (title: string, entries: readonly Partial<ResumeEntry>[]) => ({
  title,
  isInline: true,
  entries: entries.map((more) => entry({ aside: null, details: null, text: null, url: null, ...more })),
})

/** Words or names in each script, and the font that contains them. */
const scripts = [
  ['Żółć Nguyễn', 'NotoSans-'],
  ['Ωμέγα Привет', 'NotoSans-'],
  ['आशा क्षत्रिय हिन्दी', 'NotoSans-'],
  ['রবীন্দ্রনাথ ঠাকুর', 'NotoSansBengali-'],
  ['ગુજરાતી શ્રી', 'NotoSansGujarati-'],
  ['ਪੰਜਾਬੀ ਸ਼੍ਰੀ', 'NotoSansGurmukhi-'],
  ['ಕನ್ನಡ ಶ್ರೀ', 'NotoSansKannada-'],
  ['മലയാളം ശ്രീ', 'NotoSansMalayalam-'],
  ['ଓଡ଼ିଆ ଶ୍ରୀ', 'NotoSansOriya-'],
  ['සිංහල ශ්‍රී', 'NotoSansSinhala-'],
  ['கவிதா சுப்பிரமணியன்', 'NotoSansTamil-'],
  ['శ్రీనివాస్ తెలుగు', 'NotoSansTelugu-'],
  ['محمد الفارسي', 'Vazirmatn-'],
  ['زینب گڑیا ڈاکٹر ہے', 'Vazirmatn-'],
  ['王小明 龘', 'NotoSansSC-'],
  ['佐藤 はるか ハルカ', 'NotoSansJP-'],
] as const

const boxes = 'This document has no letters for some characters, and shows boxes in their place.'

describe('scripts of a résumé', () => {
  for (const [words, font] of scripts)
    it(`shows '${words}' in both weights of ${font.slice(0, -1)}, as PDF/UA-1`, async () => {
      const pdf = await openPdf(typeset(resume({ name: words, about: words })))
      assert.ok(pdf.isUa)
      assert.ok(pdf.fonts.includes(`${font}Bold`), pdf.fonts.join())
      assert.ok(pdf.fonts.includes(`${font}Regular`), pdf.fonts.join())
      assert.equal(pdf.title, `${words}: résumé`)
    })

  it('draws characters that Chinese and Japanese share as the other characters of the résumé demand', async () => {
    for (const [about, font] of [
      ['我喜欢图书馆', 'NotoSansSC-Bold'],
      ['図書館が好きです', 'NotoSansJP-Bold'],
    ] as const) {
      const { fonts } = await openPdf(typeset(resume({ name: '直 骨', about })))
      assert.deepEqual(
        fonts.filter((name) => /(SC|JP)-Bold/.test(name)),
        [font],
      )
    }
  })

  it('embeds the fonts of scripts that occur, and no others', async () => {
    const { fonts } = await openPdf(typeset(resume()))
    assert.deepEqual(fonts.toSorted(), ['NotoSans-Bold', 'NotoSans-Regular'])
  })

  it('sets a right-to-left paragraph from the right, and its numbers from the left', async () => {
    const { items, width } = await openPdf(typeset(resume({ about: 'سنة 12 كتاب' })))
    const place = (words: string) => items.find(({ text }) => text.includes(words))?.x ?? Number.NaN
    assert.ok(place('12') > width / 2)
    assert.ok(items.some(({ x, text }) => x > place('12') && /\p{sc=Arabic}/u.test(text)))
  })

  it('shows a box for a character without a font, and says so', async () => {
    const pdf = await openPdf(typeset(resume({ name: '한국 Ann' })))
    assert.ok(pdf.text.includes(boxes))
    assert.equal(pdf.title, '한국 Ann: résumé')
    assert.equal(pdf.isTagged, true)
    assert.ok(!(await openPdf(typeset(resume()))).text.includes(boxes))
  })

  it('leaves out emoji, control characters and lone surrogates', async () => {
    const name = 'A\u{1F393}n\u{1F1EE}\u{1F1F3}n \u{1F469}\u{200D}\u{1F680}\u202eB\u0007o\ud800 1️⃣'
    const { text, isUa } = await openPdf(typeset(resume({ name })))
    assert.ok(isUa, text)
    assert.match(text, /^Ann Bo/)
  })
})

describe('content of a résumé', () => {
  it('is shown as it is, whatever markup or code it resembles', async () => {
    const words =
      '#panic("x") *bold* _it_ $x^2$ @ref <label> [box] `raw` \\u{41} = Head // no /* no */ " \' https://a.b'
    const made = typeset(
      resume({
        name: words,
        headline: words,
        about: words,
        contacts: [{ text: words, url: null }],
        sections: [
          { title: words, isInline: false, entries: [entry({ title: words, details: words, text: words })] },
          inline('Languages', [{ title: words, details: words }]),
        ],
      }),
    )
    const { text } = await openPdf(made)
    assert.equal(text.replaceAll(/\s/g, '').split(words.replaceAll(/\s/g, '')).length - 1, 10)
  })

  it('has a title, a language, headings and links', async () => {
    const pdf = await openPdf(typeset(resume()))
    assert.deepEqual([pdf.title, pdf.author, pdf.language], ['Asha Rao: résumé', 'Asha Rao', 'en'])
    assert.deepEqual(pdf.headings, ['H1 Asha Rao', 'H2 Work experience', 'H3 Teacher'])
    assert.deepEqual(pdf.links, ['mailto:asha@example.com', 'https://www.example.com/work/'])
    assert.ok(pdf.text.endsWith(' example.com/work'))
    assert.equal(pdf.pages, 1)
  })

  it('puts short entries into one paragraph, with their details in brackets', async () => {
    const sections = [
      inline('Languages', [{ title: 'Hindi', details: 'native' }, { title: 'العربية' }, { title: 'Thai' }]),
    ]
    const { text } = await openPdf(typeset(resume({ sections })))
    assert.match(text, /Languages Hindi \(native\) · .+ · Thai/)
  })

  it('consists of a heading where the user has nothing else', async () => {
    const nothing = { headline: null, contacts: [], about: null, sections: [] }
    const { text, pages } = await openPdf(typeset({ name: 'Ann', ...nothing }))
    assert.deepEqual([text, pages], ['Ann', 1])
    assert.equal((await openPdf(typeset({ name: '', ...nothing }))).text, 'Résumé')
  })
})

const words = (count: number) => 'Some long text of the user. '.repeat(count)
const shortened = 'This résumé is shortened to two pages. The profile has more.'
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index))

describe('length of a résumé', () => {
  it('keeps everything that has room on two pages', async () => {
    const entries = times(9, (index) => entry({ title: `Post ${index}`, text: words(8) }))
    const { text, pages } = await openPdf(
      typeset(resume({ sections: [{ title: 'Work', isInline: false, entries }] })),
    )
    assert.equal(pages, 2)
    assert.ok(!text.includes(shortened))
    for (const { title } of entries) assert.ok(text.includes(title), title)
    assert.ok(text.includes('1 / 2') && text.includes('2 / 2'))
  })

  const longest = (title: string, text: string) => ({
    title,
    isInline: false,
    entries: times(100, () =>
      entry({ title: text.slice(0, 200), details: text.slice(0, 480), text: text.slice(0, 2_000) }),
    ),
  })
  for (const [what, sections] of [
    ['one long section', [longest('Work', words(80))]],
    ['fifteen long sections', times(15, (index) => longest(`Section ${index}`, words(80)))],
    [
      'fifteen long sections of broad characters',
      times(15, (index) => longest(`Section ${index}`, '図書館が好きです。'.repeat(250))),
    ],
    [
      'words without a space',
      [
        longest('Work', 'x'.repeat(2_000)),
        inline(
          'Interests',
          times(100, () => ({ title: 'x'.repeat(120) })),
        ),
      ],
    ],
  ] as const)
    it(`shortens ${what} to two pages, and says so`, async () => {
      const { text, pages } = await openPdf(
        typeset(resume({ sections, about: words(70), headline: 'x'.repeat(200) })),
      )
      assert.equal(pages, pagesMax)
      assert.ok(text.includes(shortened))
      assert.ok(text.includes(sections[0]?.title ?? ''))
    })
})
