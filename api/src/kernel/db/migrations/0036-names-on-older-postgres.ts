/** Names the words of schools by a collation that Postgres 15 has too, instead of `pg_c_utf8` of Postgres 17. */
import { type Kysely, sql } from 'kysely'
import { createSchoolNameKey } from './school-name-key.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // A school that another copy adds meanwhile would keep a key of the former function.
  `lock table schools in share row exclusive mode`,
  createSchoolNameKey,
  // Generated columns are computed when a row is written. Only names with rare characters have another key.
  `update schools set name = name where name_key <> school_name_key(name)`,
]
