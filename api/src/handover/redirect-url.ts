/** The redirect URL of a code: stored as a hash when the code is minted, compared when it is redeemed. */
import { createHash } from 'node:crypto'

/**
 * Hashes the URL that the browser opens, without the code and without the fragment, which no server sees. Used codes are
 * kept for weeks, and the URL carries the platform's state and the page the user was on: so the URL itself is not stored.
 *
 * The query is written as URLSearchParams writes it, because the browser appends the code that way.
 */
export function redirectUrlSha256({ origin, pathname, search }: URL): string {
  const query = new URLSearchParams(search)
  query.delete('code')
  const url = `${origin}${pathname}${query.size > 0 ? `?${query}` : ''}`
  return createHash('sha256').update(url).digest('base64url')
}
