/**
 * The security trail: append-only, without a value that would open anything. Owner of the table audit_events. A trigger
 * allows one change alone: an event stops naming a person who is deleted.
 */
import type { Platform } from '@foyer/contract/platforms'
import type { QueryCreator } from 'kysely'
import type { Db } from './db/connect.ts'
import type { Tables } from './db/tables.ts'
import type { RequestContext } from './request-context.ts'

export type AuditEvent =
  | 'sign-in'
  | 'sign-in-refused'
  | 'sign-in-locked'
  | 'sign-out'
  | 'refresh-reused'
  | 'refresh-refused'
  | 'code-minted'
  | 'code-exchanged'
  | 'code-replayed'
  | 'code-refused'
  | 'redirect-refused'
  | 'platform-refused'
  | 'otp-sent'
  | 'otp-refused'
  | 'mailbox-proven'
  | 'signed-up'
  | 'sign-up-refused'
  | 'password-link-requested'
  | 'password-link-refused'
  | 'password-reset'
  | 'password-created'
  | 'password-changed'
  | 'password-refused'
  | 'name-changed'
  | 'user-created'
  | 'user-deleted'
  | 'user-invited'
  | 'user-disabled'
  | 'user-enabled'
  | 'user-unlocked'
  | 'membership-added'
  | 'membership-removed'
  | 'session-ended'
  | 'signing-key-created'
  | 'signing-key-promoted'
  | 'signing-key-retired'
  | 'signing-key-removed'
  | 'signing-key-revoked'
  | 'toggle-set'
  | 'toggle-removed'

export type Recorded = {
  event: AuditEvent
  requestContext?: RequestContext
  userId?: string | null
  sessionId?: string | null
  platform?: Platform | null
  clientId?: string | null
  details?: Record<string, string | number | boolean | null>
}

export async function recordEvent(db: Db, recorded: Recorded): Promise<void> {
  await insertEvent(db, recorded).execute()
  reportEvent(recorded)
}

/** For events written beside another statement, once that is done. */
export function reportEvent(recorded: Recorded): void {
  recorded.requestContext?.report(recorded)
}

/** To be written beside another statement, in the same round trip: `db.with('recorded', (query) => insertEvent(…))`. */
export function insertEvent(db: QueryCreator<Tables>, recorded: Recorded) {
  const { event, requestContext, details = {} } = recorded
  return db.insertInto('auditEvents').values({
    event,
    userId: recorded.userId ?? null,
    sessionId: recorded.sessionId ?? null,
    platform: recorded.platform ?? null,
    clientId: recorded.clientId ?? null,
    address: requestContext?.address ?? null,
    deviceId: requestContext?.deviceId ?? null,
    requestId: requestContext?.requestId ?? null,
    details: JSON.stringify(details),
  })
}

/** Lists the events of a person, the oldest first; without the keyed hashes of addresses and devices. */
export function listEvents(db: Db, userId: string) {
  return db
    .selectFrom('auditEvents')
    .select(['at', 'event', 'platform', 'clientId', 'sessionId', 'details'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
}

/** The events stay, and name nobody from now on. The trigger refuses this while the person's row is there. */
export async function forgetSubject(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('auditEvents')
    .set({ userId: null, sessionId: null, address: null, deviceId: null, requestId: null })
    .where('userId', '=', userId)
    .execute()
}
