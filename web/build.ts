/** Builds web/dist: the browser's files in client/, the page renderer in server/render.js. Runs when executed. */
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { plainPageNames, sheetNames } from '@foyer/contract/pages'
import { build, type InlineConfig, type Manifest, type Rolldown } from 'vite'
import { inputsHash, writeStamp } from './build-stamp.ts'
import { commit } from './commit.ts'
import { entryOf, pageAssets, reporterModule, tokenSyncModule } from './page-assets.ts'
import type { PageAssets } from './src/app/page-document.ts'

const root = import.meta.dirname
/** Renamed to `dist` when complete, so that a service that starts meanwhile finds either the old or the new build. */
const folder = join(root, `dist-${process.pid}`)
const clientFolder = join(folder, 'client')
const serverFolder = join(folder, 'server')
type ClientFiles = Rolldown.RolldownOutput['output'][number][]

const compress = promisify(brotliCompress)

/** The build would replace light-dark() by variables for older targets. */
const cssTarget = ['chrome123', 'firefox120', 'safari17.5']

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
    const assets = { ...readAssets(files), sheets: await buildSheets() }
    await Promise.all([compressFiles(files), buildRenderer(assets)])
    await writeStamp(folder, hash)
    await putInPlace()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Renames the finished folder to `dist`, unless a parallel build of the same sources has already done so. */
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
  const outputs = await Promise.all([
    buildScript('src/main.tsx'),
    // The reporter, the token sync and each plain page are one file each: a plain page loads no other file, and the
    // reporter must work when another file fails to load. Only the reporter contains the commit, so that the hashes of
    // other files do not change with each commit.
    buildScript(reporterModule, { FOYER_BUILD: JSON.stringify(commit()) }),
    buildScript(tokenSyncModule),
    ...plainPageNames().map((page) => buildScript(entryOf(page))),
  ])
  return outputs.flat()
}

/**
 * Puts React, the modules of the first screen and the modules that many steps share into one file each. Without these
 * groups, the bundler makes 40 files of the steps that sign-in loads while the user types.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
  { name: 'first', tags: ['$initial'], priority: 1 },
  { name: 'common', minShareCount: 12 },
]

/**
 * Gives a shared file a neutral name. The default is the name of a module, and content blockers block words such as
 * 'analytics' in addresses.
 */
function chunkFileNames({ name, isDynamicEntry }: Rolldown.PreRenderedChunk): string {
  const isNamed = isDynamicEntry || groups.some((group) => group.name === name)
  return `assets/${isNamed ? '[name]' : 'shared'}-[hash].js`
}

async function buildScript(module: string, define: Record<string, string> = {}): Promise<ClientFiles> {
  const { output } = (await build({
    ...shared,
    define: { ...shared.define, ...define },
    build: {
      outDir: clientFolder,
      emptyOutDir: false,
      manifest: `${module.replaceAll('/', '-')}.json`,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      /** Builds one style sheet of what the modules import, which every document contains. */
      cssCodeSplit: false,
      cssTarget,
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(root, module),
        preserveEntrySignatures: 'strict',
        /** Without inlining, the first screen would contain the whole table of limits, of which it uses two. */
        optimization: { inlineConst: { mode: 'all', pass: 2 } },
        output: { chunkFileNames, ...(module === 'src/main.tsx' && { codeSplitting: { groups } }) },
      },
    },
  })) as Rolldown.RolldownOutput
  return output
}

/** Builds the style sheets that only some pages have. No module imports them, so their documents contain them. */
async function buildSheets(): Promise<PageAssets['sheets']> {
  const texts = sheetNames().map(async (sheet) => {
    const { output } = (await build({
      ...shared,
      build: {
        write: false,
        cssTarget,
        reportCompressedSize: false,
        rolldownOptions: { input: join(root, 'src', sheet) },
      },
    })) as Rolldown.RolldownOutput
    return [sheet, textsOf(output, '.css').join('').trim()] as const
  })
  return Object.fromEntries(await Promise.all(texts))
}

function textsOf(files: ClientFiles, ending: string): string[] {
  return files.flatMap((file) =>
    file.type === 'asset' && file.fileName.endsWith(ending) ? [String(file.source)] : [],
  )
}

function readAssets(files: ClientFiles): Omit<PageAssets, 'sheets'> {
  const manifest: Manifest = Object.assign({}, ...textsOf(files, '.json').map((text) => JSON.parse(text)))
  return pageAssets(manifest, textsOf(files, '.css').join('').trim())
}

async function compressFiles(files: ClientFiles): Promise<void> {
  await Promise.all(
    files
      .filter((file) => /\.(js|svg)$/.test(file.fileName))
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
