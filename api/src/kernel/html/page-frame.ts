/** Renders the frame of the pages that the service makes itself: head, header with the mark, main part. */
import { createHash } from 'node:crypto'
import { families, familyMark, markSize } from '@foyer/contract/families'
import { type Html, html } from './html.ts'
import { baseStyle } from './tokens.ts'

type PageContent = {
  title: string
  /** The name next to the mark. */
  name: string
  /** The links of the header; `isHere` marks the current page. */
  links: readonly { href: string; text: string; isHere?: boolean }[]
  /** Style rules for this page only. */
  style: string
  /** A function that is inserted as text, so it must not use anything outside itself. */
  script?: () => void
  /** Everything between the header and the end of the body, including the `main` element. */
  content: Html
}

export type FramedPage = { html: string; styleHashes: readonly string[]; scriptHashes: readonly string[] }

/** Foyer's own colour, which no platform uses. */
const brand = families.internal.colour
const mark = familyMark('learning')

export function framePage({ title, name, links, style, script, content }: PageContent): FramedPage {
  const sheet = `${baseStyle(brand)}\n${style}`
  const code = script && `(${script})()`
  const items = links.map(
    ({ href, text, isHere }) =>
      html`<li>${isHere ? html`<a href="${href}" aria-current="page">${text}</a>` : html`<a href="${href}">${text}</a>`}</li>`,
  )
  const body = html`<a class="skip-link" href="#main">Skip to content</a>
<header class="top">
<a class="top-brand" href="${links[0]?.href ?? '/'}">${arch(28)}Foyer <span class="top-name">${name}</span></a>
<nav aria-label="Pages"><ul>${items}</ul></nav>
</header>
${content}`
  const head = html`<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${icon}">`
  return {
    // Style and script are inserted unescaped: escaping would change them, and their hashes would no longer match.
    html: `<!doctype html>
<html lang="en">
<head>
${head.text}
<style>${sheet}</style>
</head>
<body>
${body.text}
${code ? `<script>${code}</script>\n` : ''}</body>
</html>
`,
    styleHashes: [hashOf(sheet)],
    scriptHashes: code ? [hashOf(code)] : [],
  }
}

/** Draws the mark: a round arch. */
function arch(size: number): Html {
  return html`<svg class="mark" width="${size}" height="${size}" viewBox="0 0 ${markSize} ${markSize}" aria-hidden="true"><path d="${mark}"/></svg>`
}

const icon = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${markSize} ${markSize}"><style>path{fill:${brand.light}}@media(prefers-color-scheme:dark){path{fill:${brand.dark}}}</style><path fill-rule="evenodd" d="${mark}"/></svg>`,
)}`

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
