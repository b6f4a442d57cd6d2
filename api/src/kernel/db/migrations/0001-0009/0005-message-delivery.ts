/** Adds the delivery of messages: their state, the time of the next attempt, and retention. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table messages
    alter column payload drop not null,
    add column recipient_mac bytea,
    add column state text not null default 'waiting' check (state in ('waiting', 'sent', 'expired', 'dead')),
    add column tries integer not null default 0,
    add column due_at timestamptz not null default clock_timestamp(),
    add column expires_at timestamptz,
    add column finished_at timestamptz,
    add column fault text`,

  // Earlier versions sent no messages: existing rows belong to the inbox of a development machine.
  `update messages set state = 'sent', finished_at = created_at`,

  `create index on messages (medium, due_at) where state = 'waiting'`,
  `create index on messages (created_at) where state = 'dead'`,
  `create index on messages (finished_at) where state <> 'waiting'`,
]
