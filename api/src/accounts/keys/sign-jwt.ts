/**
 * Signs JWTs with ES256 (RFC 7515 §3.1, RFC 7518 §3.4) in the calling thread: handing so short a work to another thread and
 * back costs the calling one about as much as doing it.
 */
import { type KeyObject, sign } from 'node:crypto'

/** A key that signs, and its protected headers by type of token, made once. */
export type SigningKey = { kid: string; key: KeyObject; headers: Map<TokenType, string> }

/** The `typ` of the header, which keeps one kind of token from passing as another (RFC 8725 §3.11). */
export type TokenType = 'at+jwt' | 'logout+jwt' | 'JWT'

/** The algorithm of every signing key. */
export const signingAlgorithm = 'ES256'

/** Signs claims; times among them are in seconds since 1970. Writes the signature's two numbers of 32 bytes in base64url. */
export function signJwt(key: SigningKey, typ: TokenType, claims: Record<string, unknown>): string {
  const signed = `${headerOf(key, typ)}.${encoded(claims)}`
  const signature = joinNumbers(sign('sha256', Buffer.from(signed), key.key))
  return `${signed}.${signature.toString('base64url')}`
}

function headerOf({ kid, headers }: SigningKey, typ: TokenType): string {
  const header = headers.get(typ) ?? encoded({ alg: signingAlgorithm, kid, typ })
  headers.set(typ, header)
  return header
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

const numberBytes = 32

/**
 * Joins r and s of a P-256 signature in DER (RFC 3279 §2.2.3: a sequence of two integers, each after a tag and a length
 * of one byte). `dsaEncoding: 'ieee-p1363'` does the same, and took half as long again as the signature or more.
 */
export function joinNumbers(der: Buffer): Buffer {
  const joined = Buffer.alloc(2 * numberBytes)
  const sAt = copyInteger(der, 2, joined, numberBytes)
  copyInteger(der, sAt, joined, 2 * numberBytes)
  return joined
}

/** Copies the integer at `at` so that it ends at `end`, without the zero byte that marks it as positive. Returns its end. */
function copyInteger(der: Buffer, at: number, joined: Buffer, end: number): number {
  const begin = at + 2
  const next = begin + (der[at + 1] ?? 0)
  const length = Math.min(next - begin, numberBytes)
  der.copy(joined, end - length, next - length, next)
  return next
}
