/** Reads the PDF of a résumé in tests. */
import { getDocumentProxy } from 'unpdf'

export type ReadPdf = {
  title: string
  author: string
  language: string
  isTagged: boolean
  /** True if the file claims to conform to PDF/UA-1. */
  isUa: boolean
  pages: number
  width: number
  /** All words, separated by single spaces. */
  text: string
  /** The words with the position of their left edge. */
  items: { text: string; x: number }[]
  /** Headings with their level, such as 'H1 Asha Rao'. */
  headings: string[]
  links: string[]
  /** Font names without the prefix of a subset. */
  fonts: string[]
}

type Node = { role?: string; type?: string; id?: string; children?: Node[] }

export async function openPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const source = Buffer.from(bytes).toString('latin1')
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const info = (await document.getMetadata()).info as { Title?: string; Author?: string; Language?: string }
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1)
  const pages = await Promise.all(numbers.map((number) => document.getPage(number)))
  const contents = await Promise.all(pages.map((page) => page.getTextContent()))
  const items = contents.flatMap((content) => content.items.flatMap((item) => ('str' in item ? [item] : [])))
  const notes = await Promise.all(pages.map((page) => page.getAnnotations()))
  const mark = await document.getMarkInfo()
  const headings = await Promise.all(
    pages.map(async (page) => {
      const { items: marked } = await page.getTextContent({ includeMarkedContent: true })
      return headingsOf((await page.getStructTree()) as Node, marked as Marked[])
    }),
  )
  return {
    title: info.Title ?? '',
    author: info.Author ?? '',
    language: info.Language ?? '',
    isTagged: mark?.Marked === true,
    isUa: source.includes('pdfuaid:part'),
    pages: document.numPages,
    width: pages[0]?.getViewport({ scale: 1 }).width ?? 0,
    text: items
      .map(({ str, hasEOL }) => (hasEOL ? `${str} ` : str))
      .join('')
      .replace(/\s+/g, ' ')
      .trim(),
    items: items.map(({ str, transform }) => ({ text: str, x: Number(transform[4]) })),
    headings: headings.flat(),
    links: notes.flat().flatMap(({ url, unsafeUrl }) => unsafeUrl ?? url ?? []),
    fonts: [...new Set(source.matchAll(/\/FontName \/[A-Z]{6}\+([\w-]+)/g).map(([, name = '']) => name))],
  }
}

type Marked = { type?: string; id?: string; str?: string; hasEOL?: boolean }

function headingsOf(node: Node, marked: readonly Marked[]): string[] {
  if (/^H\d$/.test(node.role ?? '')) return [`${node.role} ${textIn(node, marked)}`]
  return (node.children ?? []).flatMap((child) => headingsOf(child, marked))
}

function textIn(node: Node, marked: readonly Marked[]): string {
  if (node.type !== 'content') return (node.children ?? []).map((child) => textIn(child, marked)).join('')
  const start = marked.findIndex(({ id }) => id === node.id)
  const length = marked.slice(start).findIndex(({ type }) => type === 'endMarkedContent')
  return marked
    .slice(start, start + length)
    .map(({ str = '', hasEOL }) => (hasEOL ? `${str} ` : str))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}
