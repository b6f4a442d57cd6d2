/** What sign-ups left in the database, and whose session an answer is of. */
import { sql } from 'kysely'
import type { Database } from '../../../api/src/db/connect.ts'
import type { Tokens } from './client.ts'

export function countPeople({ db }: Database, email: string): Promise<number> {
  return countOf(db, sql`from users join emails on emails.user_id = users.id where key = ${email}`)
}

/** Requests under way that could be sent again. */
export function countClaims({ db }: Database): Promise<number> {
  return countOf(db, sql`from idempotency_keys where made_id is null`)
}

async function countOf(db: Database['db'], from: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${from}`.execute(db)
  return rows[0]?.count ?? 0
}

export function sessionOf(tokens: Tokens | undefined): string {
  const payload = tokens?.accessToken.split('.')[1] ?? ''
  return payload && JSON.parse(Buffer.from(payload, 'base64url').toString()).sid
}
