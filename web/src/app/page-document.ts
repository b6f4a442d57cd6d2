/** Builds the HTML document of a rendered page. The document does not depend on a request, a query or a user. */
import { createHash } from 'node:crypto'
import { archMark, colourOf, markSize } from '@foyer/contract/families'
import { pageSentences } from '@foyer/contract/page-sentences'
import { pages, type RenderedPageName } from '@foyer/contract/pages'
import { platformNames } from '@foyer/contract/platform-names'
import { persists, sandboxed } from '@foyer/contract/sentences'
import type { RenderedPage } from '@foyer/contract/site'
import {
  authKey,
  faceKey,
  fontKey,
  hereKey,
  personKey,
  personLifeMs,
  sharedKey,
  togglesKey,
  visitOriginKey,
} from '../api/storage/storage-keys.ts'
import type { PageData } from '../platforms/page-context.ts'
import { hasNavigation } from '../platforms/page-facts.ts'
import type { SiteScript } from '../platforms/read-page-data.ts'
import { earlySocial } from '../social/early-social.ts'
import { arcade } from './arcade.ts'
import { type EarlyKeys, earlyScript } from './early-script.ts'

type PageScripts = {
  entry: string
  /** The files that the first rendering needs in addition to the entry, and the files of the top navigation. */
  preloads: string[]
  navigation: string[]
}

/** The files of the build, or their addresses on the development server. */
export type PageAssets = {
  /** The text of the style sheet of every document. */
  style: string
  /** The texts of the style sheets that only some documents have, by the page's `sheet`. */
  sheets: Record<string, string>
  font: string | null
  scripts: Record<string, PageScripts>
  /** The script of the token sync, for installations that use the token sync. */
  tokenSync: string
  /** Loaded with the first error (error-reports/on-error.ts). */
  reporter: string
  /** Development only: style sheets that are not inlined, and a script that runs before all others. */
  linkedSheets?: string[]
  headScript: string | null
}

/** The same arch as `ui/page/mark.tsx`, for the fatal notice outside React. */
const mark = '<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><use href="#mark"/></svg>'

const displayNames = Object.fromEntries(
  Object.entries(platformNames).map(([platform, { displayName }]) => [platform, displayName]),
)

type PageText = { title: string; description: string; body: string }

export function pageDocument(
  data: PageData,
  { title, description, body }: PageText,
  assets: PageAssets,
): RenderedPage {
  const { page, platform, site, ...facts } = data
  const { brand } = facts
  const script = assets.scripts[page]
  if (!script) throw new Error(`The build has no script for ${page}`)
  const preloads = [...script.preloads, ...(hasNavigation(page, data) ? script.navigation : [])]
  const { hasPanel, window: kind, offersPerson, leadsOn, syncsTokens, signUp, sheet } = pages[page]
  const isBesidePanel = hasPanel === true && brand.layout === 'split'
  const { social } = site
  const keys: EarlyKeys = {
    visitOrigin: visitOriginKey,
    auth: authKey,
    person: personKey,
    here: hereKey,
    shared: sharedKey,
    personLifeMs,
    font: fontKey,
    face: faceKey,
    ...(offersPerson && { names: displayNames }),
    ...(leadsOn && { leadsOn }),
    ...(kind && { sandboxed }),
  }
  const scripts = [
    // Runs before the early script, which offers a provider only if this script shows the provider's button.
    social && `(${earlySocial})("${togglesKey}",${JSON.stringify(social)})`,
    `(${earlyScript})(${JSON.stringify(keys)},${JSON.stringify(assets.font)},()=>import("${assets.reporter}"))`,
  ]
  const early = scripts.filter(Boolean).join(';')
  const colour = colourOf(platform)
  const style = `${assets.style}${(sheet && assets.sheets[sheet]) ?? ''}:root{--brand:light-dark(${colour.light},${colour.dark})}`
  const siteScript: SiteScript = { ...site, ...facts }
  const head = [
    '<meta charset="utf-8">',
    // A link that the user follows before hydration must leave the popup or frame, so that the form stays in its window.
    kind && `<base target="${kind === 'popup' ? '_blank' : '_top'}">`,
    `<title>${escaped(title)}</title>`,
    `<meta name="description" content="${escaped(description)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="theme-color" content="#F7F8FB" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#0B1120" media="(prefers-color-scheme: dark)">',
    `<script>${early}</script>`,
    `<style>${style}</style>`,
    ...(assets.linkedSheets ?? []).map((href) => `<link rel="stylesheet" href="${href}">`),
    `<link rel="icon" href="${favicon(archMark(platform), colour)}">`,
    assets.headScript && `<script type="module">${assets.headScript}</script>`,
  ]
  // Module scripts run after parsing wherever they are. In the head, their requests would delay the first paint.
  const modules = [
    `<script type="module" src="${script.entry}" crossorigin></script>`,
    site.tokenSync && syncsTokens && `<script type="module" src="${assets.tokenSync}" crossorigin></script>`,
    ...preloads.map((href) => `<link rel="modulepreload" href="${href}" crossorigin>`),
  ]
  const mail = escaped(site.supportEmail)
  const html = `<!doctype html>
<html lang="en" data-platform="${platform}" data-family="${brand.family}" data-page="${page}"${brand.layout === 'split' ? ' data-split' : ''}${kind ? ` data-window="${kind}"` : ''}>
<head>
${head.filter(Boolean).join('\n')}
</head>
<body>
${arcade(platform, isBesidePanel)}
<div id="app">${withNotice(body, page, mail)}</div>
<div class="visually-hidden" role="status" id="live-status"></div>
<div class="visually-hidden" role="alert" id="live-alert"></div>
<div class="fatal" id="fatal">
<p class="site-header"><span class="site-header-brand">${mark}<span class="site-header-provider">${escaped(site.provider)}</span></span></p>
<div class="page-main"><div class="card">${mark}
<h1 id="fatal-title" tabindex="-1">Something went wrong</h1>
<p class="heading-lead">${pageSentences.fatal}</p>
<div class="stack"><button class="button button-primary" type="button" data-reload>Reload</button>
<p class="small">${persists} <a href="mailto:${mail}">${mail}</a>.</p></div></div></div>
</div>
<script type="application/json" id="site">${JSON.stringify(siteScript).replaceAll('<', '\\u003c')}</script>
${modules.filter(Boolean).join('\n')}
</body>
</html>
`
  return {
    page: signUp ? 'sign-up' : page,
    platform,
    html,
    scriptHashes: [early, assets.headScript].filter((text) => text !== null).map(cspHash),
    styleHashes: [cspHash(style)],
    ...(social && { social }),
  }
}

/**
 * Fills the page's `<noscript>`, except on pages that work without script. The notice is above the heading, in the column
 * of the form.
 */
function withNotice(body: string, page: RenderedPageName, mail: string): string {
  if (pages[page].needsNoScript) return body
  const notice = `<p class="needs-script">This page needs JavaScript. Turn it on in your browser’s settings and reload the page, or write to <a href="mailto:${mail}">${mail}</a>.</p>`
  return body.replace('<noscript></noscript>', () => `<noscript>${notice}</noscript>`)
}

function cspHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

/** Returns the mark as a data URL, which needs no request. */
function favicon(mark: string, { light, dark }: { light: string; dark: string }): string {
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${markSize} ${markSize}'><style>path{fill:${light}}@media(prefers-color-scheme:dark){path{fill:${dark}}}</style><path fill-rule='evenodd' d='${mark}'/></svg>`
  return `data:image/svg+xml,${svg.replaceAll('%', '%25').replaceAll('#', '%23').replaceAll('<', '%3C').replaceAll('>', '%3E')}`
}
