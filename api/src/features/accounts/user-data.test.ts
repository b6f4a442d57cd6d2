/** Compares the kinds of data about a user with the tables of the database (N-96, N-97). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { userData } from './user-data.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp()
})
after(() => testApp.close())

const camelCase = (name: string) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase())

/** Lists the tables that refer to users, and what the deletion of a user does to their rows. */
async function tablesOfUsers(): Promise<{ table: string; isCascade: boolean }[]> {
  const { rows } = await sql<{ table: string; isCascade: boolean }>`
    select class.relname as table, coalesce(bool_and(reference.confdeltype = 'c'), false) as is_cascade
    from pg_attribute as attribute
      join pg_class as class on class.oid = attribute.attrelid
      left join pg_constraint as reference on reference.conrelid = class.oid and reference.contype = 'f'
        and reference.conkey = array[attribute.attnum] and reference.confrelid = 'users'::regclass
    where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p')
      and not class.relispartition and not attribute.attisdropped
      and (attribute.attname like '%user\\_id' or attribute.attname = 'founder_id' or reference.oid is not null)
    group by class.relname`.execute(testApp.services.db)
  return rows.map(({ table, isCascade }) => ({ table: camelCase(table), isCascade }))
}

describe('the kinds of data about a user', () => {
  it('have a row for every table with the id of a user', async () => {
    const listed = new Set<string>(Object.values(userData).flatMap(({ tables }) => tables))
    const found = await tablesOfUsers()
    assert.ok(found.length > 20)
    assert.deepEqual(
      found.map(({ table }) => table).filter((table) => !listed.has(table)),
      [],
    )
  })

  it('go with the user only where a foreign key deletes their rows, or their files are deleted', async () => {
    const found = new Map((await tablesOfUsers()).map(({ table, isCascade }) => [table, isCascade]))
    const left = Object.values(userData)
      .filter(({ atDeletion, files }) => atDeletion === 'with the user' && !files)
      .flatMap(({ tables }) => tables.filter((table) => found.get(table) === false))
    assert.deepEqual(left, [])
  })

  it('have one row for each table', () => {
    const tables = Object.values(userData).flatMap((kind) => kind.tables)
    assert.deepEqual(tables, [...new Set(tables)])
  })
})
