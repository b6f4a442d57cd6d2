/** Tests migration 0010 on a database that already contains emails of every kind (N-38). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { createEmptyDatabase, type TestConnection } from '../../testing/test-database.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/all.ts'

const name = '0010-normalised-addresses'
const earlier = Object.fromEntries(Object.entries(migrations).filter(([other]) => other < name))

let connection: TestConnection
let client: pg.Client
const warnings: string[] = []
const ids: Record<string, string> = {}
before(async () => {
  connection = await createEmptyDatabase()
  await migrate(connection, earlier)
  client = new pg.Client(connection)
  await client.connect()
  await write('plain', 'Asha@Example.com', 'asha@example.com', 'verified')
  await write('wide', 'ｖictim@example.com', 'victim@example.com', 'self_unverified')
  await write('older', 'νικοσ@example.gr', 'νικοσ@example.gr', 'self_unverified')
  await write('proven', 'νικος@example.gr', 'νικος@example.gr', 'verified')
  await migrate(connection, migrations, (message) => warnings.push(message))
})
after(() => client.end())

async function write(kind: string, address: string, key: string, provenance: string): Promise<void> {
  const { rows } = await client.query("insert into users (first_name) values ('Asha') returning id")
  ids[kind] = rows[0].id
  await client.query(
    'insert into emails (user_id, address, key, is_primary, provenance) values ($1, $2, $3, true, $4)',
    [ids[kind], address, key, provenance],
  )
}

describe('the migration to normalised addresses', () => {
  it('rewrites neither an email nor a key in migration 0010', async () => {
    const { rows } = await client.query('select address, key, twin from emails order by created_at, address')
    assert.deepEqual(rows, [
      { address: 'Asha@Example.com', key: 'asha@example.com', twin: '' },
      { address: 'ｖictim@example.com', key: 'victim@example.com', twin: '' },
      { address: 'νικοσ@example.gr', key: 'νικοσ@example.gr', twin: 'νικοσ@example.gr' },
      { address: 'νικος@example.gr', key: 'νικος@example.gr', twin: '' },
    ])
  })

  it('warns of accounts whose stored email differs from its normalised form, by id only', () => {
    assert.equal(warnings.length, 1)
    assert.match(warnings[0] ?? '', /^2 stored email addresses may differ/)
    assert.ok(warnings[0]?.includes(ids.wide ?? '?') && warnings[0].includes(ids.older ?? '?'))
    assert.ok(!warnings[0]?.includes(ids.plain ?? '?'))
    assert.doesNotMatch(warnings[0] ?? '', /@|victim|νικο/)
  })

  it('refuses a second email with the same folded key, whichever version of the service writes it', async () => {
    await write('first', 'ος@example.gr', 'ος@example.gr', 'verified')
    await assert.rejects(write('second', 'οσ@example.gr', 'οσ@example.gr', 'verified'), /emails_folded_key/)
  })
})
