import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { StartError } from '../start-error.ts'
import { connect } from './connect.ts'
import { assertBounded } from './pooled-bounds.ts'

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

  it('prepares no statement behind a pooler that cannot keep them', async (t) => {
    const pooler = { isPreparing: false }
    const { db, close } = connect({ connectionString: database.url, pooler }, () => {}, 1)
    t.after(close)
    assert.deepEqual((await sql`select ${2}::int as two`.execute(db)).rows, [{ two: 2 }])
    const { rows } = await sql`select from pg_prepared_statements`.execute(db)
    assert.equal(rows.length, 0)
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

describe('time limits behind a pooler', () => {
  const pooler = { isPreparing: true }

  it('refuses a pooler whose connections have no time limits, with the statements to run', async (t) => {
    const { db, close } = connect({ connectionString: database.url, pooler }, () => {}, 1)
    t.after(close)
    await assert.rejects(
      assertBounded(db),
      (error) =>
        error instanceof StartError &&
        /run alter role "\w+" set idle_in_transaction_session_timeout = 10000; .+ lock_timeout = 2000; .+ statement_timeout = 5000; and RECONNECT/.test(
          error.message,
        ),
    )
  })

  it('accepts a pooler whose connections have the time limits of the service', async (t) => {
    const { db, close } = connect({ connectionString: database.url, pooler }, () => {}, 1)
    t.after(close)
    await sql`set statement_timeout = '5s'`.execute(db)
    await sql`set lock_timeout = '2s'`.execute(db)
    await sql`set idle_in_transaction_session_timeout = '10s'`.execute(db)
    await assertBounded(db)
  })
})
