/**
 * Requests that may be sent again and then make nothing new (docs/decisions/idempotency.md). A key is claimed before
 * anything is counted; what was made is noted in the transaction that makes it. Owner of the table idempotency_keys.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { uuid } from '@foyer/contract/fields'
import { answersPerIdempotencyKey, idempotencySeconds, idempotencyWaitMs } from '@foyer/contract/limits'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { Db } from '../db/connect.ts'
import { deleteBatch } from '../db/delete-batch.ts'
import { Failure } from '../failure.ts'
import { createPerKeyQueue } from './per-key-queue.ts'
import { countAttempts } from './rate-limit.ts'

/** HMACs of the key within its scope, and of what was asked for. */
export type Repeatable = { key: Buffer; bodyMac: Buffer }

/** For the handler, in its own transaction and as the last of it: stands if and only if the thing was made. */
export type NoteMade = (trx: Db, madeId: string) => Promise<void>

type Ways<T> = {
  make(noteMade: NoteMade): Promise<T>
  /** The answer once more, from the id of what was made. */
  replay(madeId: string): Promise<T>
}

const firstPauseMs = 20
const longestPauseMs = 250

/** The header as it must be; null where there is none. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  const key = String(header).toLowerCase()
  if (v.is(uuid, key)) return key
  throw new Failure('invalid-request', { fields: { idempotencyKey: 'Must be a UUID of version 4' } })
}

/**
 * One of any number of the same request makes what is asked for; the others wait for it and are answered from what it
 * made. One that fails makes way for the next.
 */
export async function doOnce<T>(
  db: Db,
  request: Repeatable,
  { make, replay }: Ways<T>,
  limitsFactor = 1,
): Promise<T> {
  const claim = await claimOrWait(db, request)
  if ('madeId' in claim) {
    // Nothing else of it is counted, and an answer makes tokens, and a browser known.
    const key = `answers-again:${request.key.toString('base64url')}`
    await countAttempts(db, [{ key, ...answersPerIdempotencyKey }], limitsFactor)
    return replay(claim.madeId)
  }
  const owned = { key: request.key, claimedAt: claim.claimedAt }
  try {
    return await make((trx, madeId) => noteMade(trx, owned, madeId))
  } catch (error) {
    // Where the database is away, the claim grows old by itself.
    await giveUp(db, owned).catch(() => {})
    throw error
  }
}

type Claim = { claimedAt: string } | { madeId: string }

const inLine = createPerKeyQueue()

/**
 * Holds no connection while it waits. Of any number of twins in this process one asks the database at a time: nothing
 * of theirs is counted yet, and a few hundred that all ask again and again would leave it no time for anybody else.
 */
async function claimOrWait(db: Db, request: Repeatable): Promise<Claim> {
  const until = performance.now() + idempotencyWaitMs
  const name = request.key.toString('base64url')
  const claim = await inLine(name, idempotencyWaitMs, () => claimUntil(db, request, until))
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
 * A new key, one whose time is over, or one whose owner died: nobody takes as long as that. The time of the claim, to
 * the microsecond and so as text, is what tells its owner from the next.
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

/** Who was taken for dead and was not, comes too late: the transaction ends without a trace. */
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

/** What was made after all, as when only the answer of the database was lost, stays noted. */
async function giveUp(db: Db, { key, claimedAt }: Owned): Promise<void> {
  await db
    .deleteFrom('idempotencyKeys')
    .where('key', '=', key)
    .where('madeId', 'is', null)
    .where('claimedAt', '=', sql<Date>`${claimedAt}::timestamptz`)
    .execute()
}

/** Forgets which requests made these; sent again, such a request makes its thing anew. */
export async function forgetMade(db: Db, madeIds: readonly string[]): Promise<void> {
  await db.deleteFrom('idempotencyKeys').where('madeId', '=', sql<string>`any(${madeIds}::uuid[])`).execute()
}

/** Removes up to `limit` keys that may be used anew. */
export function deleteOldIdempotencyKeys(db: Db, limit: number): Promise<number> {
  return deleteBatch(db, {
    from: 'idempotencyKeys',
    isOver: sql`expires_at < now()`,
    inOrderOf: sql`expires_at`,
    limit,
  })
}
