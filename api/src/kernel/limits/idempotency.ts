/**
 * Runs a repeated request only once (docs/decisions/contract.md). A key is claimed after the limits have counted the
 * request. The transaction that creates the result records the result's id. Only this file writes the table
 * idempotency_keys.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { uuid } from '@foyer/contract/fields'
import { sql } from 'kysely'
import * as v from 'valibot'
import { boundsOf, type Db } from '../db/connect.ts'
import { secondsFromNow } from '../db/database-time.ts'
import { deleteBatch } from '../db/delete-batch.ts'
import { Failure } from '../failure.ts'
import { createPerKeyQueue } from './per-key-queue.ts'
import { countAttempts } from './rate-limit.ts'
import type { Window } from './request-limits.ts'

/** A repeated request gets the same result for this long. */
const idempotencySeconds = 86_400

/** One idempotency key gets at most 100 repeated answers a day. */
const answersPerIdempotencyKey: Window = { max: 100, windowSeconds: 86_400 }

/** HMACs of the key within its scope, and of the request body. */
export type Repeatable = { key: Buffer; bodyMac: Buffer }

/** Records the id of the result. The handler calls it last in the transaction that creates the result. */
export type NoteMade = (trx: Db, madeId: string) => Promise<void>

type Handlers<T, Counted> = {
  /** Counts the request under its limits; throws if a limit is reached, so that the key is not written. */
  count(): Promise<Counted>
  make(noteMade: NoteMade, counted: Counted): Promise<T>
  /** Makes the answer again from the id of the result. */
  replay(madeId: string): Promise<T>
}

const firstPauseMs = 20
const longestPauseMs = 250

/** Returns the idempotency key in the header; null without a header, throws for an invalid one. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  const key = String(header).toLowerCase()
  if (v.is(uuid, key)) return key
  throw new Failure('invalid-request', { fields: { idempotencyKey: 'Must be a UUID of version 4' } })
}

/**
 * Runs one of any number of equal requests; the others wait and get the same result. After a failure the next request
 * runs.
 */
export async function doOnce<T, Counted>(
  db: Db,
  request: Repeatable,
  { count, make, replay }: Handlers<T, Counted>,
  limitsFactor = 1,
): Promise<T> {
  const claim = await claimOrWait(db, request, count)
  if ('madeId' in claim) {
    // Counted here, because no other limit counts a repeated answer, which creates tokens and a known browser.
    const key = `answers-again:${request.key.toString('base64url')}`
    await countAttempts(db, [{ key, ...answersPerIdempotencyKey }], limitsFactor)
    return replay(claim.madeId)
  }
  const owned = { key: request.key, claimedAt: claim.claimedAt }
  try {
    return await make((trx, madeId) => noteMade(trx, owned, madeId), claim.counted)
  } catch (error) {
    // If the database is unreachable, the claim expires by itself.
    await giveUp(db, owned).catch(() => {})
    throw error
  }
}

type Claim<Counted> = { claimedAt: string; counted: Counted } | { madeId: string }

const inTurn = createPerKeyQueue()

/**
 * Claims the key or waits for its owner, without holding a connection. Only one of several equal requests in this
 * process queries the database at a time. No limit counts the waiting requests, and hundreds of polling requests would
 * starve all others.
 */
async function claimOrWait<Counted>(
  db: Db,
  request: Repeatable,
  count: () => Promise<Counted>,
): Promise<Claim<Counted>> {
  const waitMs = boundsOf(db).earlierRequestsMs
  const until = performance.now() + waitMs
  const name = request.key.toString('base64url')
  const claim = await inTurn(name, waitMs, () => claimUntil(db, request, { until, count }))
  if (claim === 'waited-enough') throw new Failure('overloaded', { waitSeconds: 2 })
  return claim
}

async function claimUntil<Counted>(
  db: Db,
  request: Repeatable,
  { until, count }: { until: number; count(): Promise<Counted> },
): Promise<Claim<Counted>> {
  let counted: { result: Counted } | undefined
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const isLast = performance.now() > until
    const other = await findClaim(db, request)
    if (!other) {
      counted ??= { result: await count() }
      const claimedAt = await takeClaim(db, request)
      if (claimedAt !== null) return { claimedAt, counted: counted.result }
    } else if (!other.bodyMac.equals(request.bodyMac)) {
      throw new Failure('idempotency-key-reused')
    } else if (other.madeId) {
      return { madeId: other.madeId }
    }
    if (isLast) throw new Failure('overloaded', { waitSeconds: 2 })
    await sleep(pauseMs)
  }
}

/** Matches a claim that has expired, or whose owner has taken longer than any request may. */
function isFree(db: Db, { bodyMac }: Repeatable) {
  const ownedSeconds = boundsOf(db).earlierRequestsMs / 1000
  return sql<boolean>`(
    idempotency_keys.expires_at <= clock_timestamp() or (
      idempotency_keys.made_id is null and idempotency_keys.body_mac = ${bodyMac}
      and idempotency_keys.claimed_at < clock_timestamp() - make_interval(secs => ${ownedSeconds})))`
}

/** Returns another request's claim on this key. */
function findClaim(db: Db, request: Repeatable) {
  return db
    .selectFrom('idempotencyKeys')
    .select(['bodyMac', 'madeId'])
    .where('key', '=', request.key)
    .where((query) => query.not(isFree(db, request)))
    .executeTakeFirst()
}

/**
 * Claims a new or a free key. Returns the time of the claim as text, which keeps the microseconds and distinguishes its
 * owner from the next one; null if another request was faster.
 */
async function takeClaim(db: Db, request: Repeatable): Promise<string | null> {
  const { key, bodyMac } = request
  const expiresAt = secondsFromNow(idempotencySeconds)
  const row = await db
    .insertInto('idempotencyKeys')
    .values({ key, bodyMac, madeId: null, expiresAt })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ bodyMac, madeId: null, claimedAt: sql<Date>`clock_timestamp()`, expiresAt })
        .where(isFree(db, request)),
    )
    .returning(sql<string>`claimed_at::text`.as('claimedAt'))
    .executeTakeFirst()
  return row?.claimedAt ?? null
}

type Owned = { key: Buffer; claimedAt: string }

/**
 * Records the result. Throws if the request has lost its claim by taking too long, so that its transaction rolls back.
 */
async function noteMade(trx: Db, { key, claimedAt }: Owned, madeId: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('idempotencyKeys')
    .set({ madeId })
    .where('key', '=', key)
    .where('madeId', 'is', null)
    .where('claimedAt', '=', sql<Date>`${claimedAt}::timestamptz`)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new Failure('overloaded', { waitSeconds: 2 })
}

/** Releases a claim, unless a result is recorded: the commit may have succeeded although its answer was lost. */
async function giveUp(db: Db, { key, claimedAt }: Owned): Promise<void> {
  await db
    .deleteFrom('idempotencyKeys')
    .where('key', '=', key)
    .where('madeId', 'is', null)
    .where('claimedAt', '=', sql<Date>`${claimedAt}::timestamptz`)
    .execute()
}

/** Deletes the keys of the requests that created these results. A repeated request then creates its result again. */
export async function forgetMade(db: Db, madeIds: readonly string[]): Promise<void> {
  await db.deleteFrom('idempotencyKeys').where('madeId', '=', sql<string>`any(${madeIds}::uuid[])`).execute()
}

/** Deletes up to `limit` expired keys. */
export function deleteOldIdempotencyKeys(db: Db, limit: number): Promise<number> {
  return deleteBatch(db, {
    from: 'idempotencyKeys',
    isExpired: sql`expires_at < now()`,
    orderBy: sql`expires_at`,
    limit,
  })
}
