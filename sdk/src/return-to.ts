import { parseUrl } from './parse-url.ts'

const maxLength = 1_024
/** Control characters, white space and backslashes, which URL parsers read differently. */
const unsafe = /[\p{C}\s\\]/u

/**
 * Returns a path on this site with its query and fragment for a `Location` header, or '/' for any other value, such as
 * '//evil.example' or 'https://evil.example' (RFC 9700 §4.11, open redirects).
 */
export function sameSitePath(value: string | null | undefined): string {
  if (!value?.startsWith('/') || value.length > maxLength || unsafe.test(value)) return '/'
  const base = 'https://site.invalid'
  const url = parseUrl(value, base)
  if (url?.origin !== base) return '/'
  const path = url.pathname + url.search + url.hash
  // Parsing turns '/.//evil.example' into '//evil.example'.
  return path.startsWith('//') ? '/' : path
}
