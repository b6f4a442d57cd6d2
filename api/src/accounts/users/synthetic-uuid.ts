import type { Keyring } from '../../keyring.ts'

/** The UUID an unknown person would have: the same for the same key, and not to be told from a real one. */
export function uuidFrom(keyring: Keyring, key: string): string {
  const bytes = keyring.lastingMac('synthetic uuid', key).subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
