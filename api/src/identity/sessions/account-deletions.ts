/**
 * Keeps the requests of users to delete their account. Owner of the table account_deletions.
 *
 * A request ends all sessions of its user, so any later session is a sign-in, and every way to sign in cancels the deletion
 * by this one rule.
 */
import { isPlatform, type Platform } from '@foyer/contract/platforms'
import { deletionGraceDays } from '@foyer/contract/shared-values'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import { deleteBatch } from '../../kernel/db/delete-batch.ts'
import { isLive } from './session-row.ts'

/** How long before the deletion its user gets a reminder. */
const reminderDays = 3
/** How long the account tells its user that the deletion was cancelled. */
export const keptNoticeDays = 7

export type Deletion = { userId: string; platform: Platform; dueAt: Date }

/**
 * The condition that the user of a row has signed in since the request. A session that was opening while the request ended
 * all others may be older than the request, and is live.
 */
const isSignedInSince = sql<boolean>`exists (select from sessions
  where sessions.user_id = account_deletions.user_id and (created_at > account_deletions.requested_at or ${isLive}))`

/** Stores a request, in place of a former one. Call it in the transaction that ends the user's sessions, after their end. */
export async function insertDeletion(
  trx: Db,
  { userId, platform }: { userId: string; platform: Platform },
): Promise<Date> {
  const requested = {
    platform,
    requestedAt: sql<Date>`clock_timestamp()`,
    dueAt: sql<Date>`clock_timestamp() + make_interval(days => ${deletionGraceDays})`,
    remindedAt: null,
    cancelledAt: null,
  }
  const { dueAt } = await trx
    .insertInto('accountDeletions')
    .values({ userId, ...requested })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(requested))
    .returning('dueAt')
    .executeTakeFirstOrThrow()
  return dueAt
}

/** Finds the stored request of a user; null if there is none. */
export async function findDeletion(
  db: Db,
  userId: string,
): Promise<(Deletion & { requestedAt: Date; cancelledAt: Date | null }) | null> {
  const row = await db
    .selectFrom('accountDeletions')
    .select([...columns, 'requestedAt', 'cancelledAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row ? { ...row, ...asDeletion(row) } : null
}

/** Marks requests as cancelled whose users have signed in since, and returns these requests. */
export function markCancelled(trx: Db, limit: number): Promise<Deletion[]> {
  return mark(trx, { column: 'cancelledAt', where: isSignedInSince, limit })
}

/** Marks requests as reminded whose deletion is near, and returns these requests. */
export function markReminded(trx: Db, limit: number): Promise<Deletion[]> {
  const where = sql<boolean>`(reminded_at is null and due_at < now() + make_interval(days => ${reminderDays}))`
  return mark(trx, { column: 'remindedAt', where, limit })
}

type Marking = { column: 'cancelledAt' | 'remindedAt'; where: RawBuilder<boolean>; limit: number }

/** Notes the time in a column of open requests. Requests that another copy of the service marks are skipped. */
async function mark(trx: Db, { column, where, limit }: Marking): Promise<Deletion[]> {
  const rows = await trx
    .updateTable('accountDeletions')
    .set({ [column]: sql<Date>`clock_timestamp()` })
    .where('userId', 'in', (query) =>
      query
        .selectFrom('accountDeletions')
        .select('userId')
        .where('cancelledAt', 'is', null)
        .where(where)
        .limit(limit)
        .forUpdate('accountDeletions')
        .skipLocked(),
    )
    .returning(columns)
    .execute()
  return rows.map(asDeletion)
}

/** Lists requests whose grace period has ended, and whose users have not signed in. */
export async function listDue(db: Db, limit: number): Promise<Deletion[]> {
  const rows = await db
    .selectFrom('accountDeletions')
    .select(columns)
    .where(isDue)
    .orderBy('dueAt')
    .limit(limit)
    .execute()
  return rows.map(asDeletion)
}

/** Returns whether a listed deletion is still due. Call it in a transaction that has locked the user: no session can open. */
export async function isStillDue(trx: Db, userId: string): Promise<boolean> {
  const due = trx.selectFrom('accountDeletions').select('userId').where('userId', '=', userId).where(isDue)
  return (await due.executeTakeFirst()) !== undefined
}

const isDue = sql<boolean>`(cancelled_at is null and due_at <= now() and not ${isSignedInSince})`

/** Forgets requests that were cancelled some days ago. */
export function deleteOldCancelled(db: Db, limit: number): Promise<number> {
  return deleteBatch(db, {
    from: 'accountDeletions',
    isExpired: sql<boolean>`cancelled_at < now() - make_interval(days => ${keptNoticeDays})`,
    orderBy: sql`cancelled_at`,
    limit,
  })
}

/** The condition that the user in this column has asked for the deletion of the account, and has not signed in since. */
export function isLeaving(userId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from account_deletions
    where account_deletions.user_id = ${sql.ref(userId)} and cancelled_at is null and not ${isSignedInSince})`
}

const columns = ['userId', 'platform', 'dueAt'] as const

function asDeletion({
  userId,
  platform,
  dueAt,
}: {
  userId: string
  platform: string
  dueAt: Date
}): Deletion {
  if (!isPlatform(platform)) throw new Error(`The deletion of ${userId} is of an unknown platform`)
  return { userId, platform, dueAt }
}
