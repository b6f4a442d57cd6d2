/**
 * Partitions the audit trail by month. All earlier events become the default partition, so this migration reads none of
 * them; `audit-months.ts` creates the months.
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

// Row triggers of audit_events apply to partitions; audit-months.ts adds the statement trigger.
const statements = [
  `lock table audit_events in access exclusive mode`,
  `alter table audit_events rename to audit_events_default`,
  `alter index audit_events_user_id_at_idx rename to audit_events_default_user_id_at_idx`,
  `alter index audit_events_event_at_idx rename to audit_events_default_event_at_idx`,
  // A unique index would have to include the time, and be built over all events before it is attached.
  `create table audit_events (
    id bigint generated always as identity,
    at timestamptz not null default clock_timestamp(),
    event text not null,
    user_id uuid,
    session_id uuid,
    platform text,
    client_id text,
    address bytea,
    device_id bytea,
    request_id text,
    details jsonb not null default '{}'
  ) partition by range (at)`,
  `create index on audit_events (user_id, at)`,
  `create index on audit_events (event, at)`,
  `do $$ begin
    perform setval(pg_get_serial_sequence('audit_events', 'id'), max(id)) from audit_events_default having max(id) is not null;
  end $$`,
  `alter table audit_events_default alter column id drop identity`,
  `alter table audit_events_default drop constraint audit_events_pkey`,
  `drop trigger append_only_rows on audit_events_default`,
  `create trigger append_only before delete or truncate on audit_events
    for each statement execute function refuse_change()`,
  `create trigger append_only_rows before update on audit_events
    for each row execute function refuse_event_change()`,
  `alter table audit_events attach partition audit_events_default default`,
]
