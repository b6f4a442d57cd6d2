import type { FoyerOptions } from './foyer.ts'

/**
 * The value of `Authorization` that authenticates this platform's server (RFC 6749 §2.3.1): HTTP Basic, both halves
 * form-encoded first so that ':' and non-ASCII characters survive.
 */
export function basicCredentials({ clientId, clientSecret }: FoyerOptions): string {
  return `Basic ${btoa(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`)}`
}

function formEncoded(value: string): string {
  return new URLSearchParams([['', value]]).toString().slice(1)
}
