/** Frames the pages below /docs: header, table of contents at the side, content. */
import { type Html, html } from '../../html/html.ts'
import type { PageContent } from '../../html/page-frame.ts'
import { docsScript } from './docs-script.browser.js'
import { docsStyle } from './docs-style.ts'

export type Release = { version: string; build: string }

type DocsPage = {
  title: string
  path: string
  contents: Html
  content: Html
  release: Release
}

export function docsFrame({ title, path, contents, content, release }: DocsPage): PageContent {
  return {
    title,
    name: `API ${release.version}`,
    links: [
      { href: '/docs', text: 'Reference' },
      { href: '/docs/guide', text: 'Guide' },
      { href: '/openapi.json', text: 'openapi.json' },
    ].map((link) => ({ ...link, isHere: link.href === path })),
    style: docsStyle,
    script: docsScript,
    // On wide screens the table of contents is part of the page, on narrow ones a popover.
    content: html`<div class="docs">
<div class="contents-bar"><button class="button button-small" type="button" popovertarget="contents">Contents</button></div>
<nav class="contents" id="contents" popover aria-label="Contents">${contents}</nav>
<main id="main" tabindex="-1">${content}</main>
</div>
<p class="visually-hidden" id="status" role="status"></p>`,
  }
}
