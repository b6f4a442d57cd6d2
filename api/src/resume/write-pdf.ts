/** Writes laid-out pages as a PDF: tagged, with a title, a language and embedded fonts (PDF 1.7; the basics of PDF/UA-1). */
import PDFDocument from 'pdfkit'
import type { LaidOut, PlacedLine, PlacedText } from './lay-out-resume.ts'
import { lineOf } from './lines.ts'
import { createShapedFonts, type FontUser, type ShapedFonts } from './shaped-fonts.ts'
import { accent, margins, pageSize, styles } from './styles.ts'

type Document = InstanceType<typeof PDFDocument>

/** Returns the bytes of the file. */
export function writePdf({ title, pages }: LaidOut): Promise<Buffer> {
  const document = new PDFDocument({
    size: [pageSize.width, pageSize.height],
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    subset: 'PDF/UA',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: `${title}: résumé`, Author: title, Creator: 'Foyer' },
  } as object)
  const done = collect(document)
  const fonts = createShapedFonts(document as unknown as FontUser)
  const root = document.struct('Document')
  document.addStructure(root)
  for (const [index, page] of pages.entries()) {
    document.addPage()
    for (const text of page) drawText(document, root, text, fonts)
    drawFooter(document, `${title}  ·  ${index + 1} / ${pages.length}`, fonts)
  }
  root.end()
  document.end()
  return done
}

function collect(document: Document): Promise<Buffer> {
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
}

type Structure = ReturnType<Document['struct']>

function drawText(
  document: Document,
  root: Structure,
  { style, lines, url }: PlacedText,
  fonts: ShapedFonts,
): void {
  const element = document.struct(style.tag)
  root.add(element)
  if (url) {
    const link = document.struct('Link')
    element.add(link)
    link.add(() => {
      for (const placed of lines) drawLinkedLine(document, placed, { url, link, fonts })
    })
    link.end()
  } else {
    element.add(() => {
      for (const placed of lines) drawLine(document, placed, fonts)
    })
  }
  element.end()
  const [line] = lines
  if (style === styles.heading && line) drawRule(document, line.y + 5)
}

type Linked = { url: string; link: Structure; fonts: ShapedFonts }

function drawLinkedLine(document: Document, placed: PlacedLine, { url, link, fonts }: Linked): void {
  drawLine(document, placed, fonts)
  const { line, x, y, style } = placed
  // The library writes a String object as text, and a string as a name.
  const annotation = { structParent: link, Contents: new String(url) as string }
  document.link(x, y - style.size, line.width, style.size * 1.4, url, annotation)
}

function drawLine(document: Document, { line, x, y, style }: PlacedLine, fonts: ShapedFonts): void {
  let from = x
  document.fillColor(style.color)
  for (const run of line.runs) {
    fonts.draw(run, { x: from, y, size: style.size })
    from += run.width * style.size
  }
}

function drawRule(document: Document, y: number): void {
  document.markContent('Artifact', { type: 'Layout' })
  document
    .moveTo(margins.side, y)
    .lineTo(pageSize.width - margins.side, y)
    .lineWidth(0.6)
    .strokeColor(accent)
    .stroke()
  document.endMarkedContent()
}

function drawFooter(document: Document, text: string, fonts: ShapedFonts): void {
  const style = { ...styles.note, size: 8 }
  const line = lineOf(text, style, 'ltr')
  document.markContent('Artifact', { type: 'Pagination' })
  drawLine(document, { line, x: (pageSize.width - line.width) / 2, y: pageSize.height - 26, style }, fonts)
  document.endMarkedContent()
}
