/**
 * Builds the scripts of the React pages and of the plain pages as one classic script each, because jsdom runs no
 * modules. A script that navigates away calls `leaving` with the URL, because jsdom loads no other document and does
 * not report the URL.
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

/** The entry modules of the pages. */
const modules: Readonly<Record<string, string>> = {
  main: 'src/main.tsx',
  ...Object.fromEntries(plainPageNames().map((page) => [page, `src/${pages[page].script}`])),
}
/** Wraps the modules in an async function, because some use top-level await. */
const wrapped = { format: 'es', banner: '(async () => {"use strict";', footer: '})()' } as const

/** Builds missing documents and their scripts for jsdom. Returns the folder of the scripts. */
export async function buildPages(): Promise<string> {
  if (!(await isWebBuilt())) await buildWeb()
  const built = join(folder, await scriptsHash())
  for (const name of Object.keys(modules)) {
    const file = join(built, `${name}.js`)
    if (!existsSync(file)) await buildScript(name, file)
  }
  return built
}

/** Returns a hash of the pages' sources and of this build file. */
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
  // A parallel run may have built the same script.
  await rename(join(outDir, 'main.js'), file)
  await rm(outDir, { recursive: true, force: true })
}

const scripts = new Map<string, Promise<Script>>()

/** Returns the compiled script of a page; every tab runs it in its own window. */
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

/** Builds the scripts, and removes those of earlier sources. */
async function prepare(): Promise<void> {
  const built = await buildPages()
  for (const name of await readdir(folder))
    if (name !== basename(built)) await rm(join(folder, name), { recursive: true, force: true })
}

if (import.meta.main) await prepare()
