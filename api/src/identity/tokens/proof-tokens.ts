/**
 * Keeps the proof of a user who signed in at a platform that is not in the account, so that one tap opens another one
 * (docs/decisions/browser-sessions.md). With one-time-tokens.ts the owner of the table one_time_tokens.
 */
import type { Db } from '../../kernel/db/connect.ts'
import { lockedOwner } from '../credentials/credentials.ts'
import { hasPasskey } from '../credentials/passkeys.ts'
import type { User } from '../users/find-user.ts'
import {
  consumeToken,
  createToken,
  expireTokens,
  findToken,
  hashOf,
  type Purpose,
} from './one-time-tokens.ts'

const purpose: Purpose = { name: 'proof', prefix: 'pf_', seconds: 300 }

/** What the user proved: the password with this hash, a contact by a code, or a passkey with this kind of key. */
export type Proof = { passwordHash: string } | { contactId: string } | { passkeyId: string; key: string }

export type KeptProof = {
  id: string
  userId: string
  contactId: string | null
  passkeyId: string | null
  authTime: Date
  amr: string[]
}

/** Keeps a proof, and returns its token. A password that was replaced since the check gives a token that opens nothing. */
export function keepProof(db: Db, userId: string, proof: Proof): Promise<string> {
  if (!('passwordHash' in proof)) return createToken(db, purpose, { userId, details: proof })
  const owner = lockedOwner({ userId, hash: proof.passwordHash })
  return createToken(db, purpose, { userId: owner, details: {} })
}

/** Finds a proof that is neither used nor expired, without using it up. */
export async function findProof(db: Db, token: string): Promise<KeptProof | null> {
  const found = await findToken(db, hashOf(purpose, token))
  if (found?.state !== 'valid' || found.userId === null) return null
  const { id, userId, createdAt: authTime, details } = found
  const { contactId = null, passkeyId = null, key } = details
  const amr = key ? [key, 'user'] : [contactId === null ? 'pwd' : 'otp']
  return { id, userId, contactId, passkeyId, authTime, amr }
}

/** Uses a proof up. Of any number of concurrent callers exactly one gets true. */
export async function consumeProof(trx: Db, { id }: KeptProof): Promise<boolean> {
  return (await consumeToken(trx, { id }).executeTakeFirst()) !== undefined
}

/** Ends the kept proofs of a user. Call it in the transaction that ends the sessions. */
export async function endProofs(trx: Db, userId: string): Promise<void> {
  await expireTokens(trx, { userId, purposes: [purpose.name] }).execute()
}

/** Returns whether the user still has the contact that a code proved, or the passkey. */
export async function isStillProven(
  trx: Db,
  user: User,
  { contactId, passkeyId }: KeptProof,
): Promise<boolean> {
  if (passkeyId !== null) return hasPasskey(trx, { userId: user.id, id: passkeyId })
  return contactId === null || [user.emailId, user.phoneId].includes(contactId)
}
