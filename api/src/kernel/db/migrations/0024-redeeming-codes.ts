/**
 * Adds a function that redeems many handover codes in one call (identity/sessions/open-session-by-code.ts), and drops
 * an index on `secrets.expires_at`; the index of migration 0003 finds the tokens to delete.
 *
 * A single statement on arrays would join five tables, which Postgres plans badly while they are small and new. In the
 * function, each statement finds one row by its key.
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `drop index secrets_expires_at_idx`,

  /* Returns a row for each redeemed code, and changes nothing for other codes. It skips locked rows, so it never
     waits. It raises no error, because an error would roll back the whole call. */
  `create function redeem_codes(
      new_ids uuid[], hashes bytea[], expected jsonb[], ignored text[], platforms text[], clients text[],
      addresses bytea[], devices bytea[], requests text[], max_children integer)
    returns table (id uuid, user_id uuid, platform text, auth_time double precision, amr text,
      first_name text, last_name text, email text, email_provenance text)
    language plpgsql as $$
    #variable_conflict use_column
    declare
      code record;
      parent record;
    begin
      for n in 1 .. coalesce(array_length(hashes, 1), 0) loop
        select id, session_id into code from secrets
          where hash = hashes[n] and used_at is null and expires_at > clock_timestamp()
            and details - string_to_array(ignored[n], ' ') = expected[n]
          for no key update skip locked;
        continue when not found;

        -- By the keys alone: a condition on revoked_at could make the planner read the index of all open sessions.
        select s.*, u.first_name, u.last_name,
            s.parent_id is null and s.revoked_at is null
              and s.idle_expires_at > clock_timestamp() and s.expires_at > clock_timestamp()
              and u.disabled_at is null
              and exists (select from memberships as m where m.user_id = u.id and m.platform = platforms[n])
              and (select count(*) filter (where c.client_id = clients[n] and c.revoked_at is null)
                from sessions as c where c.parent_id = s.id) < max_children as is_ready
          into parent
          from sessions as s join users as u on u.id = s.user_id
          where s.id = code.session_id
          for key share of u skip locked for no key update of s skip locked;
        continue when not found or not parent.is_ready;

        insert into sessions (id, parent_id, client_id, user_id, platform, auth_time, amr, idle_seconds, idle_expires_at, expires_at)
          values (new_ids[n], parent.id, clients[n], parent.user_id, parent.platform, parent.auth_time, parent.amr,
            parent.idle_seconds, parent.idle_expires_at, parent.expires_at);
        update secrets set used_at = clock_timestamp(), issued_session_id = new_ids[n] where id = code.id;
        insert into audit_events (event, user_id, session_id, platform, client_id, address, device_id, request_id)
          values ('code-exchanged', parent.user_id, new_ids[n], platforms[n], clients[n], addresses[n], devices[n], requests[n]);

        id := new_ids[n];
        user_id := parent.user_id;
        platform := parent.platform;
        auth_time := extract(epoch from parent.auth_time);
        amr := array_to_string(parent.amr, ' ');
        first_name := parent.first_name;
        last_name := parent.last_name;
        select e.address, e.provenance into email, email_provenance
          from emails as e where e.user_id = parent.user_id and e.is_primary;
        return next;
      end loop;
    end $$`,
]
