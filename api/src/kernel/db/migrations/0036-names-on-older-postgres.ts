/** Computes the words of school names with a collation that Postgres 15 has, instead of `pg_c_utf8` of Postgres 17. */
import { type Kysely, sql } from 'kysely'
import { createSchoolNameKey } from './school-name-key.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Without the lock, a school added by another copy in the meantime would keep a key of the old function.
  `lock table schools in share row exclusive mode`,
  createSchoolNameKey,
  // Rewrites the rows, because generated columns are computed on write. Only names with rare characters get another
  // key.
  `update schools set name = name where name_key <> school_name_key(name)`,
]
