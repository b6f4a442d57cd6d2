/** Renders the guide for platforms, the SDK's README, at /docs/guide. */
import { Marked, type Tokens } from 'marked'
import { Html, html } from '../../../api/src/kernel/html/html.ts'
import type { FramedPage } from '../../../api/src/kernel/html/page-frame.ts'
import { docsPage } from './docs-page.ts'

export function guidePage(text: string): FramedPage {
  const sections: Html[] = []
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const title = this.parser.parseInline(tokens)
        const id = slugOf(title.replace(/<[^<>]*>/g, ''))
        if (depth === 2) sections.push(html`<li><a href="#${id}">${new Html(title)}</a></li>`)
        return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${title}</a></h${depth}>\n`
      },
    },
  })
  const article = new Html(marked.parse(text.replace(/^# .*\n/, ''), { async: false }))
  return docsPage({
    title: 'Guide – Foyer API',
    path: '/docs/guide',
    content: html`<div class="guide"><nav aria-label="Contents"><ul>${sections}</ul></nav>
<main id="main" tabindex="-1"><article><p class="muted">@foyer/sdk</p><h1>Integrate a platform in ten minutes</h1>${article}</article></main></div>`,
  })
}

/** Returns the id that GitHub gives a heading, so that links within the document work in both places. */
function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .replace(/\s/g, '-')
}
