/** Tests what the rules find in statements of the service. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { judgeStatement } from './judge-statement.ts'

describe('the judgement of a statement', () => {
  it('accepts a statement of one user, and one of no table', () => {
    for (const text of [
      'select "id" from "sessions" where "user_id" = $1',
      'begin',
      'select clock_timestamp()',
    ])
      assert.deepEqual(Object.values(judgeStatement(text)).slice(0, 3), ['as it is', 'as it is', 'as it is'])
  })

  it('names what stands in the way of each engine', () => {
    const lock = judgeStatement('select pg_try_advisory_lock($1) as is_mine')
    assert.deepEqual([lock.Citus, lock.CockroachDB, lock.YugabyteDB], Array(3).fill('advisory lock'))
    const deletion = judgeStatement(
      'delete from attempts where ctid = any(array(select ctid from attempts for update skip locked))',
    )
    assert.equal(deletion.CockroachDB, 'ctid')
    assert.equal(deletion.Citus, 'ctid, SKIP LOCKED, no user to distribute by')
    assert.deepEqual(deletion.rules, ['ctid', 'SKIP LOCKED'])
  })

  it('notes several writes in one statement', () => {
    const { Citus, YugabyteDB } = judgeStatement(
      'with made as (insert into sessions (user_id) values ($1)) update users set a = 1',
    )
    assert.deepEqual([Citus, YugabyteDB], ['several writes in one statement', 'as it is'])
  })
})
