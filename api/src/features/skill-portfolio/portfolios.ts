/** Stores the skill portfolio of each user. Only this file writes the table skill_portfolios. */
import type { SkillPortfolio, SkillProfile } from '@foyer/contract/profile/skill-portfolio'
import { sql } from 'kysely'
import { isLeaving } from '../../identity/sessions/account-deletions.ts'
import { fullName } from '../../identity/users/user-names.ts'
import { isEnabled } from '../../identity/users/users.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { identified } from './item-ids.ts'
import { deleteSubmissions } from './submission-rows.ts'

export type IdentifiedPortfolio = SkillPortfolio & { items: ReturnType<typeof identified> }

const empty: IdentifiedPortfolio = { isPublic: false, headline: null, items: [] }

export async function findPortfolio(db: Db, userId: string): Promise<IdentifiedPortfolio> {
  const row = await db
    .selectFrom('skillPortfolios')
    .select(['isPublic', 'headline', 'items'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row ? { ...row, items: identified(row.items) } : empty
}

/** Returns the portfolio and locks its row until the transaction ends; a user without a row gets one. */
export async function lockPortfolio(trx: Db, userId: string): Promise<IdentifiedPortfolio> {
  await trx
    .insertInto('skillPortfolios')
    .values({ userId, headline: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await trx
    .selectFrom('skillPortfolios')
    .select(['isPublic', 'headline', 'items'])
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { ...row, items: identified(row.items) }
}

export async function savePortfolio(
  trx: Db,
  userId: string,
  { isPublic, headline, items }: SkillPortfolio,
): Promise<void> {
  await trx
    .updateTable('skillPortfolios')
    .set({ isPublic, headline, items: JSON.stringify(items), updatedAt: sql<Date>`clock_timestamp()` })
    .where('userId', '=', userId)
    .execute()
}

/**
 * Returns the content of a skill profile; undefined if the profile is hidden or the username unknown, with the same
 * single statement. An item shows a submission only if it was submitted for this user.
 */
export async function findSkillProfile(db: Db, username: string): Promise<SkillProfile | undefined> {
  type Row = {
    username: string
    firstName: string
    lastName: string | null
    picture: string | null
    headline: string | null
    items: SkillPortfolio['items']
    submissions: Record<string, SkillProfile['items'][number]['submission']> | null
  }
  const { rows } = await sql<Row>`
    select p.username, u.first_name, u.last_name, u.picture_url as picture, s.headline, s.items, (
      select jsonb_object_agg(w.id, jsonb_build_object(
        'platform', w.platform, 'title', w.data ->> 'title', 'score', w.data ->> 'score',
        'submittedAt', to_char(w.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
      from skill_submissions w
      where w.user_id = s.user_id
        and w.id = any(array(select (item ->> 'submissionId')::uuid from jsonb_array_elements(s.items) item))
    ) as submissions
    from profiles p
    join skill_portfolios s on s.user_id = p.user_id and s.is_public
    join users u on u.id = p.user_id
    where p.username = ${username.toLowerCase()} and ${isEnabled('p.userId')}
      and not ${isLeaving('p.userId')}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  return {
    username: row.username,
    fullName: fullName(row),
    picture: row.picture,
    headline: row.headline,
    items: row.items.map(({ id: _, submissionId, ...item }) => ({
      ...item,
      submission: (submissionId && row.submissions?.[submissionId]) || null,
    })),
  }
}

/** Deletes a user's portfolio and submissions. A job deletes the files. */
export async function removePortfolio(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('skillPortfolios').where('userId', '=', userId).execute()
  await deleteSubmissions(trx, userId)
}
