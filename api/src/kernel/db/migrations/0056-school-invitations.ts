/** Creates the invitations with which the users of a school give others access. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table school_invitations (
    id uuid primary key default gen_random_uuid(),
    school_id uuid not null references schools on delete cascade,
    email text not null,
    email_key text not null,
    inviter_id uuid not null references users on delete cascade,
    created_at timestamptz not null default clock_timestamp(),
    sent_at timestamptz not null,
    expires_at timestamptz not null,
    unique (school_id, email_key)
  )`,
  `create index on school_invitations (email_key)`,
  `create index on school_invitations (inviter_id)`,
]
