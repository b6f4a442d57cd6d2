/** Adds users to a database, all with the same password, since production has no demo users. */
import { createHash, randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { browserCookieOf, password, platform, userCount, hashing as usualHashing } from './bench-settings.ts'

export type BenchUser = { uuid: string; email: string; phone: string }

/** The email of the user of this number. */
export function emailOf(number: number): string {
  return `person-${number}@bench.example`
}

/**
 * `from` is the number of the first user, so that several calls add different users. The service renews hashes that were
 * made with other settings than its own, so name its `hashing`.
 */
export async function addUsers(
  database: string | pg.ClientConfig,
  { count = userCount, from = 0, hashing = usualHashing as typeof usualHashing | object } = {},
): Promise<BenchUser[]> {
  const added = Array.from({ length: count }, (_, index) => ({
    uuid: randomUUID(),
    email: emailOf(from + index),
    phone: `+91${9_800_000_000 + from + index}`,
  }))
  const ids = added.map((user) => user.uuid)
  const phones = added.map((user) => user.phone)
  const emails = added.map((user) => user.email)
  const client = new pg.Client(database)
  await client.connect()
  await client.query(
    `insert into users (id, first_name, last_name) select id, 'Asha', 'Rao' from unnest($1::uuid[]) as id`,
    [ids],
  )
  await client.query(
    `insert into emails (user_id, address, key, is_primary, provenance, verified_at)
     select id, email, email, true, 'verified', now() from unnest($1::uuid[], $2::text[]) as given (id, email)`,
    [ids, emails],
  )
  await client.query(
    `insert into phones (user_id, number, is_primary, provenance, verified_at)
     select id, number, true, 'verified', now() from unnest($1::uuid[], $2::text[]) as given (id, number)`,
    [ids, phones],
  )
  await client.query(
    `insert into memberships (user_id, platform, provenance) select id, $2, 'sign_up' from unnest($1::uuid[]) as id`,
    [ids, platform.name],
  )
  await client.query(
    `insert into credentials (user_id, kind, hash, provenance)
     select id, 'password', $2, 'verified' from unnest($1::uuid[]) as id`,
    [ids, await hash(password, hashing)],
  )
  await client.query(
    `insert into known_browsers (browser_id, user_id, expires_at)
     select browser_id, id, now() + interval '1 day' from unnest($1::uuid[], $2::bytea[]) as given (id, browser_id)`,
    [ids, ids.map((id) => createHash('sha256').update(browserCookieOf(id)).digest())],
  )
  // Vacuums only the filled tables. A table that was vacuumed while empty is planned as if it stayed empty, with full
  // scans, until autovacuum notices its growth. A real installation never vacuums a table before it has rows.
  await client.query('vacuum analyze users, emails, phones, memberships, credentials, known_browsers')
  await client.end()
  return added
}
