/**
 * Adds indexes for installations with a million users, drops one that no query uses, and vacuums busy tables sooner.
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

// The default scale factor is 20 %: in a table of five million rows, vacuum would start at a million dead rows.
const hotTables = ['sessions', 'attempts', 'secrets', 'otp_challenges', 'messages', 'known_devices']

// On a large installation, the operator creates the two indexes in advance without blocking writes (docs/operating.md).
const statements = [
  // Deleting a user and listing all of a user's sessions read the whole table: the old index lacked ended sessions.
  `create index if not exists sessions_of_user_idx on sessions (user_id)`,
  `drop index sessions_user_id_idx`,
  `create index if not exists messages_recipient_mac_idx on messages (recipient_mac)`,
  `drop index audit_events_event_at_idx`,
  ...hotTables.map(
    (table) =>
      `alter table ${table} set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)`,
  ),
]
