/**
 * Records the audit trail: append-only, without passwords, codes or tokens. A trigger allows only one change: the
 * user's id is removed after the user is deleted. Only this file and audit-months.ts write audit_events.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
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
  | 'session-continued'
  | 'step-up'
  | 'continue-refused'
  | 'browser-session-replayed'
  | 'auto-login'
  | 'auto-login-refused'
  | 'refresh-reused'
  | 'refresh-repeated'
  | 'refresh-refused'
  | 'code-minted'
  | 'code-exchanged'
  | 'code-replayed'
  | 'app-allowed'
  | 'app-removed'
  | 'code-refused'
  | 'redirect-refused'
  | 'platform-refused'
  | 'otp-sent'
  | 'otp-refused'
  | 'mailbox-proven'
  | 'signed-up'
  | 'sign-up-refused'
  | 'school-founded'
  | 'school-created'
  | 'school-changed'
  | 'school-verified'
  | 'school-rejected'
  | 'school-invited'
  | 'school-access-granted'
  | 'school-access-revoked'
  | 'profile-shown'
  | 'profile-hidden'
  | 'skill-profile-shown'
  | 'skill-profile-hidden'
  | 'social-linked'
  | 'social-unlinked'
  | 'social-refused'
  | 'passkey-added'
  | 'passkey-removed'
  | 'passkey-refused'
  | 'second-factor-needed'
  | 'second-factor-refused'
  | 'enrolment-needed'
  | 'totp-added'
  | 'totp-removed'
  | 'recovery-codes-made'
  | 'recovery-code-used'
  | 'support-code-made'
  | 'support-code-used'
  | 'browser-remembered'
  | 'browser-forgotten'
  | 'password-link-requested'
  | 'password-link-refused'
  | 'password-reset'
  | 'password-created'
  | 'password-changed'
  | 'password-refused'
  | 'name-changed'
  | 'username-changed'
  | 'email-added'
  | 'email-verified'
  | 'email-removed'
  | 'email-changed'
  | 'email-reverted'
  | 'phone-added'
  | 'phone-verified'
  | 'phone-removed'
  | 'phone-changed'
  | 'user-created'
  | 'user-deleted'
  | 'deletion-requested'
  | 'deletion-cancelled'
  | 'export-requested'
  | 'export-downloaded'
  | 'user-exported'
  | 'user-invited'
  | 'user-disabled'
  | 'user-enabled'
  | 'user-unlocked'
  | 'membership-added'
  | 'membership-removed'
  | 'session-ended'
  | 'session-disowned'
  | 'session-confirmed'
  | 'signing-key-created'
  | 'signing-key-promoted'
  | 'signing-key-retired'
  | 'signing-key-removed'
  | 'signing-key-revoked'
  | 'messages-retried'
  | 'client-changed'
  | 'machine-token-issued'
  | 'toggle-set'
  | 'toggle-removed'
  | 'help-requested'
  | 'reference-added'

export type Recorded = {
  event: AuditEvent
  requestContext?: RequestContext
  userId?: string | null
  sessionId?: string | null
  platform?: Platform | null
  clientId?: string | null
  details?: Record<string, string | number | boolean | null>
}

/** The user sees these events in the history of sign-ins, so they name the browser. */
const withBrowser: ReadonlySet<AuditEvent> = new Set([
  'sign-in',
  'session-continued',
  'sign-in-refused',
  'otp-refused',
  'second-factor-refused',
])

/** The operator who runs the current command; undefined in the service. */
const operators = new AsyncLocalStorage<string>()

/** Adds the operator's name to every event that `work` records. */
export function recordAs<Result>(operator: string, work: () => Promise<Result>): Promise<Result> {
  return operators.run(operator, work)
}

function detailsOf({ event, requestContext, details }: Recorded): string {
  const actor = operators.getStore()
  const device = withBrowser.has(event) ? requestContext?.deviceLabel : null
  return JSON.stringify({ ...details, ...(device && { device }), ...(actor !== undefined && { actor }) })
}

export async function recordEvent(db: Db, recorded: Recorded): Promise<void> {
  await insertEvent(db, recorded).execute()
  reportEvent(recorded)
}

/** Reports an event, which a statement of the caller has inserted, to the operator. */
export function reportEvent(recorded: Recorded): void {
  recorded.requestContext?.report(recorded)
}

/** Inserts an event in the same round trip as another statement: `db.with('recorded', (query) => insertEvent(…))`. */
export function insertEvent(db: QueryCreator<Tables>, recorded: Recorded) {
  const { event, requestContext } = recorded
  return db.insertInto('auditEvents').values({
    event,
    userId: recorded.userId ?? null,
    sessionId: recorded.sessionId ?? null,
    platform: recorded.platform ?? null,
    clientId: recorded.clientId ?? null,
    address: requestContext?.address ?? null,
    deviceId: requestContext?.deviceId ?? null,
    requestId: requestContext?.requestId ?? null,
    details: detailsOf(recorded),
  })
}

/** Lists a user's events, oldest first, without the HMACs of addresses and devices. */
export function listEvents(db: Db, userId: string) {
  return db
    .selectFrom('auditEvents')
    .select(['at', 'event', 'platform', 'clientId', 'sessionId', 'details'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
}

/** Removes a deleted user from the user's events. The trigger refuses the change while the user's row exists. */
export async function forgetSubject(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('auditEvents')
    .set({ userId: null, sessionId: null, address: null, deviceId: null, requestId: null })
    .where('userId', '=', userId)
    .execute()
}
