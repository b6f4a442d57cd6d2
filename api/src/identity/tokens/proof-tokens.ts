/**
 * Keeps the proof of a user who signed in at a platform that is not in the account, so that one tap opens another one
 * (docs/decisions/browser-sessions.md), and the first factor of a sign-in that needs a second one
 * (docs/decisions/second-factor.md). With one-time-tokens.ts the owner of the table one_time_tokens.
 */
import { isPlatform, type Platform } from '@foyer/contract/platforms'
import { enrolmentSeconds, firstProofSeconds } from '@foyer/contract/shared-values'
import type { SocialProvider } from '@foyer/contract/social/providers'
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
export async function consumeProof(trx: Db, { id }: { id: string }): Promise<boolean> {
  return (await consumeToken(trx, { id }).executeTakeFirst()) !== undefined
}

const firstFactorPurposes = {
  /** The user gives a second factor. */
  'second-factor': { name: 'second-factor', prefix: 'sf_', seconds: firstProofSeconds },
  /** The user sets one up. */
  enrolment: { name: 'enrolment', prefix: 'en_', seconds: enrolmentSeconds },
} as const satisfies Record<string, Purpose>
type Step = keyof typeof firstFactorPurposes

/** A right first factor, which opens a session with a second one. */
export type FirstFactor = {
  userId: string
  amr: string[]
  /** The platform that the session is for. */
  platform: Platform
  /** The provider of a social sign-in. */
  provider: SocialProvider | null
  /** The contact that a code proved; null for another proof. */
  contactId: string | null
}

/**
 * Keeps a right first factor, and returns its token. A password that was replaced since the check gives a token that opens
 * nothing.
 */
export function keepFirstFactor(
  db: Db,
  step: Step,
  { userId, amr, passwordHash, ...details }: FirstFactor & { passwordHash: string | undefined },
): Promise<string> {
  const owner = passwordHash === undefined ? userId : lockedOwner({ userId, hash: passwordHash })
  const kept = { ...details, amr: amr.join(' ') }
  return createToken(db, firstFactorPurposes[step], { userId: owner, details: kept })
}

/** Finds a first factor that is neither used nor expired, without using it up. */
export async function findFirstFactor(
  db: Db,
  step: Step,
  token: string,
): Promise<(FirstFactor & { id: string }) | null> {
  const found = await findToken(db, hashOf(firstFactorPurposes[step], token))
  if (found?.state !== 'valid' || found.userId === null) return null
  const { id, userId, details } = found
  const { platform = null, provider = null, contactId = null, amr = null } = details
  if (platform === null || !isPlatform(platform) || amr === null) return null
  return { id, userId, platform, provider: provider as SocialProvider | null, contactId, amr: amr.split(' ') }
}

/** Ends the kept proofs of a user. Call it in the transaction that ends the sessions. */
export async function endProofs(trx: Db, userId: string): Promise<void> {
  await expireTokens(trx, { userId, purposes: [purpose.name, ...Object.keys(firstFactorPurposes)] }).execute()
}

/** Returns whether the user still has the contact that a code proved, or the passkey. */
export async function isStillProven(
  trx: Db,
  user: User,
  { contactId, passkeyId = null }: { contactId: string | null; passkeyId?: string | null },
): Promise<boolean> {
  if (passkeyId !== null) return hasPasskey(trx, { userId: user.id, id: passkeyId })
  return contactId === null || [user.emailId, user.phoneId].includes(contactId)
}
