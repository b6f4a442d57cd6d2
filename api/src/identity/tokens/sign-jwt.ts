/**
 * Signs JWTs with ES256 (RFC 7515 §3.1, RFC 7518 §3.4) in the calling thread. The library jose signs in another thread, which
 * takes 50 % more processor time.
 */
import { type KeyObject, sign } from 'node:crypto'

export type SigningKey = { kid: string; key: KeyObject }

/** The `typ` of the header: it keeps a token of one kind from being accepted as another kind (RFC 8725 §3.11). */
export type TokenType = 'at+jwt' | 'logout+jwt' | 'JWT'

/** The algorithm of every signing key. */
export const signingAlgorithm = 'ES256'

/** Signs claims; times among the claims are in seconds since 1970. */
export function signJwt({ kid, key }: SigningKey, typ: TokenType, claims: Record<string, unknown>): string {
  const signed = `${encoded({ alg: signingAlgorithm, kid, typ })}.${encoded(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
