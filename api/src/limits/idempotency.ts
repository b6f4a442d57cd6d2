/**
 * Runs a repeated request once only (docs/decisions/idempotency.md). A key is claimed before any limit counts; the result's
 * id is recorded in the transaction that creates the result. Owner of the table idempotency_keys.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { uuid } from '@foyer/contract/fields'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { Db } from '../db/connect.ts'
import { deleteBatch } from '../db/delete-batch.ts'
import { Failure } from '../failure.ts'
import { createPerKeyQueue } from './per-key-queue.ts'
import { countAttempts } from './rate-limit.ts'
import type { Window } from './request-limits.ts'

/** A repeated request gets the same result for this long. */
export const idempotencySeconds = 86_400
/** A repeated request waits this long for the first. */
export const idempotencyWaitMs = 10_000

/** Limits the answers to repeated requests. */
export const answersPerIdempotencyKey: Window = { max: 100, windowSeconds: 86_400 }

/** HMACs of the key within its scope, and of the request body. */
export type Repeatable = { key: Buffer; bodyMac: Buffer }

/** Records the id of the result. The handler calls it last in the transaction that creates the result. */
export type NoteMade = (trx: Db, madeId: string) => Promise<void>

type Handlers<T> = {
  make(noteMade: NoteMade): Promise<T>
  /** Answers again from the id of the result. */
  replay(madeId: string): Promise<T>
}

const firstPauseMs = 20
const longestPauseMs = 250

/** Reads and checks the header; null without one. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  const key = String(header).toLowerCase()
  if (v.is(uuid, key)) return key
  throw new Failure('invalid-request', { fields: { idempotencyKey: 'Must be a UUID of version 4' } })
}

/**
 * Runs one of any number of equal requests; the others wait for it and are answered from its result. After a failure the
 * next one runs.
 */
export async function doOnce<T>(
  db: Db,
  request: Repeatable,
  { make, replay }: Handlers<T>,
  limitsFactor = 1,
): Promise<T> {
  const claim = await claimOrWait(db, request)
  if ('madeId' in claim) {
    // No other limit counts a replay, although its answer creates tokens and a known browser.
    const key = `answers-again:${request.key.toString('base64url')}`
    await countAttempts(db, [{ key, ...answersPerIdempotencyKey }], limitsFactor)
    return replay(claim.madeId)
  }
  const owned = { key: request.key, claimedAt: claim.claimedAt }
  try {
    return await make((trx, madeId) => noteMade(trx, owned, madeId))
  } catch (error) {
    // If the database is unreachable, the claim expires by itself.
    await giveUp(db, owned).catch(() => {})
    throw error
  }
}

type Claim = { claimedAt: string } | { madeId: string }

const inTurn = createPerKeyQueue()

/**
 * Holds no connection while it waits. Of equal requests in this process one queries the database at a time: no limit has
 * counted them yet, and a few hundred that poll would starve all other requests.
 */
async function claimOrWait(db: Db, request: Repeatable): Promise<Claim> {
  const until = performance.now() + idempotencyWaitMs
  const name = request.key.toString('base64url')
  const claim = await inTurn(name, idempotencyWaitMs, () => claimUntil(db, request, until))
  if (claim === 'waited-enough') throw new Failure('overloaded', { waitSeconds: 2 })
  return claim
}

async function claimUntil(db: Db, request: Repeatable, until: number): Promise<Claim> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const isLast = performance.now() > until
    const claimedAt = await takeClaim(db, request)
    if (claimedAt !== null) return { claimedAt }
    const other = await db
      .selectFrom('idempotencyKeys')
      .select(['bodyMac', 'madeId'])
      .where('key', '=', request.key)
      .executeTakeFirst()
    if (other && !other.bodyMac.equals(request.bodyMac)) throw new Failure('idempotency-key-reused')
    if (other?.madeId) return { madeId: other.madeId }
    if (isLast) throw new Failure('overloaded', { waitSeconds: 2 })
    await sleep(pauseMs)
  }
}

/**
 * Claims a new key, an expired one, or one whose owner has taken longer than any request does. Returns the time of the
 * claim, which distinguishes its owner from the next one, as text to keep the microseconds.
 */
async function takeClaim(db: Db, { key, bodyMac }: Repeatable): Promise<string | null> {
  const expiresAt = sql<Date>`clock_timestamp() + make_interval(secs => ${idempotencySeconds})`
  const row = await db
    .insertInto('idempotencyKeys')
    .values({ key, bodyMac, madeId: null, expiresAt })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ bodyMac, madeId: null, claimedAt: sql<Date>`clock_timestamp()`, expiresAt })
        .where(
          sql<boolean>`idempotency_keys.expires_at <= clock_timestamp() or (
            idempotency_keys.made_id is null and idempotency_keys.body_mac = ${bodyMac}
            and idempotency_keys.claimed_at < clock_timestamp() - make_interval(secs => ${idempotencyWaitMs / 1000}))`,
        ),
    )
    .returning(sql<string>`claimed_at::text`.as('claimedAt'))
    .executeTakeFirst()
  return row?.claimedAt ?? null
}

type Owned = { key: Buffer; claimedAt: string }

/** Records the result. Throws for a request that lost its claim by taking too long, so that its transaction rolls back. */
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

/** Releases a claim. A recorded result stays, as when only the database's answer to the commit was lost. */
async function giveUp(db: Db, { key, claimedAt }: Owned): Promise<void> {
  await db
    .deleteFrom('idempotencyKeys')
    .where('key', '=', key)
    .where('madeId', 'is', null)
    .where('claimedAt', '=', sql<Date>`${claimedAt}::timestamptz`)
    .execute()
}

/** Forgets the requests that created these results: repeated, such a request creates its result anew. */
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
