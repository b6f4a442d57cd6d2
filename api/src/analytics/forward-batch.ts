/** Sends due records to the collector at least once. The collector recognises repeats by their `id`. */
import type { Collector } from '../config/config.ts'
import type { Db } from '../db/connect.ts'
import type { Keyring } from '../keyring.ts'
import { boundedPost } from '../outbound/bounded-post.ts'
import { claimDue, type DueRecord, postponeDue, settleDue } from './analytics.queries.ts'
import { sealPurpose } from './store-events.ts'

/** Records older than this are not sent any more. */
export const analyticsDeliverSeconds = 86_400

export const batchSize = 100
const answerMs = 3_000
/** The lease outlasts any request to the collector. After a crash another copy of the service sends the batch again. */
const leaseSeconds = 30
const waits = { firstSeconds: 5, maxSeconds: 600 }

export type Forwarding = { db: Db; keyring: Keyring; collector: Collector }

export type Forwarded = {
  count: number
  /** The records that were too old to be sent. */
  dropped: number
  /** The reason why the collector does not have the batch. */
  error?: Error
}

export async function forwardBatch({ db, keyring, collector }: Forwarding): Promise<Forwarded> {
  const due = await claimDue(db, batchSize, leaseSeconds)
  const [stale, fresh] = partition(due, ({ ageSeconds }) => ageSeconds > analyticsDeliverSeconds)
  await settleDue(db, ids(stale), false)
  const forwarded = { count: due.length, dropped: stale.length }
  if (fresh.length === 0) return forwarded
  try {
    await send(collector, { batch: fresh.map((record) => toWire(keyring, record)) })
  } catch (error) {
    await postponeDue(db, ids(fresh), waits)
    return { ...forwarded, error: error as Error }
  }
  await settleDue(db, ids(fresh), true)
  return forwarded
}

async function send({ url, token }: Collector, batch: object): Promise<void> {
  const { status } = await boundedPost({
    url,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(batch),
    timeoutMs: answerMs,
  })
  if (status < 200 || status > 299) throw new Error(`The collector answered ${status}`)
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

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}
