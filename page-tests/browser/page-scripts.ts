/**
 * Builds the script of the pages with React as one classic script: jsdom runs no modules. The addresses that it leaves a
 * page for are told to `leaving`, because jsdom loads no other document and does not say which one was wanted.
 */
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Script } from 'node:vm'
import { build } from 'vite'
import { buildWeb } from '../../web/build.ts'
import { inputsHash, isWebBuilt } from '../../web/build-stamp.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, '.data/page-script')

/** Builds what is missing: the documents of the pages, and their script for jsdom. Returns the path of the script. */
export async function buildPages(): Promise<string> {
  if (!(await isWebBuilt())) await buildWeb()
  const file = join(folder, `${await inputsHash()}.js`)
  if (!existsSync(file)) await buildScript(file)
  return file
}

async function buildScript(file: string): Promise<void> {
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
        input: join(root, 'web/src/main.tsx'),
        output: { format: 'iife', codeSplitting: false, entryFileNames: 'main.js' },
        transform: { define: { 'import.meta': '{}' } },
      },
    },
  })
  await mkdir(folder, { recursive: true })
  // A parallel run may have built the same.
  await rename(join(outDir, 'main.js'), file)
  await rm(outDir, { recursive: true, force: true })
}

let script: Promise<Script> | undefined

/** Returns the compiled script, which every page runs in a window of its own. */
export function pageScript(): Promise<Script> {
  script ??= compile()
  return script
}

async function compile(): Promise<Script> {
  const filename = await buildPages()
  return new Script(await readFile(filename, 'utf8'), { filename })
}

if (import.meta.main) await buildPages()
