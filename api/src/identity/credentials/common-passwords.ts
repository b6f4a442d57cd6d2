/** Looks a password up among the 49,233 most common ones, which a package lists in lower case. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

let reading: Promise<string> | undefined

/**
 * Returns whether a password is common. The list is searched as the text of its file: half a megabyte of memory from the
 * first call on. A set would take several times that and save 0.25 ms, next to a hash of 30 ms.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  reading ??= readList()
  return (await reading).includes(JSON.stringify(password))
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
