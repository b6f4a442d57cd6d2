/** Replaces what bundling React brings along by less: named exports, the hook React has itself, a short preloader. */
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)
const mark = '\0named:'
const named = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client']

/** wouter's stand-in for older versions of React. */
const externalStoreShim = 'use-sync-external-store/shim/index.js'

/** All styles are in the page, so only scripts are fetched ahead. */
const preloader = `export const __vitePreload = (load, scripts) => {
  for (const script of scripts ?? []) {
    const href = '/' + script
    if (document.querySelector('link[href="' + href + '"]')) continue
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
  return load()
}`

export function leanModules(): Plugin {
  return {
    name: 'foyer-lean-modules',
    enforce: 'pre',
    resolveId(name, importer) {
      if (name === externalStoreShim) return mark + name
      // The files inside these packages go on meaning each other.
      return named.includes(name) && !importer?.startsWith(mark) && !importer?.includes('/cjs/')
        ? mark + name
        : null
    },
    load(id) {
      if (id === '\0vite/preload-helper.js') return preloader
      if (id === mark + externalStoreShim) return `export { useSyncExternalStore } from 'react'`
      if (!id.startsWith(mark)) return null
      const name = id.slice(mark.length)
      const exports = Object.keys(require(name)).filter((key) => /^[a-z]\w*$/i.test(key))
      return `import all from ${JSON.stringify(name)}\nexport const { ${exports.join(', ')} } = all\nexport default all`
    },
  }
}
