/** Renders the guide for platforms, the README of the SDK, at /docs/guide. */
import { html } from '../../html/html.ts'
import { type FramedPage, framePage } from '../../html/page-frame.ts'
import { docsFrame, type Release } from './docs-frame.ts'
import { contentsList, markdownDocument } from './markdown.ts'

export function guidePage(text: string, release: Release): FramedPage {
  const { content, sections } = markdownDocument(text)
  return framePage(
    docsFrame({
      title: 'Guide – Foyer API',
      path: '/docs/guide',
      contents: contentsList(sections),
      content: html`<article class="guide prose"><p class="muted">@foyer/sdk</p><h1>Integrate a platform in ten minutes</h1>${content}</article>`,
      release,
    }),
  )
}
