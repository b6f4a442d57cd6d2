/**
 * Attaches the images of marks (marks/*.png, drawn by `npm run marks`) to the mails that reference them. Mail programs
 * do not show SVG, and block remote images at first.
 */
import { readFileSync } from 'node:fs'
import { fromRoot } from '../from-root.ts'
import { markCid, markedPlatforms, markName, schemes } from './mark-names.ts'

/** An inline attachment of nodemailer. */
type MarkAttachment = {
  cid: string
  filename: string
  content: Buffer
  contentType: 'image/png'
  contentDisposition: 'inline'
}

const marks = markedPlatforms.flatMap((platform) =>
  schemes.map((scheme): MarkAttachment => {
    const name = markName(platform, scheme)
    const filename = `${name}.png`
    const content = readFileSync(fromRoot(`api/src/messages/marks/${filename}`))
    return {
      cid: markCid(name),
      filename,
      content,
      contentType: 'image/png',
      contentDisposition: 'inline',
    }
  }),
)

/** Returns the images that a mail references. */
export function marksIn(html: string): MarkAttachment[] {
  return marks.filter(({ cid }) => html.includes(`"cid:${cid}"`))
}

/** Replaces the references with data URLs, for browsers, which show no attachments. */
export function withMarksInside(html: string): string {
  return marks.reduce(
    (text, { cid, content }) =>
      text.replaceAll(`"cid:${cid}"`, `"data:image/png;base64,${content.toString('base64')}"`),
    html,
  )
}
