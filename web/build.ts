/** Builds web/dist: the browser's files in client/, the page renderer in server/render.js. Runs when executed. */
import { createHash } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { plainPageNames } from '@foyer/contract/pages'
import { build, type InlineConfig, type Manifest, type Plugin, type Rolldown } from 'vite'
import { inputsHash, writeStamp } from './build-stamp.ts'
import { chunks } from './chunks.ts'
import { commit } from './commit.ts'
import { leanReact } from './lean-react.ts'
import { entryOf, pageAssets, socialSheet, tokenSyncModule } from './page-assets.ts'
import type { PageAssets } from './src/app/page-document.ts'

const root = import.meta.dirname
/** Renamed into place when complete, so that a service that starts meanwhile finds the old or the new build. */
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

/** React looks for them and does without: the developer tools show production pages only, and no browser has the other. */
const absent = { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined', setImmediate: 'undefined' }

export async function buildWeb(): Promise<void> {
  const hash = await inputsHash()
  try {
    const files = await buildClient()
    const { assets, preloaders } = readAssets(files)
    await Promise.all([compressFiles(files), writePreloaders(preloaders), buildRenderer(assets)])
    await writeStamp(folder, hash)
    await putInPlace()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A parallel build of the same sources may be in place already. */
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

async function buildClient(): Promise<ClientFiles> {
  const [app, reporter, ...plain] = await Promise.all([
    buildScripts(
      {
        input: [join(root, 'src/main.tsx'), join(root, socialSheet)],
        output: { codeSplitting: chunks },
        // Merging shared modules into a step needs glue code that the first screen would load.
        experimental: { chunkOptimization: { avoidRedundantChunkLoads: false } },
      },
      'app.json',
    ),
    // One file, so that it loads where another one does not. It alone names the commit: other files keep their hash.
    buildScripts(
      { input: [join(root, 'src/error-reports/on-error.ts')], preserveEntrySignatures: 'strict' },
      'reporter.json',
      { FOYER_BUILD: JSON.stringify(commit()) },
    ),
    buildScripts({ input: [join(root, tokenSyncModule)] }, 'token-sync.json'),
    // Each is built alone, so that its page loads one file: a chunk that several share would be another request.
    ...plainPageNames().map((page) => buildScripts({ input: [join(root, entryOf(page))] }, `${page}.json`)),
  ])
  return [...app, ...reporter, ...plain.flat()]
}

/** Content blockers look for these words in URLs, and the forms need the shared chunks. */
const blockedWords = /ad-|analytics|fingerprint|partner|track/

function chunkFileNames({ name, isDynamicEntry }: Rolldown.PreRenderedChunk): string {
  return `assets/${!isDynamicEntry && blockedWords.test(name) ? 'shared' : '[name]'}-[hash].js`
}

/** Every first screen names the sheets of the later ones: the hash alone is enough for a sheet. */
function assetFileNames({ names }: Rolldown.PreRenderedAsset): string {
  return `assets/${names[0]?.endsWith('.css') ? '' : '[name]-'}[hash][extname]`
}

/**
 * Lists what an import preloads. Every page has loaded `main` and `react` by then, and each sign-up the steps that both
 * share. The first screen lists sheets alone, because the documents of the other pages preload their scripts, but for
 * the effects of sign-in, which it loads itself.
 */
function preloaded(file: string, dependencies: string[], { hostId }: { hostId: string }): string[] {
  const others = dependencies.filter((name) => !/\/(main|react|sign-up-steps-parts)-[^/]+$/.test(name))
  const isWhole = !/\/main-[^/]+$/.test(hostId) || /\/sign-in-effects-[^/]+$/.test(file)
  return isWhole ? others : others.filter((name) => name.endsWith('.css'))
}

/** Chromium compiles all functions of such a file while it arrives, beside the main thread, instead of each at its first call. */
const compileHint = '//# allFunctionsCalledOnLoad\n'
/** Characters of code from which the hint is worth its bytes. */
const worthHint = 4_000

/** Begins files with the hint, which counts before any other text alone; Vite itself writes lists before a banner. */
const compileAhead: Plugin = {
  name: 'compile-ahead',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && file.code.length > worthHint) file.code = compileHint + file.code
      }
    },
  },
}

async function buildScripts(
  rolldownOptions: Rolldown.InputOptions & { output?: object },
  manifest: string,
  define: Record<string, string> = {},
) {
  const { output } = (await build({
    ...shared,
    define: { ...shared.define, ...absent, ...define },
    plugins: [leanReact(), compileAhead],
    build: {
      outDir: clientFolder,
      emptyOutDir: false,
      manifest,
      modulePreload: {
        polyfill: false,
        resolveDependencies: preloaded,
      },
      assetsInlineLimit: 0,
      /** One sheet a chunk: a page inlines the sheets it is rendered with, and the others load with their chunk. */
      cssCodeSplit: true,
      /** Older targets would turn light-dark() into variables. */
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      reportCompressedSize: false,
      rolldownOptions: {
        ...rolldownOptions,
        /** Without it the first screen would contain the whole table of limits, of which it uses two. */
        optimization: { inlineConst: { mode: 'all', pass: 2 } },
        output: { ...rolldownOptions.output, chunkFileNames, assetFileNames },
      },
    },
  })) as Rolldown.RolldownOutput
  return output
}

function readAssets(files: ClientFiles): { assets: PageAssets; preloaders: Map<string, string> } {
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
  const preloaders = new Map<string, string>()
  const assets = pageAssets({ manifest, css }, (paths) => {
    if (paths.length === 0) return null
    const text = `for(const href of${JSON.stringify(paths)})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}))`
    const path = `/assets/ahead-${createHash('sha256').update(text).digest('base64url').slice(0, 8)}.js`
    preloaders.set(path, text)
    return path
  })
  return { assets, preloaders }
}

/** Writes the scripts by their paths. Their lists of files are too long for documents that most visitors load signed out. */
async function writePreloaders(preloaders: Map<string, string>): Promise<void> {
  for (const [path, text] of preloaders) {
    const file = join(clientFolder, path)
    await writeFile(file, text)
    await writeFile(`${file}.br`, await compress(text))
  }
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
