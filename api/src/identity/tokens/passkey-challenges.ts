/**
 * Keeps the challenges that an authenticator signs (WebAuthn §13.4.3): one-time tokens of five minutes, one for each call
 * of an authenticator. With one-time-tokens.ts the owner of the table one_time_tokens.
 */
import type { Db } from '../../kernel/db/connect.ts'
import { consumeToken, createToken, hashOf, type Purpose } from './one-time-tokens.ts'

const seconds = 300
const purposes = {
  signIn: { name: 'passkey-sign-in', prefix: '', seconds },
  creation: { name: 'passkey-creation', prefix: '', seconds },
} as const satisfies Record<string, Purpose>

/** How long a page may wait for an authenticator, in milliseconds. */
export const challengeMs = seconds * 1_000

/** Creates the challenge of a sign-in, for nobody yet; or for a new passkey of a session's user. Returns its bytes. */
export async function createPasskeyChallenge(
  db: Db,
  owner?: { userId: string; sessionId: string },
): Promise<Uint8Array<ArrayBuffer>> {
  const purpose = owner ? purposes.creation : purposes.signIn
  return Uint8Array.from(Buffer.from(await createToken(db, purpose, { ...owner, details: {} }), 'base64url'))
}

/** Uses a challenge up. Returns false for one that was used, has expired, or was made for another session. */
export async function consumePasskeyChallenge(
  db: Db,
  challenge: string,
  sessionId?: string,
): Promise<boolean> {
  const purpose = sessionId ? purposes.creation : purposes.signIn
  const used = await consumeToken(db, { hash: hashOf(purpose, challenge) }).executeTakeFirst()
  return used !== undefined && used.sessionId === (sessionId ?? null)
}
