/** Reads from the audit trail when a user last signed in with the account of each provider. */
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'

type LastUse = { provider: string; at: Date }

export async function listLastUses(db: Db, userId: string): Promise<LastUse[]> {
  const { rows } = await sql<LastUse>`
    select details ->> 'provider' as provider, max(at) as at from audit_events
    where user_id = ${userId} and event = 'sign-in' and details ->> 'provider' is not null
    group by details ->> 'provider'`.execute(db)
  return rows
}
