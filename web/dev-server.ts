/** Serves the sources with hot reload from Vite during development. The accounts service serves the pages that load them. */
import { glob } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { isRenderedPage, pageNames, plainPageNames } from '@foyer/contract/pages'
import type { RenderPages } from '@foyer/contract/site'
import react from '@vitejs/plugin-react'
import { createServer, type ViteDevServer } from 'vite'
import { entryOf, tokenSyncModule } from './page-assets.ts'
import type { PageAssets } from './src/app/page-document.ts'

type WebDevServer = { url: string; close: () => Promise<void> }

/** `POST {url}/render` with `{sites, only}` returns what `renderPages` returns, for pages that load from this server. */
async function startWebDevServer(options: { port: number; accountsUrl: string }): Promise<WebDevServer> {
  const { port, accountsUrl } = options
  const url = `http://localhost:${port}`
  const vite = await createServer({
    root: import.meta.dirname,
    configFile: false,
    appType: 'custom',
    publicDir: false,
    logLevel: 'warn',
    plugins: [react()],
    // A library that Vite discovers only after the start would reload the first page.
    optimizeDeps: {
      entries: ['src/main.tsx', ...plainPageNames().map(entryOf)],
      include: ['react/jsx-dev-runtime', 'react-dom/client'],
    },
    server: { port, strictPort: true, origin: url, cors: { origin: new URL(accountsUrl).origin } },
  })
  vite.middlewares.use('/render', async (request, response) => {
    try {
      const pages = JSON.stringify(await render(vite, url, request))
      response.writeHead(200, { 'content-type': 'application/json' }).end(pages)
    } catch (error) {
      vite.ssrFixStacktrace(error as Error)
      console.error(error)
      response.writeHead(500).end()
    }
  })
  await vite.listen()
  return { url, close: () => vite.close() }
}

async function render(vite: ViteDevServer, url: string, request: IncomingMessage) {
  const { sites, only } = JSON.parse(await text(request))
  const { rendererFor } = (await vite.ssrLoadModule('/src/render-pages.tsx')) as {
    rendererFor: (assets: PageAssets) => RenderPages
  }
  return rendererFor(await devAssets(url))(sites, only)
}

async function devAssets(url: string): Promise<PageAssets> {
  const linkedSheets: string[] = []
  for await (const sheet of glob('src/**/*.css', { cwd: import.meta.dirname }))
    linkedSheets.push(`${url}/${sheet}`)
  const scripts = pageNames()
    .filter(isRenderedPage)
    .map((page) => {
      const entry = `${url}/${entryOf(page)}`
      return [page, { entry, preloads: [], navigation: [] }]
    })
  return {
    style: '',
    sheets: {},
    font: `${url}/src/ui/fonts/atkinson-hyperlegible-next.woff2`,
    scripts: Object.fromEntries(scripts),
    reporter: `${url}/src/error-reports/on-error.ts`,
    tokenSync: `${url}/${tokenSyncModule}`,
    linkedSheets,
    headScript: preamble(url),
  }
}

/**
 * Returns the scripts that Vite adds to an index.html: its client, and React's refresh, which must run before any
 * component.
 */
function preamble(url: string): string {
  return `import '${url}/@vite/client'
import { injectIntoGlobalHook } from '${url}/@react-refresh'
injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => (type) => type`
}

if (import.meta.main) {
  // biome-ignore lint/style/noProcessEnv: the start script passes the ports and URLs.
  const { WEB_DEV_PORT, ACCOUNTS_URL } = process.env
  const server = await startWebDevServer({
    port: Number(WEB_DEV_PORT || '4900'),
    accountsUrl: ACCOUNTS_URL || 'http://localhost:4000',
  })
  process.on('disconnect', () => server.close())
  process.send?.('ready')
}
