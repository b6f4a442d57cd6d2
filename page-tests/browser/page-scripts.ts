/**
 * Builds the script of the pages with React, and those of plain pages, as one classic script each: jsdom runs no modules. The
 * addresses that a script leaves a page for are told to `leaving`, because jsdom loads no other document and does not say
 * which one was wanted.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { pages, plainPageNames } from '@foyer/contract/pages'
import { build } from 'vite'
import { buildWeb } from '../../web/build.ts'
import { inputsHash, isWebBuilt } from '../../web/build-stamp.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, '.data/page-script')

/** The modules that start on pages. */
const modules: Readonly<Record<string, string>> = {
  main: 'src/main.tsx',
  ...Object.fromEntries(plainPageNames().map((page) => [page, `src/${pages[page].script}`])),
}
/** Some modules wait at their top, as only a function of a classic script can. */
const wrapped = { format: 'es', banner: '(async () => {"use strict";', footer: '})()' } as const

/** Builds what is missing: the documents of the pages, and their scripts for jsdom. Returns the folder of the scripts. */
export async function buildPages(): Promise<string> {
  if (!(await isWebBuilt())) await buildWeb()
  const built = join(folder, await scriptsHash())
  for (const name of Object.keys(modules)) {
    const file = join(built, `${name}.js`)
    if (!existsSync(file)) await buildScript(name, file)
  }
  return built
}

/** Covers the sources of the pages, and how their scripts are built here. */
async function scriptsHash(): Promise<string> {
  const hash = createHash('sha256').update(await inputsHash())
  return hash.update(await readFile(import.meta.filename)).digest('hex')
}

async function buildScript(name: string, file: string): Promise<void> {
  const outDir = join(folder, String(process.pid))
  await build({
    root: join(root, 'web'),
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: {
      'process.env.NODE_ENV': '"production"',
      'location.assign': 'leaving.assign',
      'location.replace': 'leaving.replace',
      'location.reload': 'leaving.reload',
    },
    build: {
      outDir,
      emptyOutDir: false,
      minify: false,
      modulePreload: false,
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(root, 'web', modules[name] ?? ''),
        output: {
          ...(name === 'main' ? { format: 'iife' } : wrapped),
          codeSplitting: false,
          entryFileNames: 'main.js',
        },
        transform: { define: { 'import.meta': '{}' } },
      },
    },
  })
  await mkdir(dirname(file), { recursive: true })
  // A parallel run may have built the same.
  await rename(join(outDir, 'main.js'), file)
  await rm(outDir, { recursive: true, force: true })
}

const scripts = new Map<string, Promise<Script>>()

/** Returns the compiled script of a page, which every tab runs in a window of its own. */
export function pageScript(page: string): Promise<Script> {
  const name = page in modules ? page : 'main'
  const script = scripts.get(name) ?? compile(name)
  scripts.set(name, script)
  return script
}

async function compile(name: string): Promise<Script> {
  const filename = join(await buildPages(), `${name}.js`)
  return new Script(await readFile(filename, 'utf8'), { filename })
}

/** Removes the scripts of former sources, too. */
async function prepare(): Promise<void> {
  const built = await buildPages()
  for (const name of await readdir(folder))
    if (name !== basename(built)) await rm(join(folder, name), { recursive: true, force: true })
}

if (import.meta.main) await prepare()
