/** One sentence left for the next page of this tab, shown once. */
import { readText, removeText, writeText } from '../api/storage/browser-storage.ts'

const key = 'foyer.banner'
const maxLength = 200

export function leaveBanner(text: string): void {
  writeText('sessionStorage', key, text.slice(0, maxLength))
}

export function takeBanner(): string | null {
  const text = readText('sessionStorage', key)
  removeText('sessionStorage', key)
  return text ? text.slice(0, maxLength) : null
}
