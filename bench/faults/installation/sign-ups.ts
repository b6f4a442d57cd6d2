/** Counts the rows of sign-ups in the database, and reads the session id of an answer. */
import { sql } from 'kysely'
import type { Database } from '../../../api/src/kernel/db/connect.ts'
import type { Tokens } from './client.ts'

export function countUsers({ db }: Database, email: string): Promise<number> {
  return countRows(db, sql`from users join emails on emails.user_id = users.id where key = ${email}`)
}

/** Counts the idempotency keys of requests in progress. */
export function countClaims({ db }: Database): Promise<number> {
  return countRows(db, sql`from idempotency_keys where made_id is null`)
}

async function countRows(db: Database['db'], from: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${from}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns the `sid` claim of the access token, or an empty text without tokens. */
export function sessionOf(tokens: Tokens | undefined): string {
  const payload = tokens?.accessToken.split('.')[1] ?? ''
  return payload && JSON.parse(Buffer.from(payload, 'base64url').toString()).sid
}
