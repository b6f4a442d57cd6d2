/** Reads how the user authenticated for a token. */
import { claimOf } from './refresh.ts'

/** Returns `amr` of the token (RFC 8176); nothing if the token is not readable. */
export function methodsOf(accessToken: string): readonly unknown[] {
  const amr = claimOf(accessToken, 'amr')
  return Array.isArray(amr) ? amr : []
}

/** A passkey is the only method that verifies its user by itself. */
export function isByPasskey(accessToken: string): boolean {
  return methodsOf(accessToken).includes('user')
}
