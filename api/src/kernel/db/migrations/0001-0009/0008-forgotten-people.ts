/** Lets an audit event lose the reference to a deleted user; no other change is allowed. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create function refuse_event_change() returns trigger language plpgsql as $$
    begin
      if old.user_id is not null and not exists (select from users where id = old.user_id)
        and num_nonnulls(new.user_id, new.session_id, new.address, new.device_id, new.request_id) = 0
        and (new.id, new.at, new.event, new.platform, new.client_id, new.details)
          is not distinct from (old.id, old.at, old.event, old.platform, old.client_id, old.details)
      then return new; end if;
      raise exception 'audit_events is append-only';
    end $$`,
  `drop trigger append_only on audit_events`,
  `create trigger append_only before delete or truncate on audit_events
    for each statement execute function refuse_change()`,
  `create trigger append_only_rows before update on audit_events
    for each row execute function refuse_event_change()`,
]
