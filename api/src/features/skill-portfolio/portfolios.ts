/** Keeps the skill portfolio of each user. Owner of the table skill_portfolios. */
import type { SkillPortfolio, SkillProfile } from '@foyer/contract/profile/skill-portfolio'
import { sql } from 'kysely'
import { fullName } from '../../identity/users/user-names.ts'
import { isEnabled } from '../../identity/users/users.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { deleteSubmissions } from './submission-rows.ts'

const empty: SkillPortfolio = { isPublic: false, headline: null, items: [] }

export async function findPortfolio(db: Db, userId: string): Promise<SkillPortfolio> {
  const row = await db
    .selectFrom('skillPortfolios')
    .select(['isPublic', 'headline', 'items'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row ?? empty
}

/** Returns the portfolio, whose row stays locked until the transaction ends; a user without a row gets one. */
export async function lockPortfolio(trx: Db, userId: string): Promise<SkillPortfolio> {
  await trx
    .insertInto('skillPortfolios')
    .values({ userId, headline: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return trx
    .selectFrom('skillPortfolios')
    .select(['isPublic', 'headline', 'items'])
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
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
 * Returns what a skill profile shows; undefined for a hidden one as for an unknown username, after the same one statement.
 * A submission counts only for the user it was handed in for.
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
    where p.username = ${username.toLowerCase()} and ${isEnabled('p.userId')}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  return {
    username: row.username,
    fullName: fullName(row),
    picture: row.picture,
    headline: row.headline,
    items: row.items.map(({ submissionId, ...item }) => ({
      ...item,
      submission: (submissionId && row.submissions?.[submissionId]) || null,
    })),
  }
}

/** Deletes the portfolio of a user and what platforms handed in for them. A job deletes the files. */
export async function removePortfolio(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('skillPortfolios').where('userId', '=', userId).execute()
  await deleteSubmissions(trx, userId)
}
