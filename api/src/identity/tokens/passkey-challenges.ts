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
  enrolment: { name: 'passkey-enrolment', prefix: '', seconds },
  stepUp: { name: 'passkey-step-up', prefix: '', seconds },
} as const satisfies Record<string, Purpose>

/** How long a page may wait for an authenticator, in milliseconds. */
export const challengeMs = seconds * 1_000

type Use = keyof typeof purposes

/**
 * The challenge of a sign-in is for nobody yet, that of the setup within a sign-in for its user, any other for a session and
 * its user.
 */
export type ChallengeOwner = { userId?: string; sessionId?: string }

/** Creates a challenge and returns its bytes. */
export async function createPasskeyChallenge(
  db: Db,
  use: Use,
  owner?: ChallengeOwner,
): Promise<Uint8Array<ArrayBuffer>> {
  const value = await createToken(db, purposes[use], { ...owner, details: {} })
  return Uint8Array.from(Buffer.from(value, 'base64url'))
}

/** Uses a challenge up. Returns false for one that was used, has expired, or was made for another use, user or session. */
export async function consumePasskeyChallenge(
  db: Db,
  use: Use,
  challenge: string,
  { userId, sessionId }: ChallengeOwner = {},
): Promise<boolean> {
  const used = await consumeToken(db, { hash: hashOf(purposes[use], challenge) }).executeTakeFirst()
  return used !== undefined && used.userId === (userId ?? null) && used.sessionId === (sessionId ?? null)
}
