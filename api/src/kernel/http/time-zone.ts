/** Reads the time zone that the browser sends. */
import { isTimeZone } from '@foyer/contract/fields'

const pattern = /^[A-Z][A-Za-z0-9_+/-]{0,63}$/

/** Names that were checked before, because the check is slow. About 600 names exist. */
const known = new Set<string>()
const maxKnown = 2_000

/** Returns the IANA name in the header; null without the header or for any other text. */
export function readTimeZone(header: string | string[] | undefined): string | null {
  if (typeof header !== 'string' || !pattern.test(header)) return null
  if (known.has(header)) return header
  if (!isTimeZone(header)) return null
  if (known.size < maxKnown) known.add(header)
  return header
}
