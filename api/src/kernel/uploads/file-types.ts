/** Recognises a file by its first bytes: its name, and what its sender says of it, do not count. */
import type { FileType } from '@foyer/contract/file-types'

/** Returns null for every other file. */
export function fileTypeOf(bytes: Buffer): FileType | null {
  const text = bytes.subarray(0, 12).toString('latin1')
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (text.startsWith('RIFF') && text.endsWith('WEBP')) return 'image/webp'
  // PDF readers tolerate other bytes before the header. This check does not: a file of two types begins with such bytes.
  if (/^%PDF-[12]\.\d/.test(text)) return 'application/pdf'
  return null
}
