/**
 * Fills a database like years of use (`npm run bench -- --people 1000000`). Each user has five sessions, of which two
 * were opened with codes and one has ended, and twenty audit events spread over two years. The database is filled once
 * and reused by later runs.
 */
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import type { BenchUser } from './add-users.ts'
import { hashing, password, platform } from './bench-settings.ts'

const months = 24
const eventsAUser = 20

/** SQL for the hashed cookie of `browserCookieOf`, like the service's hash. */
const browserIdOf = (id: string) => {
  const text = `encode(sha256(convert_to('browser of ' || ${id}, 'utf8')), 'base64')`
  return `sha256(convert_to(rtrim(translate(${text}, '+/', '-_'), '='), 'utf8'))`
}

type Step = { table: string; statement: string; values?: (people: number) => Promise<unknown[]> | unknown[] }

const steps: readonly Step[] = [
  {
    table: 'users',
    statement: `insert into users (first_name, last_name) select 'Asha', 'Rao' from generate_series(1, $1)`,
    values: (people) => [people],
  },
  {
    table: 'emails',
    statement: `insert into emails (user_id, address, key, is_primary, provenance, verified_at)
      select id, 'person-' || number || '@many.bench.example', 'person-' || number || '@many.bench.example', true, 'verified', now()
      from (select id, row_number() over () as number from users) as numbered`,
  },
  {
    table: 'phones',
    statement: `insert into phones (user_id, number, is_primary, provenance, verified_at)
      select id, '+91' || 7000000000 + number, true, 'verified', now()
      from (select id, row_number() over () as number from users) as numbered`,
  },
  {
    table: 'memberships',
    statement: `insert into memberships (user_id, platform, provenance) select id, $1, 'sign_up' from users`,
    values: () => [platform.name],
  },
  {
    table: 'credentials',
    statement: `insert into credentials (user_id, kind, hash, provenance) select id, 'password', $1, 'verified' from users`,
    values: async () => [await hash(password, hashing)],
  },
  {
    table: 'known_browsers',
    statement: `insert into known_browsers (browser_id, user_id, expires_at)
      select ${browserIdOf('id')}, id, now() + interval '390 days' from users`,
  },
  {
    table: 'sessions',
    statement: `insert into sessions (user_id, platform, device_id, browser_id, amr, idle_seconds, idle_expires_at, expires_at, revoked_at)
      select id, $1, sha256(id::text::bytea), ${browserIdOf('id')}, '{pwd}', 1209600, now() + interval '14 days',
        now() + interval '90 days', case when number = 3 then now() - random() * interval '29 days' end
      from users, generate_series(1, 3) as number`,
    values: () => [platform.name],
  },
  {
    table: 'sessions',
    statement: `insert into sessions (parent_id, client_id, user_id, platform, amr, idle_seconds, idle_expires_at, expires_at)
      select id, $1, user_id, platform, amr, idle_seconds, idle_expires_at, expires_at from sessions where revoked_at is null`,
    values: () => [platform.clientId],
  },
  {
    table: 'one_time_tokens',
    statement: `insert into one_time_tokens (purpose, hash, user_id, session_id, issued_session_id, expires_at, used_at)
      select 'code', sha256(id::text::bytea), user_id, parent_id, id, now() + random() * interval '1 day', now()
      from sessions where parent_id is not null`,
  },
  {
    table: 'attempts',
    statement: `insert into attempts (key, count, touched_at)
      select 'idle ' || sha256(id::text::bytea), 1, now() - random() * interval '390 days' from users`,
  },
]

/** Creates the past months too, so that their events are in partitions as if the service had run all the time. */
const events = (
  table: string,
) => `insert into ${table} (id, at, event, user_id, session_id, platform, address, device_id, request_id)
  overriding system value
  select nextval(pg_get_serial_sequence('audit_events', 'id')), $1::timestamptz + random() * ($2::timestamptz - $1::timestamptz), 'sign-in', user_id, id, platform,
    sha256(id::text::bytea), device_id, gen_random_uuid()::text
  from sessions tablesample system_rows($3)`

/** Fills a migrated database, in about ten minutes for a million users. */
export async function addPeople(databaseUrl: string, people: number): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  // Turns off foreign key checks, which would take most of the time.
  await client.query(`set session_replication_role = replica; set maintenance_work_mem = '512MB'`)
  for (const { table, statement, values } of steps) {
    const indexes = await takeIndexes(client, table)
    await client.query(statement, await values?.(people))
    for (const definition of indexes) await client.query(definition)
    console.log(`  ${table} filled`)
  }
  await addEvents(client, people)
  await client.query('vacuum (analyze, parallel 0)')
  await client.query('checkpoint')
  await client.end()
}

/**
 * Drops the indexes without a constraint and returns their definitions, because indexing a filled table is much faster.
 */
async function takeIndexes(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
    [table],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

async function addEvents(client: pg.Client, people: number): Promise<void> {
  await client.query('create extension if not exists tsm_system_rows')
  const { rows } = await client.query(
    `select to_char(month, '"audit_events_"YYYY_MM') as name, month::text as begins,
       least(month + interval '1 month', now())::text as ends, (month + interval '1 month')::text as next
     from generate_series(date_trunc('month', now()) - make_interval(months => $1), now(), '1 month') as month`,
    [months - 1],
  )
  for (const { name, begins, ends, next } of rows) {
    const count = Math.round((people * eventsAUser) / months)
    const { rows: found } = await client.query('select to_regclass($1) as found', [name])
    if (found[0].found) {
      await client.query(events(name), [begins, ends, count])
    } else {
      // Creates the index after the rows, which is much faster.
      await client.query(`create table ${name} (like audit_events including defaults)`)
      await client.query(events(name), [begins, ends, count])
      await client.query(
        `alter table audit_events attach partition ${name} for values from ('${begins}') to ('${next}')`,
      )
    }
    console.log(`  ${name} filled`)
  }
}

/** Picks users at random, so that those who sign in are spread over the tables. */
export async function pickUsers(databaseUrl: string, count: number): Promise<BenchUser[]> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query(
    `select users.id as uuid, address as email, number as phone
     from users join emails on emails.user_id = users.id join phones on phones.user_id = users.id
     where address like '%@many.bench.example' order by random() limit $1`,
    [count],
  )
  await client.end()
  return rows
}
