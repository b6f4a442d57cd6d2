/** What the build made, as the renderer needs it: the sheet, the font and each page's scripts. */
import type { Manifest } from 'vite'
import type { PageAssets } from './src/app/page-document.ts'
import { renderedPages } from './src/platforms/rendered-pages.ts'

export function pageAssets(manifest: Manifest, css: string): PageAssets {
  const font = Object.values(manifest).find((chunk) => chunk.file.endsWith('.woff2'))
  const scripts: PageAssets['scripts'] = {}
  for (const [page, world] of Object.entries(renderedPages)) {
    const entry = world === 'react' ? 'src/main.tsx' : `src/machine/${page}.ts`
    const modules = [entry, ...Object.keys(manifest).filter((name) => name.endsWith(`/${page}-page.tsx`))]
    const files = new Set(modules.flatMap((name) => filesOf(manifest, name)))
    const calls = filesOf(manifest, `src/${page}/${page}-effects.ts`).filter((file) => !files.has(file))
    const entryFile = manifest[entry]?.file
    if (!entryFile) throw new Error(`The build made no ${entry}`)
    const ofForm = filesOf(manifest, `src/${page}/credentials-form.tsx`).filter((file) => !files.has(file))
    files.delete(entryFile)
    scripts[page] = {
      entry: `/${entryFile}`,
      preloads: [...files].map(toPath),
      credentialsForm: ofForm.map(toPath),
      ahead: calls.map(toPath),
    }
  }
  return { css, font: font ? `/${font.file}` : null, scripts, headScript: null }
}

function toPath(file: string): string {
  return `/${file}`
}

function filesOf(manifest: Manifest, name: string, seen = new Set<string>()): string[] {
  const chunk = manifest[name]
  if (!chunk || seen.has(name)) return []
  seen.add(name)
  return [chunk.file, ...(chunk.imports ?? []).flatMap((inner) => filesOf(manifest, inner, seen))]
}
