/** Stores the work that platforms submit for users. Only this file writes the table skill_submissions. */
import type { Platform } from '@foyer/contract/platforms'
import type { Attachment, Submission, SubmissionData } from '@foyer/contract/profile/submissions'
import { sql } from 'kysely'
import { isEnabled } from '../../identity/users/users.ts'
import type { Db } from '../../kernel/db/connect.ts'

/** The maximum number of submissions of one user, so that a faulty platform cannot fill the disk. */
export const submissionsMax = 5_000

type NewSubmission = {
  userId: string
  clientId: string
  /** The platforms of the client. The user must be a member of one of them. */
  platforms: readonly Platform[]
  data: SubmissionData
  /** null means the current time. */
  submittedAt: Date | null
}

/**
 * Inserts a submission and returns its id; undefined if the user is unknown, disabled or not a member of the client's
 * platforms.
 */
export async function insertSubmission(
  trx: Db,
  { userId, clientId, platforms, data, submittedAt }: NewSubmission,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into skill_submissions (user_id, client_id, platform, data, submitted_at)
    select u.id, ${clientId}, m.platform, ${JSON.stringify(data)}::jsonb,
      coalesce(${submittedAt}::timestamptz, clock_timestamp())
    from users u join memberships m on m.user_id = u.id and m.platform = any(${platforms}::text[])
    where u.id = ${userId} and ${isEnabled('u.id')}
    order by m.platform limit 1
    returning id`.execute(trx)
  return rows[0]?.id
}

export async function countSubmissions(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('skillSubmissions')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

type Row = {
  id: string
  platform: Platform
  data: SubmissionData
  submittedAt: Date
  createdAt: Date
  attachments: (Omit<Attachment, 'createdAt'> & { createdAt: string })[]
}

const columns = sql`
  w.id, w.platform, w.data, w.submitted_at, w.created_at, coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', a.id, 'fileName', a.file_name, 'type', a.type, 'bytes', a.bytes,
      'createdAt', to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      order by a.created_at, a.id)
    from skill_attachments a where a.submission_id = w.id), '[]') as attachments`

function asSubmission({ data, submittedAt, createdAt, ...row }: Row): Submission {
  return { ...row, ...data, submittedAt: submittedAt.toISOString(), createdAt: createdAt.toISOString() }
}

/** Returns a submission of this user. */
export async function findSubmission(
  db: Db,
  { id, userId }: { id: string; userId: string },
): Promise<Submission | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from skill_submissions w where w.id = ${id} and w.user_id = ${userId}`.execute(db)
  return rows[0] && asSubmission(rows[0])
}

/** Returns a submission that this client posted. */
export async function findPostedSubmission(
  db: Db,
  { id, clientId }: { id: string; clientId: string },
): Promise<Submission | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from skill_submissions w where w.id = ${id} and w.client_id = ${clientId}`.execute(db)
  return rows[0] && asSubmission(rows[0])
}

/** Returns the user and the title of a submission that this client posted. */
export async function findPostedOwner(
  db: Db,
  { id, clientId }: { id: string; clientId: string },
): Promise<{ userId: string; title: string } | undefined> {
  const row = await db
    .selectFrom('skillSubmissions')
    .select(['userId', 'data'])
    .where('id', '=', id)
    .where('clientId', '=', clientId)
    .executeTakeFirst()
  return row && { userId: row.userId, title: row.data.title }
}

/** Locks a submission that this client posted; returns false if there is none. */
export async function lockPostedSubmission(
  trx: Db,
  { id, clientId }: { id: string; clientId: string },
): Promise<boolean> {
  const row = await trx
    .selectFrom('skillSubmissions')
    .select('id')
    .where('id', '=', id)
    .where('clientId', '=', clientId)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Lists submissions, newest first; one statement returns the page and the total. */
export async function listSubmissionsOf(
  db: Db,
  userId: string,
  { limit, offset }: { limit: number | null; offset: number },
): Promise<{ items: Submission[]; total: number }> {
  const { rows } = await sql<{ total: number } & (Row | Record<keyof Row, null>)>`
    select counted.total, listed.*
    from (select count(*)::int as total from skill_submissions where user_id = ${userId}) counted
    left join lateral (
      select ${columns} from skill_submissions w where w.user_id = ${userId}
      order by w.submitted_at desc, w.id limit ${limit} offset ${offset}) listed on true
    order by listed.submitted_at desc, listed.id`.execute(db)
  // An empty page has one row with only the total.
  const items = rows.flatMap(({ total: _, ...row }) => (row.id === null ? [] : [asSubmission(row as Row)]))
  return { total: rows[0]?.total ?? 0, items }
}

/** Returns those of the ids that are not submissions of this user. */
export async function foreignSubmissions(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('skillSubmissions')
    .select('id')
    .where('userId', '=', userId)
    .where('id', 'in', ids)
    .execute()
  const own = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !own.has(id))
}

export async function deleteSubmissions(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('skillSubmissions').where('userId', '=', userId).execute()
}
