/** Lists what the build made as the renderer needs it: the font, each page's scripts and the sheets they import. */
import { dirname } from 'node:path'
import { isReactPage, isRenderedPage, pageNames, pages, type RenderedPageName } from '@foyer/contract/pages'
import type { Manifest, ManifestChunk } from 'vite'
import type { PageAssets, PageParts } from './src/app/page-document.ts'

const everyPage = 'src/main.tsx'
/** Has the sheets of the content of plain pages, which no module of the browser imports: card, arch and link. */
const archPage = 'src/app/not-found-page.tsx'
export const tokenSyncModule = 'src/embedded/token-sync.ts'
export const socialSheet = 'src/social/social-sheet.ts'
const reporterModule = 'src/error-reports/on-error.ts'

/** Returns the module that starts on a page: the same one for all pages with React, one of its own for a plain page. */
export function entryOf(page: RenderedPageName): string {
  const { script } = pages[page]
  return script ? `src/${script}` : everyPage
}

/** The files of the build by the names of their sources. `css` holds the text of each sheet by its path. */
type Built = { manifest: Manifest; css: Record<string, string> }

/** `preloader` returns the path of a script that preloads these files. */
export function pageAssets(
  { manifest, css }: Built,
  preloader: (files: readonly string[]) => string | null,
): PageAssets {
  const font = Object.values(manifest).find((chunk) => chunk.file.endsWith('.woff2'))
  const scripts: PageAssets['scripts'] = {}
  for (const page of pageNames().filter(isRenderedPage)) {
    const entry = entryOf(page)
    const { module, window } = pages[page]
    // The browser does not load the content of a plain page.
    const modules = isReactPage(page) ? [`src/${module}`] : []
    const entryFile = manifest[entry]?.file
    if (!entryFile) throw new Error(`The build made no ${entry}`)
    if (window) modules.push('src/app/window/shared-window.ts')
    const first = partsOf(manifest, [entry, ...modules])
    const look = partsOf(manifest, [everyPage, ...modules, ...(isReactPage(page) ? [] : [archPage])])
    const folder = dirname(module)
    const form = partsOf(manifest, [`src/${folder}/credentials-form.tsx`])
    const navigation = partsOf(manifest, ['src/app/navigation.tsx'])
    const calls = partsOf(manifest, [`src/${folder}/${folder}-effects.ts`])
    scripts[page] = {
      entry: `/${entryFile}`,
      first: { scripts: without(first.scripts, [`/${entryFile}`]), sheets: look.sheets },
      credentialsForm: {
        scripts: without(form.scripts, first.scripts),
        sheets: without(form.sheets, look.sheets),
      },
      navigation: {
        scripts: without(navigation.scripts, [...first.scripts, ...form.scripts]),
        sheets: without(navigation.sheets, [...look.sheets, ...form.sheets]),
      },
      ahead: preloader(without(calls.scripts, first.scripts)),
    }
  }
  const reporter = manifest[reporterModule]?.file
  if (!reporter) throw new Error(`The build made no ${reporterModule}`)
  const tokenSync = manifest[tokenSyncModule]?.file
  if (!tokenSync) throw new Error(`The build made no ${tokenSyncModule}`)
  const everywhere = partsOf(manifest, [everyPage]).sheets
  const panel = without(partsOf(manifest, ['src/app/brand-panel.tsx']).sheets, everywhere)
  return {
    css,
    font: font ? `/${font.file}` : null,
    scripts,
    reporter: `/${reporter}`,
    tokenSync: `/${tokenSync}`,
    panel,
    social: without(partsOf(manifest, [socialSheet]).sheets, everywhere),
    headScript: null,
  }
}

function without(paths: string[], others: string[]): string[] {
  return paths.filter((path) => !others.includes(path))
}

/** Returns the files of these modules and of all they import statically, imports first; modules the build lacks are skipped. */
function partsOf(manifest: Manifest, names: string[]): PageParts {
  const seen = new Set<string>()
  const chunks: ManifestChunk[] = []
  function take(name: string): void {
    const chunk = manifest[name]
    if (!chunk || seen.has(name)) return
    seen.add(name)
    chunk.imports?.forEach(take)
    chunks.push(chunk)
  }
  names.forEach(take)
  return {
    scripts: paths(chunks.map(({ file }) => file)),
    sheets: paths(chunks.flatMap(({ css }) => css ?? [])),
  }
}

function paths(files: string[]): string[] {
  return [...new Set(files)].map((file) => `/${file}`)
}
