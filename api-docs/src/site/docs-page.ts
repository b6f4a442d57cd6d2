/** Renders the frame and header of the pages below /docs. */
import { type Html, html } from '../../../api/src/kernel/html/html.ts'
import { type FramedPage, framePage } from '../../../api/src/kernel/html/page-frame.ts'
import { docsStyle } from './docs-style.ts'
import { startScalar } from './start-scalar.browser.js'

/** The path of Scalar's script. */
export const scalarPath = '/docs/scalar.js'

type DocsPage = { title: string; path: string; content: Html; script?: () => void }

export function docsPage({ path, ...page }: DocsPage): FramedPage {
  return framePage({
    ...page,
    name: 'API',
    links: [
      { href: '/docs', text: 'Reference' },
      { href: '/docs/guide', text: 'Guide' },
      { href: '/openapi.json', text: 'openapi.json' },
    ].map((link) => ({ ...link, isHere: link.href === path })),
    style: docsStyle,
  })
}

/** Renders the API reference, which Scalar builds from the OpenAPI document in the browser. */
export function referencePage(): FramedPage {
  return docsPage({
    title: 'Foyer API',
    path: '/docs',
    content: html`<div id="main" tabindex="-1"><noscript><main class="guide"><h1>Foyer API</h1><p>This page needs JavaScript. The <a href="/docs/guide">guide</a> for platforms and <a href="/openapi.json">openapi.json</a>, which describes every route for programs, work without.</p></main></noscript><div id="reference"></div></div>
<script src="${scalarPath}"></script>`,
    script: startScalar,
  })
}
