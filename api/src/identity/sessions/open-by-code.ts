/**
 * Redeems a code that a session at Foyer minted, and opens a session of a client below it. A code works once; its replay ends
 * the session that its first use opened (RFC 6749 §4.1.2).
 */
import type { Platform } from '@foyer/contract/platforms'
import type { Db } from '../../kernel/db/connect.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import type { LogoutQueue } from '../../messages/back-channel/logout-queue.ts'
import { consumeToken, findToken, hashOf, type Purpose } from '../tokens/one-time-tokens.ts'
import { endSession } from './end-session.ts'
import type { OpenSession } from './session-row.ts'
import { type Inherited, lockParent, startChildSession } from './start-session.ts'

export type CodeDetails = Record<string, string | null>

export type Redeemed<Mismatch> =
  | { kind: 'opened'; session: OpenSession; details: CodeDetails }
  /** The code was used before, and the session that its first use opened has ended. */
  | { kind: 'replayed'; endedSessionId: string | null }
  /** `mismatch` is null if the code is unknown or expired, or its session or user is no longer active. */
  | { kind: 'refused'; mismatch: Mismatch | null }

type Redemption<Mismatch> = {
  purpose: Purpose
  code: string
  client: { id: string }
  platform: Platform
  /** Compares the details of the code with the request; null if they agree. */
  findMismatch(details: CodeDetails): Mismatch | null
  /** Reads what the session may read; null for a session without scopes. */
  scopesOf?(details: CodeDetails): string[] | null
  requestContext: RequestContext
}

/** Uses up the code, also if a check refuses it. Returns the refusal instead of throwing: an exception would leave the code valid. */
export async function openByCode<Mismatch>(
  trx: Db,
  outbox: LogoutQueue,
  { purpose, code, client, platform, findMismatch, scopesOf, requestContext }: Redemption<Mismatch>,
): Promise<Redeemed<Mismatch>> {
  const refused = { kind: 'refused', mismatch: null } as const
  const token = await consumeCode(trx, purpose, code)
  if (!token) {
    const found = await findToken(trx, hashOf(purpose, code))
    if (found?.state !== 'used') return refused
    const { issuedSessionId } = found
    if (issuedSessionId)
      await endSession(trx, outbox, { sessionId: issuedSessionId, reason: 'code-replayed' })
    return { kind: 'replayed', endedSessionId: issuedSessionId }
  }

  const { tokenId, details, parent } = token
  const mismatch = findMismatch(details)
  if (mismatch !== null) return { kind: 'refused', mismatch }

  if (!parent) return refused
  const child = { ...parent, clientId: client.id, platform, tokenId, requestContext }
  const session = await startChildSession(trx, outbox, { ...child, scopes: scopesOf?.(details) ?? null })
  return { kind: 'opened', session, details }
}

/** Uses up a code, and locks the session that minted it. `parent` is null if that session has ended. */
export async function consumeCode(trx: Db, purpose: Purpose, code: string) {
  const token = await trx
    .with('token', (query) => consumeToken(query, { hash: hashOf(purpose, code) }))
    .with('parent', (query) => lockParent(query, query.selectFrom('token').select('sessionId').$asScalar()))
    .selectFrom('token')
    .leftJoin('parent', (join) => join.onTrue())
    .selectAll()
    .executeTakeFirst()
  if (!token) return null
  const { tokenId, sessionId: _, details, parentId, ...inherited } = token
  // Either all columns of the parent have a value, or all are null.
  const parent = parentId === null ? null : { parentId, inherited: inherited as Inherited }
  return { tokenId, details, parent }
}
