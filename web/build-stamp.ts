/** Checks whether web/dist was built from the current sources. */
import { createHash } from 'node:crypto'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const stampFile = join(import.meta.dirname, 'dist/stamp')
const inputs = ['web/src/**/*.*', 'web/*.ts', 'contract/src/**/*.ts', 'package-lock.json']

/** Compares the stamp of the last build with the current sources. */
export async function isWebBuilt(): Promise<boolean> {
  const stamp = await readFile(stampFile, 'utf8').catch(() => '')
  return stamp === (await inputsHash())
}

export async function inputsHash(): Promise<string> {
  const names: string[] = []
  for await (const name of glob(inputs, { cwd: root })) names.push(name)
  const hash = createHash('sha256')
  for (const name of names.filter((name) => !name.endsWith('.test.ts')).sort()) {
    hash.update(`${name}\0`).update(await readFile(join(root, name)))
  }
  return hash.digest('hex')
}

export async function writeStamp(folder: string, hash: string): Promise<void> {
  await writeFile(join(folder, 'stamp'), hash)
}
