import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase({ poolSize: 1 })
})
after(() => database.close())

describe('prepared statements', () => {
  it('prepares a statement once per connection', async () => {
    const ask = (number: number) =>
      sql<{ double: number }>`select ${number}::int * 2 as double`.execute(database.db)
    assert.equal((await ask(2)).rows[0]?.double, 4)
    assert.equal((await ask(3)).rows[0]?.double, 6)
    const prepared = await sql<{ count: number }>`
      select count(*)::int as count from pg_prepared_statements where statement like '%* 2 as double%'
        and statement not like '%pg_prepared%'`.execute(database.db)
    assert.equal(prepared.rows[0]?.count, 1)
  })

  it('repeats a statement unprepared when a newer version of the service changed the table', async () => {
    const { db } = database
    await sql`create table things (name text)`.execute(db)
    await sql`insert into things values ('first')`.execute(db)
    const read = () => sql`select * from things where name = ${'first'}`.execute(db)
    assert.deepEqual((await read()).rows, [{ name: 'first' }])
    await sql`alter table things add column colour text`.execute(db)
    assert.deepEqual((await read()).rows, [{ name: 'first', colour: null }])
  })

  it('reports the error of a faulty statement unchanged', async () => {
    await assert.rejects(sql`select ${'x'}::int`.execute(database.db), { code: '22P02' })
  })
})
