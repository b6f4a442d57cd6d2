/** Keeps what users let clients of OpenID Connect read (docs/decisions/openid-connect.md). */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table app_consents (
    user_id uuid not null references users (id) on delete cascade,
    client_id text not null,
    scopes text[] not null,
    created_at timestamptz not null default now(),
    primary key (user_id, client_id)
  )`.execute(db)
}
