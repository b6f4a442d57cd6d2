/** Tests migrations by several copies of the service: at once, one after another, and after a newer version. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { createEmptyDatabase, patientBounds, type TestConnection } from '../../testing/test-database.ts'
import { StartError } from '../start-error.ts'
import { connect } from './connect.ts'
import { assertDurable } from './durability.ts'
import { isMigrated, migrate } from './migrate.ts'
import { migrations } from './migrations/all.ts'

const clients: pg.Client[] = []
after(() => Promise.all(clients.map((client) => client.end())))

async function open(connection: TestConnection): Promise<pg.Client> {
  const client = new pg.Client(connection)
  clients.push(client)
  await client.connect()
  return client
}

describe('migrations', { concurrency: true }, () => {
  it('runs each migration once when four copies start at once on a fresh database', async () => {
    const connection = await createEmptyDatabase()
    await Promise.all(Array.from({ length: 4 }, () => migrate(connection)))
    const client = await open(connection)
    const { rows } = await client.query('select name from kysely_migration order by name')
    assert.deepEqual(
      rows.map(({ name }) => name),
      Object.keys(migrations).sort(),
    )
    const { db, close } = connect(connection, () => {}, undefined, patientBounds)
    assert.equal(await isMigrated(db), true)
    await close()
  })

  it('waits for the migrations of another copy longer than a query may wait for a lock', async () => {
    const connection = await createEmptyDatabase()
    await migrate(connection)
    const other = await open(connection)
    // The key of Kysely's lock, from its Postgres adapter.
    await other.query('select pg_advisory_lock(3853314791062309107)')
    let isDone = false
    const waiting = migrate(connection).then(() => {
      isDone = true
    })
    await sleep(2_500)
    assert.equal(isDone, false)
    await other.query('select pg_advisory_unlock(3853314791062309107)')
    await waiting
  })

  it('removes the statement timeout for migrations and keeps the lock timeout', async () => {
    const connection = await createEmptyDatabase()
    const settings = sql`create table settings as
      select name, setting from pg_settings where name in ('statement_timeout', 'lock_timeout')`
    await migrate(connection, {
      '0001-settings': { up: async (db) => void (await settings.execute(db)) },
    })
    const client = await open(connection)
    const { rows } = await client.query('select name, setting from settings order by name')
    assert.deepEqual(rows, [
      { name: 'lock_timeout', setting: '2000' },
      { name: 'statement_timeout', setting: '0' },
    ])
  })

  it('rolls back all pending migrations when one fails', async () => {
    const connection = await createEmptyDatabase()
    const first = { up: async (db: Kysely<unknown>) => void (await sql`create table first ()`.execute(db)) }
    const second = { up: () => Promise.reject(new Error('second fails')) }
    await assert.rejects(migrate(connection, { '0001-first': first, '0002-second': second }), /second fails/)
    const client = await open(connection)
    assert.equal((await client.query("select to_regclass('first') as found")).rows[0].found, null)
  })

  it('lets copies of the former version write and read by the former names of tables and columns', async () => {
    const connection = await createEmptyDatabase()
    await migrate(connection)
    const client = await open(connection)
    await client.query(`insert into secrets (purpose, hash, expires_at) values ('handover', '\\x01', now())`)
    const used = await client.query(
      `update secrets set used_at = now() where hash = '\\x01' returning purpose`,
    )
    assert.deepEqual(used.rows, [{ purpose: 'handover' }])
    const expired = `select ctid from secrets where expires_at <= now() limit 1 for update skip locked`
    const deleted = await client.query(`delete from secrets where ctid = any(array(${expired}))`)
    assert.equal(deleted.rowCount, 1)
    await client.query(`insert into messages (medium, template) values ('sms', 'otp-code')`)
    const { rows } = await client.query('select medium, channel from messages')
    assert.deepEqual(rows, [{ medium: 'sms', channel: 'sms' }])
  })

  it('refuses a database migrated by a newer version in one line', async () => {
    const connection = await createEmptyDatabase()
    await migrate(connection)
    const client = await open(connection)
    await client.query("insert into kysely_migration values ('9999-from-tomorrow', now()::text)")
    await assert.rejects(
      migrate(connection),
      (error: Error) =>
        error instanceof StartError &&
        error.message ===
          'The database was migrated by another version of Foyer, to 9999-from-tomorrow: start that one or a newer one.',
    )
  })
})

describe('database durability', () => {
  it('refuses a database that may lose acknowledged writes, in one line that names the settings', async () => {
    const { db, close } = connect(await createEmptyDatabase(), () => {}, undefined, patientBounds)
    const expected =
      'DATABASE_URL: this database may lose what it has acknowledged: fsync is off, full_page_writes is off, synchronous_commit is off.'
    await assert.rejects(assertDurable(db), (error: Error) => error.message === expected)
    await close()
  })
})
