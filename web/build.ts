/** Builds web/dist: the browser's files in client/, the page renderer in server/render.js. Runs when executed. */
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { build, type InlineConfig, type Manifest, type Rolldown } from 'vite'
import { inputsHash, writeStamp } from './build-stamp.ts'
import { pageAssets } from './page-assets.ts'
import type { PageAssets } from './src/app/page-document.ts'

const root = import.meta.dirname
/** Made apart and put in place whole: a service that starts meanwhile finds the old build or the new one. */
const folder = join(root, `dist-${process.pid}`)
const clientFolder = join(folder, 'client')
const serverFolder = join(folder, 'server')
type ClientFiles = Rolldown.RolldownOutput['output'][number][]

const compress = promisify(brotliCompress)

const shared = {
  root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
} satisfies InlineConfig

export async function buildWeb(): Promise<void> {
  const hash = await inputsHash()
  try {
    const files = await buildClient()
    await Promise.all([compressFiles(files), buildRenderer(readAssets(files))])
    await writeStamp(folder, hash)
    await putInPlace()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Of two builds at once either may be there already: they are made from the same sources. */
async function putInPlace(): Promise<void> {
  const place = join(root, 'dist')
  const old = `${folder}-old`
  await rename(place, old).catch(ignore('ENOENT'))
  await rename(folder, place).catch(ignore('ENOTEMPTY', 'EEXIST'))
  await rm(old, { recursive: true, force: true })
}

function ignore(...codes: string[]): (error: NodeJS.ErrnoException) => void {
  return (error) => {
    if (!codes.includes(error.code ?? '')) throw error
  }
}

/** Few requests on a first visit: React, what the sign-in form and every page stand on, and the page itself. */
const chunks = {
  groups: [
    { name: 'react', test: /node_modules\/(react|scheduler)|vite.preload-helper|rolldown/, priority: 1 },
    {
      name: (id: string, modules: Modules) => (firstModules(modules).has(id) ? 'first' : null),
      debugName: 'first',
    },
    // What it shares with other pages' later steps stays theirs, too.
    { name: pageParts, debugName: 'parts of one page', includeDependenciesRecursively: false },
  ],
}
type Modules = Parameters<Extract<Rolldown.CodeSplittingGroup['name'], (...given: never[]) => unknown>>[1]

/** Everything two modules import at once, themselves left out: bundlers would cut it up by who else imports it. */
function firstModules(modules: Modules): Set<string> {
  return importedBy(['src/main.tsx', 'src/sign-in/sign-in-page.tsx'], modules)
}

/** Of a page's folder, what the page itself imports: its later steps share some of it. */
function pageParts(id: string, modules: Modules): string | null {
  const feature = basename(dirname(id))
  return importedBy([`src/${feature}/${feature}-page.tsx`], modules).has(id) ? `${feature}-parts` : null
}

function importedBy(files: string[], modules: Modules): Set<string> {
  const roots = files.map((file) => join(root, file))
  const found = new Set<string>()
  const waiting = [...roots]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    waiting.push(...(modules.getModuleInfo(id)?.importedIds ?? []))
  }
  for (const id of roots) found.delete(id)
  return found
}

async function buildClient(): Promise<ClientFiles> {
  const [app, machine] = await Promise.all([
    buildScripts(
      {
        input: [join(root, 'src/main.tsx')],
        output: { codeSplitting: chunks },
        // A step that takes in what others share needs glue, which the first screen would fetch.
        experimental: { chunkOptimization: { avoidRedundantChunkLoads: false } },
      },
      'app.json',
    ),
    // On its own, so that nothing of the other pages' chunks comes with it.
    buildScripts({ input: [join(root, 'src/embedded/logout.ts')] }, 'machine.json'),
  ])
  return [...app, ...machine]
}

/** Lists of blockers look for such words in addresses; the forms cannot do without what chunks have in common. */
const blockedWords = /ad-|analytics|fingerprint|partner|track/

function chunkFileNames({ name, isDynamicEntry }: Rolldown.PreRenderedChunk): string {
  return `assets/${!isDynamicEntry && blockedWords.test(name) ? 'shared' : '[name]'}-[hash].js`
}

/**
 * Lists what an import preloads. Every page has loaded `first` and `react` by then. The first screen lists sheets alone:
 * the documents of the other pages preload their scripts.
 */
function preloaded(_file: string, dependencies: string[], { hostId }: { hostId: string }): string[] {
  const others = dependencies.filter((file) => !/\/(first|react)-[^/]+$/.test(file))
  return /\/first-[^/]+$/.test(hostId) ? others.filter((file) => file.endsWith('.css')) : others
}

async function buildScripts(rolldownOptions: Rolldown.InputOptions & { output?: object }, manifest: string) {
  const { output } = (await build({
    ...shared,
    build: {
      outDir: clientFolder,
      emptyOutDir: false,
      manifest,
      modulePreload: {
        polyfill: false,
        resolveDependencies: preloaded,
      },
      assetsInlineLimit: 0,
      /** A sheet for each chunk: pages have inlined what they are rendered with, the rest comes with its chunk. */
      cssCodeSplit: true,
      /** Older targets would turn light-dark() into variables. */
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      reportCompressedSize: false,
      rolldownOptions: {
        ...rolldownOptions,
        /** The table of limits would stand in the first screen, whose pages use two of them. */
        optimization: { inlineConst: { mode: 'all', pass: 2 } },
        output: { ...rolldownOptions.output, chunkFileNames },
      },
    },
  })) as Rolldown.RolldownOutput
  return output
}

function readAssets(files: ClientFiles): PageAssets {
  const manifests = files.filter((file) => file.type === 'asset' && file.fileName.endsWith('.json'))
  const manifest: Manifest = Object.assign(
    {},
    ...manifests.map((file) => JSON.parse(String(file.type === 'asset' && file.source))),
  )
  const css: Record<string, string> = {}
  for (const file of files) {
    if (file.type === 'asset' && file.fileName.endsWith('.css'))
      css[`/${file.fileName}`] = String(file.source).trim()
  }
  return pageAssets(manifest, css)
}

async function compressFiles(files: ClientFiles): Promise<void> {
  await Promise.all(
    files
      .filter((file) => /\.(js|css|svg)$/.test(file.fileName))
      .map(async ({ fileName }) => {
        const path = join(clientFolder, fileName)
        await writeFile(`${path}.br`, await compress(await readFile(path)))
      }),
  )
}

async function buildRenderer(assets: PageAssets): Promise<void> {
  const entry = '\0foyer-renderer'
  await build({
    ...shared,
    plugins: [
      {
        name: 'foyer-renderer',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) =>
          id === entry
            ? `import { rendererFor } from ${JSON.stringify(join(root, 'src/render-pages.tsx'))}
               export const renderPages = rendererFor(${JSON.stringify(assets)})`
            : null,
      },
    ],
    ssr: { noExternal: true },
    build: {
      outDir: serverFolder,
      ssr: true,
      minify: 'oxc',
      cssMinify: false,
      emitAssets: false,
      reportCompressedSize: false,
      rolldownOptions: { input: { render: entry }, output: { codeSplitting: false } },
    },
  })
}

if (import.meta.main) {
  const startedAt = performance.now()
  await buildWeb()
  console.log(`The front end is built (${((performance.now() - startedAt) / 1000).toFixed(1)} s).`)
}
