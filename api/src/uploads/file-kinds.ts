/** Recognises a file by its first bytes: its name, and what its sender says of it, do not count. */

export type FileKind = 'jpg' | 'png' | 'webp' | 'pdf'

/** Returns null for every other file. */
export function kindOf(bytes: Buffer): FileKind | null {
  const text = bytes.subarray(0, 12).toString('latin1')
  if (text.startsWith('\xff\xd8\xff')) return 'jpg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('RIFF') && text.endsWith('WEBP')) return 'webp'
  // Readers take other bytes before the header. A file that is something else, too, begins like that.
  if (/^%PDF-[12]\.\d/.test(text)) return 'pdf'
  return null
}
