/** Gives notifications a kind, and keeps which kinds a user gets by which channel. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // The previous version posts without a kind, and lists every notification.
  `alter table notifications
    add column kind text not null default 'general',
    add column is_listed boolean not null default true`,
  // A row differs from the default of its channel; any other preference has no row.
  `create table notification_preferences (
    user_id uuid not null references users on delete cascade,
    kind text not null,
    channel text not null,
    is_on boolean not null,
    created_at timestamptz not null default clock_timestamp(),
    primary key (user_id, kind, channel)
  )`,
]
