/**
 * Tests which Postgres servers are refused, and that upgraded and new databases compute the same keys of school names.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { runFoyer } from '../../operator/command-line/test-run-foyer.ts'
import { createPreparation, prepareAtLast } from '../../preparation.ts'
import { createServices } from '../../services.ts'
import { openTestApp, type TestApp, testSecret } from '../../testing/test-app.ts'
import { createTestDatabase, patientBounds, type TestDatabase } from '../../testing/test-database.ts'
import { StartError } from '../start-error.ts'
import { connect } from './connect.ts'
import { up } from './migrations/0036-names-on-older-postgres.ts'

const sentence = 'DATABASE_URL: Postgres 14.9 is not supported: use Postgres 15 or later.'

describe('a server that is too old', () => {
  let testApp: TestApp
  before(async () => {
    testApp = await openTestApp()
    const { db } = testApp.services
    // The view hides the system's view of the same name, so new connections see an old server.
    await sql`create schema older`.execute(db)
    await sql`create view older.pg_settings as select name, case name
      when 'server_version' then '14.9' when 'server_version_num' then '140009' else setting end as setting
      from pg_catalog.pg_settings`.execute(db)
    const database = sql.ref(testApp.databaseUrl.match(/test_[0-9a-f]+/)?.[0] ?? '')
    await sql`alter database ${database} set search_path = older, pg_catalog, public`.execute(db)
  })
  after(() => testApp.close())

  it('stops the start of the service with one sentence', async () => {
    const connection = { connectionString: testApp.databaseUrl }
    const { db, close } = connect(connection, () => {}, undefined, patientBounds)
    const services = createServices(testApp.services.config, db, [Buffer.from(testSecret)])
    const preparation = createPreparation(services, connection)
    const log = { info() {}, error() {} }
    await assert.rejects(
      prepareAtLast(preparation, log, new AbortController().signal),
      (error: Error) => error instanceof StartError && error.message === sentence,
    )
    await close()
  })

  it('is refused by the command line with the same sentence, before it migrates', async () => {
    const env = { DATABASE_URL: testApp.databaseUrl, FOYER_SECRETS: testSecret }
    assert.deepEqual(await runFoyer('migrate', env), { code: 1, out: '', error: `${sentence}\n` })
  })
})

describe('the names of schools in an upgraded database', () => {
  let database: TestDatabase
  before(async () => {
    database = await createTestDatabase()
  })
  after(() => database.close())

  it('become those of a fresh database, by the same function', async () => {
    const { db } = database
    const definition = sql<{ text: string }>`select pg_get_functiondef('school_name_key'::regproc) as text`
    const keys = sql<{ nameKey: string; words: string }>`
      select name_key, array_to_string(tsvector_to_array(name_words), ' ') as words from schools order by name`
    const [fresh] = (await definition.execute(db)).rows
    const { rows: countries } = await sql<{ id: string }>`
      select id from countries limit 1`.execute(db)
    // Installs an earlier version's function, which only Postgres 17 and later can have.
    await sql`create or replace function school_name_key(name text) returns text language sql immutable strict
      parallel safe return lower(name collate "und-x-icu")`.execute(db)
    for (const name of ['École St. Marie', 'Σχολείο Πατρός', 'Łódź 2 + 3'])
      await sql`
        insert into schools (name, type, country_id, contact_first_name)
        values (${name}, 'private', ${countries[0]?.id}, 'Asha')`.execute(db)
    await db.transaction().execute((trx) => up(trx as unknown as Kysely<unknown>))
    assert.deepEqual((await definition.execute(db)).rows, [fresh])
    assert.deepEqual((await keys.execute(db)).rows, [
      { nameKey: 'ecole st marie', words: 'ecole marie st' },
      { nameKey: 'łodz 2 3', words: '2 3 łodz' },
      { nameKey: 'σχολειο πατροσ', words: 'πατροσ σχολειο' },
    ])
  })
})
