/** Creates the challenges of one-time codes, and adds a browser label to sessions. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table otp_challenges (
      id uuid primary key default gen_random_uuid(),
      hash bytea not null unique,
      purpose text not null,
      subject uuid not null,
      user_id uuid references users on delete cascade,
      medium text not null check (medium in ('email', 'sms')),
      is_both boolean not null,
      contact_id uuid,
      product text,
      device_id bytea,
      browser_id bytea,
      code_mac bytea,
      attempts integer not null default 0,
      created_at timestamptz not null default clock_timestamp(),
      code_expires_at timestamptz not null,
      expires_at timestamptz not null,
      superseded_at timestamptz,
      used_at timestamptz
    )`.execute(db)
  await sql`
    create index on otp_challenges (subject, purpose) where superseded_at is null and used_at is null`.execute(
    db,
  )
  await sql`create index on otp_challenges (user_id)`.execute(db)
  await sql`create index on otp_challenges (expires_at)`.execute(db)
  await sql`alter table sessions add column device_label text check (length(device_label) <= 60)`.execute(db)
}
