/** Lays a résumé out on at most two pages. What has no room is left out, and a sentence at the end says so. */
import { drawable, paragraphsOf, shortened } from './clean-text.ts'
import { breakLines, type Line } from './lines.ts'
import type { Resume, ResumeEntry, ResumeSection } from './resume.ts'
import { margins, pageSize, type Style, type StyleName, styles, textWidth } from './styles.ts'

export const pagesMax = 2

/** A line at its place: the left end of its baseline, from the top left corner of the page. */
export type PlacedLine = { line: Line; x: number; y: number; style: Style }

/** One text of the structure, such as a heading, with its lines on one page. */
export type PlacedText = { style: Style; lines: PlacedLine[]; url: string | null }

export type LaidOut = {
  /** The title of the document. */
  title: string
  pages: PlacedText[][]
}

/** Bounds of the content that is shown: fewer entries and lines until it fits. */
type Bounds = { entries: number; textLines: number }
const attempts: readonly Bounds[] = [
  { entries: 20, textLines: styles.text.maxLines },
  { entries: 20, textLines: 3 },
  { entries: 12, textLines: 3 },
  { entries: 8, textLines: 2 },
  { entries: 5, textLines: 2 },
  { entries: 3, textLines: 2 },
  { entries: 2, textLines: 1 },
  { entries: 1, textLines: 1 },
]

/** More characters than a line has in any script. What is longer is cut before it is laid out, which takes time. */
const lineMax = 200
const pagesHeight = pagesMax * (pageSize.height - margins.top - margins.bottom)

export function layOutResume(resume: Resume): LaidOut {
  const title = drawable(paragraphsOf(resume.name).join(' '), styles.name.weight).text || 'Résumé'
  for (const bounds of attempts) {
    const { blocks, faults, isTooLong } = blocksOf(resume, title, bounds)
    if (isTooLong) continue
    const pages = placeBlocks([...blocks, ...notes(faults)])
    if (pages.length <= pagesMax) return { title, pages }
  }
  return { title, pages: cutToPages(resume, title) }
}

/** The last means, for content that consists of titles alone: entries are dropped from the end. */
function cutToPages(resume: Resume, title: string): PlacedText[][] {
  const { blocks, faults } = blocksOf(resume, title, attempts.at(-1) as Bounds)
  for (let kept = blocks.length - 1; kept > 0; kept -= 1) {
    const pages = placeBlocks([...blocks.slice(0, kept), ...notes({ ...faults, isShortened: true })])
    if (pages.length <= pagesMax) return pages
  }
  return placeBlocks(notes({ ...faults, isShortened: true }))
}

type Faults = { isShortened: boolean; missing: number }

function notes({ isShortened, missing }: Faults): Block[] {
  const sentences = [
    ...(isShortened ? ['This résumé is shortened to two pages. The profile has more.'] : []),
    ...(missing > 0 ? ['Some characters are not in the fonts of this document; � stands for them.'] : []),
  ]
  return sentences.length === 0 ? [] : [asBlock('note', sentences.join(' '))]
}

/** A text in lines, not yet on a page. */
type Block = { style: Style; lines: Line[]; isRtl: boolean; url: string | null; beside: Block | null }

type Content = { blocks: Block[]; faults: Faults /** The rest was not laid out. */; isTooLong: boolean }

function blocksOf(resume: Resume, title: string, bounds: Bounds): Content {
  const blocks: Block[] = []
  const faults: Faults = { isShortened: false, missing: 0 }
  let height = 0

  function add(name: StyleName, text: string | null, more: Partial<Omit<Layout, 'onFault'>> = {}): void {
    if (text === null || height > pagesHeight) return
    const { missing, blocks: added, isCut } = layOutText(name, text, more)
    blocks.push(...added)
    for (const { style, lines } of added) height += style.spaceBefore + style.lineHeight * lines.length
    faults.missing += missing
    faults.isShortened ||= isCut
  }

  function addEntry(entry: ResumeEntry): void {
    const maxLines = bounds.textLines
    add('title', entry.title, { aside: entry.aside })
    add('subtitle', entry.subtitle)
    add('text', entry.text, { maxLines })
    if (entry.url) add('link', entry.url.replace(/^https:\/\//, ''), { url: entry.url })
  }

  function addSection({ title: heading, entries, isInline }: ResumeSection): void {
    if (entries.length === 0) return
    add('heading', heading)
    const shown = isInline ? entries : entries.slice(0, bounds.entries)
    faults.isShortened ||= shown.length < entries.length
    if (isInline) add('inline', shown.map(({ title: entry }) => entry).join(', '))
    else for (const entry of shown) addEntry(entry)
  }

  add('name', title)
  add('headline', resume.headline)
  add('contacts', resume.contacts.join('  ·  ') || null)
  add('about', resume.about)
  for (const section of resume.sections) addSection(section)
  return { blocks, faults, isTooLong: height > pagesHeight }
}

type Layout = { maxLines: number; aside: string | null; url: string | null }
type Texts = { blocks: Block[]; missing: number; isCut: boolean }

/** Lays one text out, whose paragraphs become blocks. */
function layOutText(name: StyleName, text: string, { maxLines, aside, url }: Partial<Layout>): Texts {
  const style: Style = styles[name]
  const isParagraphs = name === 'text' || name === 'about'
  let left = maxLines ?? style.maxLines
  const short = shortened(text, left * lineMax)
  const paragraphs = isParagraphs ? paragraphsOf(short) : [paragraphsOf(short).join(' ')]
  const beside = aside ? asBlock('aside', aside) : null
  const width = textWidth - (beside?.lines[0] ? beside.lines[0].width + 12 : 0)
  const out: Texts = { blocks: [], missing: 0, isCut: short !== text }
  for (const paragraph of paragraphs) {
    const { text: shown, missing } = drawable(paragraph, style.weight)
    out.missing += missing
    if (left === 0) out.isCut = true
    if (left === 0 || shown === '') continue
    const { lines, isRtl, isCut } = breakLines(shown, style, { width, maxLines: left })
    out.isCut ||= isCut
    left -= lines.length
    // A paragraph of a right-to-left script begins at the right; a name or title stays in the column of all others.
    out.blocks.push({ style, lines, isRtl: isRtl && isParagraphs, url: url ?? null, beside })
  }
  return out
}

function asBlock(name: StyleName, text: string): Block {
  const style: Style = styles[name]
  const { lines } = breakLines(text, style, { width: textWidth, maxLines: style.maxLines })
  return { style, lines, isRtl: false, url: null, beside: null }
}

const bottom = pageSize.height - margins.bottom

/** Puts blocks on pages, however many. A heading stays with the first line of what follows. */
function placeBlocks(blocks: readonly Block[]): PlacedText[][] {
  const pages: PlacedText[][] = [[]]
  let y = margins.top
  for (const [index, block] of blocks.entries()) {
    const { style, lines } = block
    const isFirst = pages.at(-1)?.length === 0
    if (!isFirst) y += style.spaceBefore
    if (!isFirst && y + heightNeeded(blocks, index) > bottom) {
      pages.push([])
      y = margins.top
    }
    let text = openText(block)
    for (const [count, line] of lines.entries()) {
      if (count > 0 && y + style.lineHeight > bottom) {
        pages.at(-1)?.push(text)
        text = openText(block)
        pages.push([])
        y = margins.top
      }
      // Latin letters rise by 3/4 of the size; the rest of the line is half above and half below.
      const baseline = y + (style.lineHeight + 0.7 * style.size) / 2
      const x = block.isRtl ? pageSize.width - margins.side - line.width : margins.side
      text.lines.push({ line, x, y: baseline, style })
      y += style.lineHeight
    }
    pages.at(-1)?.push(text)
    const beside = block.beside?.lines[0]
    if (block.beside && beside) {
      const x = pageSize.width - margins.side - beside.width
      const place = { line: beside, x, y: text.lines[0]?.y ?? y, style: block.beside.style }
      pages.at(-1)?.push({ style: block.beside.style, lines: [place], url: null })
    }
  }
  return pages
}

function openText({ style, url }: Block): PlacedText {
  return { style, lines: [], url }
}

/** Returns the height that a block needs on its page: of its first line, or of all and the first line of the next. */
function heightNeeded(blocks: readonly Block[], index: number): number {
  const block = blocks[index]
  if (!block) return 0
  if (!block.style.keepsWithNext) return block.style.lineHeight * Math.min(2, block.lines.length)
  const next = blocks[index + 1]
  const own = block.style.lineHeight * block.lines.length
  return own + (next ? next.style.spaceBefore + heightNeeded(blocks, index + 1) : 0)
}
