/** Sends due records to the analytics collector. */
import type { Db } from '../../kernel/db/connect.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { type Collector, type Forwarded, forwardDue } from '../../kernel/outbound/forward-due.ts'
import { claimDue, type DueRecord, postponeDue, settleDue } from './analytics.queries.ts'
import { sealPurpose } from './store-events.ts'

/** Records older than this are no longer sent. */
const analyticsDeliverSeconds = 86_400

export type Forwarding = { db: Db; keyring: Keyring; collector: Collector }

export function forwardBatch({ db, keyring, collector }: Forwarding): Promise<Forwarded> {
  return forwardDue(collector, {
    claim: (limit, leaseSeconds) => claimDue(db, limit, leaseSeconds),
    isStale: ({ ageSeconds }) => ageSeconds > analyticsDeliverSeconds,
    toWire: (record) => toWire(keyring, record),
    settle: (records, isDelivered) => settleDue(db, ids(records), isDelivered),
    postpone: (records, waits) => postponeDue(db, ids(records), waits),
  })
}

function toWire(keyring: Keyring, { kind, name, ...record }: DueRecord) {
  return {
    id: record.eventId,
    type: kind,
    user_id: record.userId,
    device_id: record.deviceId?.toString('base64url') ?? null,
    at: record.occurredAt.toISOString(),
    received_at: record.receivedAt.toISOString(),
    ...(kind === 'event' && { event: name, payload: record.payload }),
    ...(kind === 'attribute' && { name, ...decrypted(keyring, record.sealed) }),
    ...(kind === 'identify' && { traits: decrypted(keyring, record.sealed) }),
  }
}

function decrypted(keyring: Keyring, sealed: Buffer | null): object {
  return sealed ? JSON.parse(keyring.decrypt(sealPurpose, sealed)) : {}
}

function ids(due: readonly DueRecord[]): string[] {
  return due.map(({ id }) => id)
}
