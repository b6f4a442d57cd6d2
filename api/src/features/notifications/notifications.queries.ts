/** Stores notifications. Only this file writes the table notifications. */
import { allPages, listAllMax } from '@foyer/contract/lists/paging'
import type { NotificationKind } from '@foyer/contract/notification-kinds'
import type { Platform } from '@foyer/contract/platforms'
import type { Notification } from '@foyer/contract/routes/notifications'
import type { Page } from '@foyer/contract/routes/route'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import { deleteBatch } from '../../kernel/db/delete-batch.ts'
import { Failure } from '../../kernel/failure.ts'

/** About a school year, so that users can look up the notifications of the year. */
export const keptDays = 365

/** The notifications that a caller may see: those of one user, from one platform or, with null, from all platforms. */
export type Visible = { userId: string; platform: Platform | null }

type NewNotification = {
  userId: string
  platform: Platform
  /** Null for a notification of Foyer itself. */
  clientId: string | null
  kind: NotificationKind
  /** False keeps the row for a repetition of the request, and shows it to nobody. */
  isListed: boolean
  title: string
  body: string
  url: string | null
}

type Row = {
  id: string
  platform: Platform
  kind: NotificationKind
  title: string
  body: string
  url: string | null
  createdAt: Date
  openedAt: Date | null
}

const columns = ['id', 'platform', 'kind', 'title', 'body', 'url', 'createdAt', 'openedAt'] as const

export async function insertNotification(db: Db, given: NewNotification): Promise<Notification> {
  const row = await db
    .insertInto('notifications')
    .values(given)
    .returning([...columns])
    .executeTakeFirstOrThrow()
  return shown(row)
}

type Wanted = { page: number; pageSize: number; isOpened: boolean | null }

/** Lists one page, newest first, and counts all matching rows, in one statement. */
export async function listPage(
  db: Db,
  { userId, platform }: Visible,
  { page, pageSize, isOpened }: Wanted,
): Promise<Page<Notification>> {
  const isAll = page === allPages
  const from = sql`from notifications where user_id = ${userId} and is_listed
    and (${platform}::text is null or platform = ${platform})
    and (${isOpened}::boolean is null or (opened_at is not null) = ${isOpened})`
  const { rows } = await sql<{ total: number } & (Row | { id: null })>`
    select counted.total, listed.*
    from (select count(*)::int as total ${from}) as counted
    left join lateral (
      select ${sql.join(columns.map((name) => sql.ref(name)))} ${from}
      order by created_at desc, id
      limit ${isAll ? listAllMax : pageSize} offset ${isAll ? 0 : (page - 1) * pageSize}
    ) as listed on true
    order by listed.created_at desc, listed.id`.execute(db)
  const total = rows[0]?.total ?? 0
  if (isAll && total > listAllMax) throw new Failure('invalid-request', { fields: { page: tooMany } })
  const items = rows.flatMap(({ total: _, ...row }) => (row.id === null ? [] : [shown(row)]))
  return { items, page, pageSize: isAll ? total : pageSize, total }
}

const tooMany = 'There are too many for one answer. Ask for one page at a time.'

/** Returns null for an unknown notification, and for one that the caller may not see. */
export async function findNotification(db: Db, visible: Visible, id: string): Promise<Notification | null> {
  const row = await selectOne(db, visible, id).executeTakeFirst()
  return row ? shown(row) : null
}

/** Like `findNotification`; locks the row until the transaction ends. */
export async function lockNotification(trx: Db, visible: Visible, id: string): Promise<Notification | null> {
  const row = await selectOne(trx, visible, id).forUpdate().executeTakeFirst()
  return row ? shown(row) : null
}

function selectOne(db: Db, { userId, platform }: Visible, id: string) {
  return db
    .selectFrom('notifications')
    .select([...columns])
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('isListed', '=', true)
    .$if(platform !== null, (query) => query.where('platform', '=', platform as Platform))
}

/** Finds a notification by its id only, for the server that posted it. */
export async function findPosted(db: Db, id: string): Promise<Notification | null> {
  const row = await db
    .selectFrom('notifications')
    .select([...columns])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? shown(row) : null
}

/**
 * Sets or removes the time of opening. The time is clamped between the posting and now, because the browser's clock may
 * be wrong.
 */
export async function setOpened(trx: Db, id: string, at: string | null): Promise<Notification> {
  const openedAt: RawBuilder<Date | null> =
    at === null
      ? sql`null`
      : sql`greatest(created_at, least(to_timestamp(${Date.parse(at)}::float8 / 1000), clock_timestamp()))`
  const row = await trx
    .updateTable('notifications')
    .set({ openedAt })
    .where('id', '=', id)
    .returning([...columns])
    .executeTakeFirstOrThrow()
  return shown(row)
}

/** Lists all notifications of a user, oldest first, with those that the user has turned off. */
export async function listAllNotifications(db: Db, userId: string) {
  const rows = await db
    .selectFrom('notifications')
    .select([...columns])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
  return rows.map(shown)
}

/** Deletes all notifications of a user and returns their ids. */
export async function deleteNotifications(db: Db, userId: string): Promise<string[]> {
  const rows = await db.deleteFrom('notifications').where('userId', '=', userId).returning('id').execute()
  return rows.map(({ id }) => id)
}

export function deleteOldNotifications(db: Db, limit: number): Promise<number> {
  return deleteBatch(db, {
    from: 'notifications',
    isExpired: sql`created_at < now() - make_interval(days => ${keptDays})`,
    orderBy: sql`created_at`,
    limit,
  })
}

function shown({ createdAt, openedAt, ...row }: Row): Notification {
  return { ...row, createdAt: createdAt.toISOString(), dateOpened: openedAt?.toISOString() ?? null }
}
