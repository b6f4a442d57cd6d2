/** Reads which users have access to which school; only features/schools/school-rows.ts writes that table. */
import { sql } from 'kysely'
import { isLeaving } from '../../identity/sessions/account-deletions.ts'
import { emailKey as keyOfEmail } from '../../identity/users/identifier.ts'
import { isEnabled } from '../../identity/users/users.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { rowsOfPage } from '../../kernel/limits/list-paging.ts'

type Asked = { page: number; pageSize: number }

/** Lists the users of a school with their primary emails, in the order in which they got access. */
export async function listUserRows(db: Db, schoolId: string, asked: Asked) {
  const { limit, offset } = rowsOfPage(asked)
  const rows = await selectUsers(db, schoolId)
    .select(sql<string>`count(*) over ()`.as('total'))
    .orderBy('schoolAccess.createdAt')
    .orderBy('schoolAccess.userId')
    .limit(limit)
    .offset(offset)
    .execute()
  const total = rows[0]?.total ?? (offset > 0 ? await countUsers(db, schoolId) : 0)
  return { items: rows.map(({ total: _, ...row }) => row), total: Number(total) }
}

export async function findUserRow(db: Db, schoolId: string, userId: string) {
  return selectUsers(db, schoolId).where('schoolAccess.userId', '=', userId).executeTakeFirstOrThrow()
}

function selectUsers(db: Db, schoolId: string) {
  return db
    .selectFrom('schoolAccess')
    .innerJoin('users', 'users.id', 'schoolAccess.userId')
    .leftJoin('emails', (join) =>
      join.onRef('emails.userId', '=', 'users.id').on('emails.isPrimary', '=', true),
    )
    .select(['users.id as uuid', 'firstName', 'lastName', 'address as email', 'schoolAccess.createdAt'])
    .where('schoolId', '=', schoolId)
}

export async function listUserIds(db: Db, schoolId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('schoolAccess')
    .select('userId')
    .where('schoolId', '=', schoolId)
    .orderBy('userId')
    .execute()
  return rows.map(({ userId }) => userId)
}

export async function countUsers(db: Db, schoolId: string): Promise<number> {
  const { count } = await db
    .selectFrom('schoolAccess')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('schoolId', '=', schoolId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns whether a school has a user beside this one who can still sign in and has not asked to be deleted. */
export async function hasOtherUser(db: Db, schoolId: string, userId: string): Promise<boolean> {
  const other = await db
    .selectFrom('schoolAccess')
    .select('schoolAccess.userId')
    .where('schoolId', '=', schoolId)
    .where('schoolAccess.userId', '<>', userId)
    .where(isEnabled('schoolAccess.userId'))
    .where(({ not }) => not(isLeaving('schoolAccess.userId')))
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Lists the recipients of mails about a school: its enabled users, or only this user. */
export async function listRecipients(db: Db, schoolId: string, userId?: string) {
  const rows = await db
    .selectFrom('schoolAccess')
    .innerJoin('users', 'users.id', 'schoolAccess.userId')
    .innerJoin('emails', 'emails.userId', 'users.id')
    .select(['address as email', 'firstName', 'provenance'])
    .where('schoolId', '=', schoolId)
    .where('emails.isPrimary', '=', true)
    .where(isEnabled('schoolAccess.userId'))
    .$if(userId !== undefined, (query) => query.where('users.id', '=', userId ?? ''))
    .orderBy('users.id')
    .execute()
  return rows.map(({ provenance, ...row }) => ({ ...row, isProven: provenance === 'verified' }))
}

/** Returns whether a user of the school signs in with this address. */
export async function hasAccess(db: Db, schoolId: string, emailKey: string): Promise<boolean> {
  const rows = await db
    .selectFrom('schoolAccess')
    .innerJoin('emails', 'emails.userId', 'schoolAccess.userId')
    .select('address')
    .where('schoolId', '=', schoolId)
    .where('isPrimary', '=', true)
    .execute()
  return rows.some(({ address }) => keyOfEmail(address) === emailKey)
}
