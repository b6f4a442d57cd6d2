/** Sends what is due to the collector, at least once; by `id` the collector knows what it has already. */
import { analyticsDeliverSeconds } from '@foyer/contract/limits'
import type { Collector } from '../config/config.ts'
import type { Db } from '../db/connect.ts'
import type { Keyring } from '../keyring.ts'
import { boundedPost } from '../outbound/bounded-post.ts'
import { claimDue, type Due, postponeDue, settleDue } from './analytics.queries.ts'
import { sealPurpose } from './send-event.ts'

export const batchSize = 100
const answerMs = 3_000
/** Longer than any sending takes; after a crash another copy sends them again. */
const leaseSeconds = 30
const waits = { firstSeconds: 5, maxSeconds: 600 }

export type Forwarding = { db: Db; keyring: Keyring; collector: Collector }

export type Forwarded = {
  count: number
  /** Too old to be sent any more. */
  dropped: number
  /** Why the collector does not have them. */
  error?: Error
}

export async function forwardBatch({ db, keyring, collector }: Forwarding): Promise<Forwarded> {
  const due = await claimDue(db, batchSize, leaseSeconds)
  const [stale, fresh] = partition(due, ({ ageSeconds }) => ageSeconds > analyticsDeliverSeconds)
  await settleDue(db, ids(stale), false)
  const forwarded = { count: due.length, dropped: stale.length }
  if (fresh.length === 0) return forwarded
  try {
    await send(collector, { batch: fresh.map((one) => onTheWire(keyring, one)) })
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

function onTheWire(keyring: Keyring, { kind, name, ...told }: Due) {
  return {
    id: told.eventId,
    type: kind,
    user_id: told.userId,
    device_id: told.deviceId?.toString('base64url') ?? null,
    at: told.occurredAt.toISOString(),
    received_at: told.receivedAt.toISOString(),
    ...(kind === 'event' && { event: name, payload: told.payload }),
    ...(kind === 'attribute' && { name, ...opened(keyring, told.sealed) }),
    ...(kind === 'identify' && { traits: opened(keyring, told.sealed) }),
  }
}

function opened(keyring: Keyring, sealed: Buffer | null): object {
  return sealed ? JSON.parse(keyring.decrypt(sealPurpose, sealed)) : {}
}

function ids(due: readonly Due[]): string[] {
  return due.map(({ id }) => id)
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}
