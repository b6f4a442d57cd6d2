/** Reads a session from its row, and has the SQL conditions on sessions. */
import { isPlatform, type Platform } from '@foyer/contract/platforms'
import { sql } from 'kysely'
import { isActiveMember } from '../users/account-status.ts'
import { type Assurance, assuranceOf } from './assurance.ts'

export type OpenSession = {
  id: string
  userId: string
  platform: Platform
  /** The platform client that redeemed the code; null for the user's own session at Foyer. */
  clientId: string | null
  counter: number
  authTime: Date
  amr: string[]
  acr: Assurance
  /** What the client of OpenID Connect may read; null for any other session. */
  scopes: string[] | null
}

export const openColumns = [
  ...(['id', 'userId', 'platform', 'clientId', 'counter', 'authTime'] as const),
  ...(['amr', 'acr', 'scopes'] as const),
] as const
export type SessionRow = Omit<OpenSession, 'platform' | 'counter' | 'acr'> & {
  acr: number | null
  platform: string
  counter: number | string
}

/** Converts a row. The database driver returns a bigint, such as the counter, as text. */
export function asOpen(row: SessionRow): OpenSession {
  if (!isPlatform(row.platform)) throw new Error(`Session ${row.id} is of an unknown platform`)
  const { id, userId, platform, clientId, counter, authTime, amr, scopes } = row
  return {
    id,
    userId,
    platform,
    clientId,
    counter: Number(counter),
    authTime,
    amr,
    acr: readAcr(row),
    scopes,
  }
}

/**
 * Returns the assurance of a session: that of its latest proof, or the higher one with which it was opened. The previous
 * version notes none.
 */
export function readAcr({ amr, acr }: { amr: readonly string[]; acr: number | null }): Assurance {
  return acr === 2 ? 2 : assuranceOf(amr)
}

/**
 * The condition that a session at Foyer continues one of a sister site or of another platform: it was opened later than
 * the user authenticated. Such a session has no proof of its own until a step-up (docs/decisions/step-up.md).
 */
export const isContinued = sql<boolean>`(parent_id is null and auth_time < created_at)`

/** The condition that a row of `sessions` is live: the session has neither ended nor expired. */
export const isLive = sql<boolean>`(revoked_at is null and idle_expires_at > clock_timestamp() and expires_at > clock_timestamp())`

/** The condition that the user of a row of `sessions` may use its platform. */
export const isOfActiveMember = isActiveMember('sessions.userId', 'sessions.platform')

/** The condition that a child is live. SQL resolves the unqualified columns of `isLive` in the innermost FROM: the child. */
export const hasLiveChild = sql<boolean>`exists (select from sessions as child where child.parent_id = sessions.id and ${isLive})`

/**
 * The condition that a row of `sessions` is of the same browser as this session: one browser session has both, or the browser
 * was the same known browser of the user.
 */
export function isInBrowserOf(sessionId: string | null) {
  return sql<boolean>`exists (select from sessions as here where here.id = ${sessionId}::uuid and here.user_id = sessions.user_id
    and (here.id = sessions.id or here.browser_session_id = sessions.browser_session_id or here.browser_id = sessions.browser_id))`
}
