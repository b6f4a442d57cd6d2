/**
 * Gives tables and columns the names that the code uses: `secrets` becomes `one_time_tokens`, `known_devices` becomes
 * `known_browsers`, `medium` becomes `channel`. Copies of the previous version still run during the update, so the old
 * names remain: as writable views, and as a column that a trigger fills. The views show `ctid`, by which the previous
 * version deletes expired rows. The next version drops the views, the column, the triggers and their function.
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table secrets rename to one_time_tokens`,
  `create view secrets as select ctid, one_time_tokens.* from one_time_tokens`,
  `alter table known_devices rename to known_browsers`,
  `create view known_devices as select ctid, known_browsers.* from known_browsers`,
  `create function name_channel() returns trigger language plpgsql as $$ begin
    new.channel := coalesce(new.channel, new.medium);
    new.medium := new.channel;
    return new;
  end $$`,
  ...['otp_challenges', 'messages'].flatMap((table) => [
    `alter table ${table} add column channel text`,
    `update ${table} set channel = medium`,
    `alter table ${table} alter column channel set not null`,
    `create trigger name_channel before insert on ${table} for each row execute function name_channel()`,
  ]),
  `create index messages_channel_due_at_idx on messages (channel, due_at) where state = 'waiting'`,
]
