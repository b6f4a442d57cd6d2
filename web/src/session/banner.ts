/** Stores a sentence that the next page of this tab shows once. */
import { readText, removeText, writeText } from '../api/storage/browser-storage.ts'
import { bannerKey } from '../api/storage/storage-keys.ts'

/** Shown after another tab signed out or found that the session had ended. */
export const signedOutElsewhere = 'You were signed out in another tab.'

const maxLength = 200

export function storeBanner(text: string): void {
  writeText('sessionStorage', bannerKey, text.slice(0, maxLength))
}

export function takeBanner(): string | null {
  const text = readText('sessionStorage', bannerKey)
  removeText('sessionStorage', bannerKey)
  return text ? text.slice(0, maxLength) : null
}
