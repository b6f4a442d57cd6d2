/** Hashes redirect URLs: the hash is stored when a code is minted and compared when it is redeemed. */
import { hash } from 'node:crypto'

/**
 * Hashes the URL that the browser opens, without the code and without the fragment, which no server receives. Used codes
 * are kept for weeks, so the URL itself, with the platform's state and the page the user was on, is not stored.
 *
 * The query is written as URLSearchParams writes it, because the browser appends the code that way.
 */
export function redirectUrlSha256({ origin, pathname, search }: URL): string {
  const query = new URLSearchParams(search)
  query.delete('code')
  const url = `${origin}${pathname}${query.size > 0 ? `?${query}` : ''}`
  return hash('sha256', url, 'base64url')
}
