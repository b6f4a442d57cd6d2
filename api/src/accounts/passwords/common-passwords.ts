/** The passwords that are tried first: 49,233 of them, in lower case, as a package lists them. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

let reading: Promise<string> | undefined

/**
 * Whether this is one of them. The list stays the one text that it is in its file, half a megabyte from the first look
 * on and none before. A set would take some times that and save a quarter of a millisecond, beside a hash of thirty.
 */
export async function isCommonPassword(word: string): Promise<boolean> {
  reading ??= readList()
  return (await reading).includes(JSON.stringify(word))
}

async function readList(): Promise<string> {
  try {
    const path = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json')
    return await readFile(path, 'latin1')
  } catch (error) {
    reading = undefined
    throw error
  }
}
