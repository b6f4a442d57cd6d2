/**
 * Writes and reads refresh tokens. A token holds its session, a counter and a MAC of both. The session's row is enough to
 * make the successor again, so no token is stored (RFC 9700 §4.14.2 allows an encoded grant if it is protected).
 */
import type { Keyring } from '../../kernel/keyring.ts'

const prefix = 'rt_'
const idBytes = 16
const counterBytes = 6
const macBytes = 32

export type RefreshGrant = { sessionId: string; counter: number }

export function writeRefreshToken(keyring: Keyring, { sessionId, counter }: RefreshGrant): string {
  const grant = Buffer.alloc(idBytes + counterBytes)
  grant.write(sessionId.replaceAll('-', ''), 'hex')
  grant.writeUIntBE(counter, idBytes, counterBytes)
  return prefix + Buffer.concat([grant, keyring.mac('refresh token', grant)]).toString('base64url')
}

/** Returns the grant of a token that this service made; null for anything else. */
export function readRefreshToken(keyring: Keyring, token: string): RefreshGrant | null {
  if (!token.startsWith(prefix)) return null
  const encoded = token.slice(prefix.length)
  const bytes = Buffer.from(encoded, 'base64url')
  const isExact =
    bytes.length === idBytes + counterBytes + macBytes && bytes.toString('base64url') === encoded
  if (!isExact) return null
  const grant = bytes.subarray(0, idBytes + counterBytes)
  if (!keyring.isMac('refresh token', grant, bytes.subarray(grant.length))) return null
  return { sessionId: uuidOf(grant), counter: grant.readUIntBE(idBytes, counterBytes) }
}

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex', 0, idBytes)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
