/** Lists the files of a build for the renderer: the style sheet, the font and the scripts of each page. */
import {
  isReactPage,
  isRenderedPage,
  type PageName,
  pageNames,
  pages,
  type RenderedPageName,
} from '@foyer/contract/pages'
import type { Manifest, ManifestChunk } from 'vite'
import type { PageAssets } from './src/app/page-document.ts'

const reactEntry = 'src/main.tsx'
export const tokenSyncModule = 'src/embedded/token-sync.ts'
export const reporterModule = 'src/error-reports/on-error.ts'

/** Returns the entry module of a page. All pages with React share one entry; each plain page has its own. */
export function entryOf(page: RenderedPageName): string {
  const { script } = pages[page]
  return script ? `src/${script}` : reactEntry
}

/** `style` is the text of the style sheet of every document. */
export function pageAssets(manifest: Manifest, style: string): Omit<PageAssets, 'sheets'> {
  const font = Object.values(manifest).find((chunk) => chunk.file.endsWith('.woff2'))
  const scripts = pageNames()
    .filter(isRenderedPage)
    .map((page): [PageName, PageAssets['scripts'][string]] => {
      const { module, window, section } = pages[page]
      const parts = isReactPage(page) ? [`src/${module}`] : []
      if (window) parts.push('src/app/window/shared-window.ts')
      if (section) parts.push('src/account/account-area.tsx')
      const entry = fileOf(manifest, entryOf(page))
      const first = filesOf(manifest, [entryOf(page), ...parts])
      const navigation = filesOf(manifest, ['src/app/navigation.tsx'])
      return [
        page,
        {
          entry,
          preloads: first.filter((file) => file !== entry),
          navigation: navigation.filter((file) => !first.includes(file)),
        },
      ]
    })
  return {
    style,
    font: font ? `/${font.file}` : null,
    scripts: Object.fromEntries(scripts),
    reporter: fileOf(manifest, reporterModule),
    tokenSync: fileOf(manifest, tokenSyncModule),
    headScript: null,
  }
}

function fileOf(manifest: Manifest, module: string): string {
  const file = manifest[module]?.file
  if (!file) throw new Error(`The build made no ${module}`)
  return `/${file}`
}

/**
 * Returns the files of these modules and of all their static imports, imports first. The file of the entry already contains
 * some modules.
 */
function filesOf(manifest: Manifest, modules: string[]): string[] {
  const seen = new Set<ManifestChunk>()
  function take(module: string): void {
    const chunk = manifest[module]
    if (!chunk || seen.has(chunk)) return
    chunk.imports?.forEach(take)
    seen.add(chunk)
  }
  modules.forEach(take)
  return [...new Set([...seen].map(({ file }) => `/${file}`))]
}
