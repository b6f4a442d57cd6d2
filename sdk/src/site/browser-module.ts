/** Serves the browser part of this package to sites without a bundler. */
import { readFile } from 'node:fs/promises'
import * as nodeModule from 'node:module'

const isSource = import.meta.url.endsWith('.ts')
/** The built package has one file; in the sources, `browser.ts` imports the others. */
const names = isSource
  ? ['browser', 'frame', 'messages', 'popup', 'return', 'same-site', 'server']
  : ['browser']
const read = new Map<string, Promise<string>>()

/** Answers `/browser/browser.js` and the modules that it imports; null for any other path. */
export async function browserModule(path: string, method: string): Promise<Response | null> {
  const name = names.find((name) => path === `/browser/${name}.js`)
  if (!name || (method !== 'GET' && method !== 'HEAD')) return null
  const text = read.get(name) ?? textOf(name)
  read.set(name, text)
  return new Response(await text, {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    },
  })
}

async function textOf(name: string): Promise<string> {
  if (!isSource) return readFile(new URL(`../browser/${name}.js`, import.meta.url), 'utf8')
  const source = await readFile(new URL(`../browser/${name}.ts`, import.meta.url), 'utf8')
  // Removes the types if this package runs from its sources.
  return nodeModule.stripTypeScriptTypes(source).replace(/(from '\.\/[a-z-]+)\.ts'/g, "$1.js'")
}
