/** Frames the pages below /docs with their header. */
import { type Html, html } from '../../../api/src/kernel/html/html.ts'
import { type FramedPage, framePage } from '../../../api/src/kernel/html/page-frame.ts'
import { docsScript } from './docs-script.browser.js'
import { docsStyle } from './docs-style.ts'

/** The path of Scalar's script. */
export const scalarPath = '/docs/scalar.js'

export function docsPage(title: string, path: string, content: Html): FramedPage {
  return framePage({
    title,
    name: 'API',
    links: [
      { href: '/docs', text: 'Reference' },
      { href: '/docs/guide', text: 'Guide' },
      { href: '/openapi.json', text: 'openapi.json' },
    ].map((link) => ({ ...link, isHere: link.href === path })),
    style: docsStyle,
    script: docsScript,
    content,
  })
}

/** The API reference, which Scalar makes of the OpenAPI document in the browser. */
export function referencePage(): FramedPage {
  return docsPage(
    'Foyer API',
    '/docs',
    html`<div id="main" tabindex="-1"><noscript><p>This page needs JavaScript. <a href="/openapi.json">openapi.json</a> has the same content for programs.</p></noscript><div id="reference"></div></div>
<script src="${scalarPath}"></script>`,
  )
}
