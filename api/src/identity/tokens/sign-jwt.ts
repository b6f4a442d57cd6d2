/** Signs JWTs with ES256 (RFC 7515, RFC 7518 §3.4). */
import { type CryptoKey, SignJWT } from 'jose'

export type SigningKey = { kid: string; key: CryptoKey }

/** The `typ` of the header, which keeps one kind of token from passing as another (RFC 8725 §3.11). */
export type TokenType = 'at+jwt' | 'logout+jwt' | 'JWT'

/** The algorithm of every signing key. */
export const signingAlgorithm = 'ES256'

/** Signs claims; times among the claims are in seconds since 1970. */
export function signJwt(
  { kid, key }: SigningKey,
  typ: TokenType,
  claims: Record<string, unknown>,
): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: signingAlgorithm, kid, typ }).sign(key)
}
