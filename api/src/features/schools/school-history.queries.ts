/** Reads the events of a school from the audit trail. */
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import { type Asked, rowsOfPage } from '../../kernel/limits/list-paging.ts'

const eventNames = [
  'school-founded',
  'school-created',
  'school-changed',
  'school-verified',
  'school-rejected',
  'school-invited',
  'school-access-granted',
  'school-access-revoked',
] as const

export type SchoolEventRow = {
  id: string
  at: Date
  event: (typeof eventNames)[number]
  platform: string | null
  details: Record<string, unknown>
  /** null if the user was deleted. */
  firstName: string | null
  lastName: string | null
}

/** Lists one page, the newest first, and counts all events of the school, in one statement. */
export async function listSchoolEvents(
  db: Db,
  schoolId: string,
  asked: Asked,
): Promise<{ items: SchoolEventRow[]; total: number }> {
  const { limit, offset } = rowsOfPage(asked)
  // The expression is that of the index of migration 0071.
  const ofSchool = sql`from audit_events as events
    where events.details ->> 'schoolId' = ${schoolId} and events.event = any(${[...eventNames]})`
  const { rows } = await sql<{ total: number } & (SchoolEventRow | { id: null })>`
    select counted.total, listed.*
    from (select count(*)::int as total ${ofSchool}) as counted
    left join lateral (
      select events.id::text as id, events.at, events.event, events.platform, events.details,
        users.first_name, users.last_name
      from (select * ${ofSchool} order by at desc, id desc limit ${limit} offset ${offset}) as events
      left join users on users.id = events.user_id
    ) as listed on true
    order by listed.at desc, listed.id::bigint desc`.execute(db)
  return {
    items: rows.flatMap(({ total: _, ...row }) => (row.id === null ? [] : [row])),
    total: rows[0]?.total ?? 0,
  }
}
