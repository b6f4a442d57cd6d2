/** Adds the details of schools, the decision of their verification, their logos, and the search by name. */
import { type Kysely, sql } from 'kysely'
import { createSchoolNameKey } from './school-name-key.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table schools
    add column board text,
    add column address text,
    add column website text,
    add column contact_email text,
    add column contact_phone text,
    add column status_reason text,
    add column decided_at timestamptz,
    add column logo_id uuid`,

  createSchoolNameKey,
  // Builds a query for names in which some word begins with each searched word.
  `create function school_name_query(search text) returns tsquery language sql immutable strict parallel safe return (
    select string_agg('''' || replace(replace(word, '\\', '\\\\'), '''', '''''') || ''':*', ' & ')::tsquery
    from unnest(string_to_array(school_name_key(search), ' ')) as word)`,
  // Generated columns, because the previous version of the service adds schools without these columns.
  `alter table schools
    add column name_key text not null generated always as (school_name_key(name)) stored,
    add column name_words tsvector not null
      generated always as (array_to_tsvector(string_to_array(school_name_key(name), ' '))) stored`,

  // The sort order of the list: overall, in one country, and by status. The second index also finds schools of the same
  // name.
  `create index on schools (name_key, id)`,
  `create index on schools (country_id, name_key, id)`,
  `create index on schools (status, name_key, id)`,
  `create index on schools using gin (name_words)`,

  // A row exists before its file, so that every file can be deleted later.
  `create table school_logos (
    id uuid primary key,
    school_id uuid references schools on delete set null,
    created_at timestamptz not null default clock_timestamp()
  )`,
  `create index on school_logos (school_id) where school_id is not null`,
  `create index on school_logos (created_at) where school_id is null`,
]
