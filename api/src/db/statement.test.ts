import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase } from '../testing/test-database.ts'
import { statement } from './statement.ts'

it('plans a statement on arrays once, however few their items are', async () => {
  const { db, close } = await createTestDatabase({ poolSize: 1 })
  // On one item, joins of this many rows are much cheaper than on the ten that a general plan expects.
  await sql`insert into users (first_name) select 'Asha' from generate_series(1, 2000)`.execute(db)
  await sql`analyze users`.execute(db)
  for (let call = 0; call < 20; call += 1) {
    const ids = ['00000000-0000-4000-8000-000000000000']
    await statement(db)`
      select one.id from unnest(${ids}::uuid[]) as given (id)
      join users as one on one.id = given.id join users as other on other.id = given.id`
  }
  const { rows } = await sql<{ plans: string }>`
    select custom_plans as plans from pg_prepared_statements where statement like ${'%as other%'}`.execute(db)
  // Postgres plans the first five calls of every statement anew.
  assert.deepEqual(
    rows.map(({ plans }) => Number(plans)),
    [5],
  )
  await close()
})
