/**
 * Refers to the marks of families in the HTML of mails, and attaches their images (mark-images.ts) to the mails, since mail
 * programs show neither SVG nor, at first, images of other servers.
 */
import { archMark, familyOf } from '@foyer/contract/families'
import { type Platform, platforms } from '@foyer/contract/platforms'
import { markImages } from './mark-images.ts'

export type Scheme = 'light' | 'dark'

/** The platforms whose marks differ from those of all platforms before them. */
export const markedPlatforms: readonly Platform[] = platforms.filter(
  (platform) => sameMark(platform) === platform,
)

/** Returns the URL of a platform's mark inside a mail (RFC 2392). */
export function markUrl(platform: Platform, scheme: Scheme): string {
  return `cid:${sameMark(platform)}-${scheme}@marks.foyer`
}

/** An attachment of nodemailer that the mail shows in its text; `raw` is its MIME part. */
export type MarkAttachment = { cid: string; raw: string }

/** Returns the images that a mail refers to. */
export function marksIn(html: string): MarkAttachment[] {
  return allMarks.filter(({ cid }) => html.includes(`"cid:${cid}"`)).map(({ cid, raw }) => ({ cid, raw }))
}

/** Writes the images into the HTML, for browsers, which show no attachments. */
export function withMarksInside(html: string): string {
  return allMarks.reduce(
    (text, { cid, base64 }) => text.replaceAll(`"cid:${cid}"`, `"data:image/png;base64,${base64}"`),
    html,
  )
}

function sameMark(platform: Platform): Platform {
  const look = (one: Platform) => familyOf(one) + archMark(one)
  return platforms.find((other) => look(other) === look(platform)) ?? platform
}

const allMarks = Object.entries(markImages).flatMap(([platform, images]) =>
  Object.entries(images).map(([scheme, base64]) => {
    const name = `${platform}-${scheme}`
    const cid = `${name}@marks.foyer`
    return { cid, base64, raw: partOf({ name: `${name}.png`, cid, base64 }) }
  }),
)

/** Writes the MIME part of an image once: with it, nodemailer takes half the time for a mail. */
function partOf({ name, cid, base64 }: { name: string; cid: string; base64: string }): string {
  return [
    `Content-Type: image/png; name=${name}`,
    'Content-Transfer-Encoding: base64',
    `Content-ID: <${cid}>`,
    `Content-Disposition: inline; filename=${name}`,
    '',
    ...(base64.match(/.{1,76}/g) ?? []),
  ].join('\r\n')
}
