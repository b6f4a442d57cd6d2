/** Fills the tables that the background jobs clean with expired rows, spread evenly over the users. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../api/src/kernel/db/tables.ts'

const owners = `(select array_agg(id) as ids from users) as owners, generate_series(1, $count) as number`
const owner = `ids[1 + number % cardinality(ids)]`
/** Spreads the times over the last hours, so that the index is not filled in the order in which it is read. */
const before = (interval: string) =>
  `now() - interval '${interval}' - make_interval(secs => (number::bigint * 7919) % 86400)`

/** A third of the sessions are child sessions, and some codes belong to sessions that are deleted with them. */
const statements = [
  `insert into attempts (key, count, window_ends_at)
    select 'expired ' || number, 1, ${before('1 hour')} from generate_series(1, $count) as number`,
  `insert into otp_challenges (hash, purpose, subject, user_id, channel, is_both, code_expires_at, expires_at)
    select sha256(number::text::bytea), 'login', ${owner}, ${owner}, 'email', false, ${before('1 hour')},
      ${before('1 hour')} from ${owners}`,
  `insert into sessions (user_id, platform, amr, idle_seconds, idle_expires_at, expires_at, revoked_at)
    select ${owner}, 'student', '{pwd}', 3600, ${before('31 days')}, ${before('31 days')},
      case when number % 2 = 0 then ${before('32 days')} end from ${owners} where number % 3 > 0`,
  `insert into sessions (parent_id, user_id, platform, amr, idle_seconds, idle_expires_at, expires_at)
    select id, user_id, platform, amr, 3600, expires_at, expires_at from sessions
    where expires_at < now() limit $count / 3`,
  `insert into one_time_tokens (purpose, hash, user_id, expires_at, used_at)
    select 'code', sha256(number::text::bytea), ${owner}, ${before('2 days')}, ${before('2 days')}
    from ${owners} where number % 10 > 0`,
  `insert into one_time_tokens (purpose, hash, user_id, session_id, issued_session_id, expires_at, used_at)
    select 'code', sha256(id::text::bytea), user_id, parent_id, id, expires_at, expires_at from sessions
    where parent_id is not null and expires_at < now() limit $count / 10`,
  `insert into messages (channel, template, recipient_mac, state, tries, due_at, finished_at)
    select 'email', 'code', sha256(number::text::bytea), 'sent', 1, ${before('31 days')}, ${before('31 days')}
    from generate_series(1, $count) as number`,
]

const expired = {
  attempts: 'window_ends_at < now()',
  otp_challenges: 'expires_at < now()',
  one_time_tokens: `expires_at < now() - interval '1 day'`,
  messages: `finished_at < now() - interval '30 days'`,
  sessions: `expires_at < now() - interval '30 days'`,
}

/** Takes about a minute for two million rows; needs a connection whose statements have no time limit. */
export async function addExpiredRows(db: Kysely<Tables>, perTable: number): Promise<void> {
  for (const statement of statements)
    await sql.raw(statement.replaceAll('$count', String(perTable))).execute(db)
  await sql`vacuum analyze`.execute(db)
}

export async function countExpiredRows(db: Kysely<Tables>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const [table, isExpired] of Object.entries(expired)) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} where ${sql.raw(isExpired)}`.execute(db)
    counts[table] = rows[0]?.count ?? 0
  }
  return counts
}
