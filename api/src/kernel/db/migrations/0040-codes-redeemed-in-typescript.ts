/**
 * Empties the function of migration 0024: features/handover/redeem.ts now has the rules of redeeming codes. The
 * previous version calls the function first, and redeems every code that the function does not return in a transaction,
 * so it still works. The next release drops the function.
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function redeem_codes(
      new_ids uuid[], hashes bytea[], expected jsonb[], ignored text[], platforms text[], clients text[],
      addresses bytea[], devices bytea[], requests text[], max_children integer)
    returns table (id uuid, user_id uuid, platform text, auth_time double precision, amr text,
      first_name text, last_name text, email text, email_provenance text)
    language sql as $$ select null::uuid, null::uuid, null::text, null::float8, null::text,
      null::text, null::text, null::text, null::text where false $$`.execute(db)
}
