/**
 * Writes and reads refresh tokens. A token contains the id of its session, a counter and a MAC of both. The next token can
 * be computed from the session's row, so no token is stored (RFC 9700 §4.14.2 allows an encoded grant if it is protected).
 */
import type { Keyring } from '../../kernel/keyring.ts'

const prefix = 'rt_'
const idBytes = 16
const counterBytes = 6
const macBytes = 32

export type RefreshTokenContent = { sessionId: string; counter: number }

export function writeRefreshToken(keyring: Keyring, { sessionId, counter }: RefreshTokenContent): string {
  const content = Buffer.alloc(idBytes + counterBytes)
  content.write(sessionId.replaceAll('-', ''), 'hex')
  content.writeUIntBE(counter, idBytes, counterBytes)
  return prefix + Buffer.concat([content, keyring.mac('refresh token', content)]).toString('base64url')
}

/** Returns the session and counter in a refresh token of this service; null for any other text. */
export function readRefreshToken(keyring: Keyring, token: string): RefreshTokenContent | null {
  if (!token.startsWith(prefix)) return null
  const encoded = token.slice(prefix.length)
  const bytes = Buffer.from(encoded, 'base64url')
  const isExact =
    bytes.length === idBytes + counterBytes + macBytes && bytes.toString('base64url') === encoded
  if (!isExact) return null
  const content = bytes.subarray(0, idBytes + counterBytes)
  if (!keyring.isMac('refresh token', content, bytes.subarray(content.length))) return null
  return { sessionId: uuidOf(content), counter: content.readUIntBE(idBytes, counterBytes) }
}

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex', 0, idBytes)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
