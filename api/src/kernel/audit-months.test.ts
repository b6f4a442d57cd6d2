/** Tests creating, closing and dropping the monthly partitions of the audit trail (N-96). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createEmptyDatabase, patientBounds, type TestConnection } from '../testing/test-database.ts'
import { recordEvent } from './audit.ts'
import { keepAuditMonths } from './audit-months.ts'
import { connect, type Database } from './db/connect.ts'
import { migrate } from './db/migrate.ts'
import { migrations } from './db/migrations/all.ts'

const retentionMonths = 3
const former = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0027'))

const opened: Database[] = []
let connection: TestConnection
let db: Database['db']

beforeEach(async () => {
  connection = await createEmptyDatabase()
  db = open()
})
after(() => Promise.all(opened.map(({ close }) => close())))

/** Opens a single connection, like the job. */
function open(): Database['db'] {
  const database = connect(connection, () => {}, 1, patientBounds)
  opened.push(database)
  return database.db
}

async function addEvent(at: string, userId = randomUUID()): Promise<void> {
  await sql`insert into audit_events (at, event, user_id) values (${sql.raw(at)}, 'sign-in', ${userId})`.execute(
    db,
  )
}

/** Returns the name of each partition and its number of events. */
async function countEvents(): Promise<{ name: string; events: number }[]> {
  const { rows } = await sql<{ name: string; events: number }>`
    select relname as name, count(event)::int as events
    from pg_inherits join pg_class on pg_class.oid = inhrelid left join audit_events as e on e.tableoid = inhrelid
    where inhparent = 'audit_events'::regclass group by relname order by relname`.execute(db)
  return rows
}

/** Counts events by partition; `{0}` in a name means this month, `{1}` the next. */
async function partitions(): Promise<Record<string, number>> {
  const now = await monthNow()
  const relative = (name: string) =>
    name.replace(/(\d{4})_(\d\d)$/, (_, year, month) => `{${Number(year) * 12 + Number(month) - now}}`)
  return Object.fromEntries((await countEvents()).map(({ name, events }) => [relative(name), events]))
}

async function monthNow(): Promise<number> {
  const { rows } = await sql<{ month: number }>`
    select (extract(year from now() at time zone 'utc') * 12 + extract(month from now() at time zone 'utc'))::int as month`.execute(
    db,
  )
  return rows[0]?.month ?? Number.NaN
}

describe('months of the audit trail', () => {
  it('creates this month and two more, and then has nothing to do', async () => {
    await migrate(connection)
    assert.equal(await keepAuditMonths(db, retentionMonths), 3)
    assert.equal(await keepAuditMonths(db, retentionMonths), 0)
    await recordEvent(db, { event: 'sign-in' })
    assert.deepEqual(await partitions(), {
      'audit_events_{0}': 1,
      'audit_events_{1}': 0,
      'audit_events_{2}': 0,
      audit_events_default: 0,
    })
  })

  it('keeps the events, ids and indexes of a trail from before the months', async () => {
    await migrate(connection, former)
    await addEvent(`now() - interval '400 days'`)
    await recordEvent(db, { event: 'sign-in' })
    await migrate(connection)
    await recordEvent(db, { event: 'sign-out' })
    assert.equal(await keepAuditMonths(db, retentionMonths), 2)
    await recordEvent(db, { event: 'sign-in' })
    const { rows } = await sql<{ id: string }>`select id::text from audit_events order by id`.execute(db)
    assert.deepEqual(
      rows.map(({ id }) => id),
      ['1', '2', '3', '4'],
    )
    assert.deepEqual(await partitions(), {
      'audit_events_until_{2}': 4,
      'audit_events_{2}': 0,
      audit_events_default: 0,
    })
    const indexes = await sql<{ count: number }>`
      select count(*)::int as count from pg_index join pg_inherits on inhparent = 'audit_events'::regclass
      where indrelid = inhrelid`.execute(db)
    assert.equal(indexes.rows[0]?.count, 6, 'two indexes of each partition')
  })

  it('lets another copy of the former release record events while the months are created', async () => {
    await migrate(connection, former)
    const other = open()
    await recordEvent(other, { event: 'sign-in' })
    await migrate(connection)
    await recordEvent(other, { event: 'sign-in' })
    await keepAuditMonths(db, retentionMonths)
    await recordEvent(other, { event: 'sign-in' })
    assert.deepEqual((await partitions())['audit_events_until_{2}'], 3)
  })

  it('drops a month once its last event is older than the retention', async () => {
    await migrate(connection)
    const now = await monthNow()
    for (const age of [5, 4, 3, 2, 1]) {
      const begin = now - 1 - age
      const first = (month: number) =>
        `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01 00:00:00+00`
      const name = `audit_events_${first(begin).slice(0, 7).replace('-', '_')}`
      await sql
        .raw(
          `create table ${name} partition of audit_events for values from ('${first(begin)}') to ('${first(begin + 1)}')`,
        )
        .execute(db)
      await addEvent(`'${first(begin)}'`)
    }
    assert.equal(await keepAuditMonths(db, retentionMonths), 5)
    const kept = Object.keys(await partitions()).filter((name) => name.includes('{-'))
    assert.deepEqual(kept, ['audit_events_{-3}', 'audit_events_{-2}', 'audit_events_{-1}'])
  })

  it('moves events of a time without a month into a partition of their own', async () => {
    await migrate(connection)
    await keepAuditMonths(db, retentionMonths)
    await addEvent(`now() + interval '100 days'`)
    assert.equal((await partitions()).audit_events_default, 1)
    assert.equal(await keepAuditMonths(db, retentionMonths), 1)
    assert.deepEqual((await partitions())['audit_events_until_{5}'], 1)
  })

  it('finishes closing the default partition after a process was killed in between', async () => {
    await migrate(connection)
    await recordEvent(db, { event: 'sign-in' })
    await sql`alter table audit_events_default add constraint audit_events_range check (at < '2001-01-01') not valid`.execute(
      db,
    )
    assert.equal(await keepAuditMonths(db, retentionMonths), 2)
    await recordEvent(db, { event: 'sign-in' })
    assert.equal((await partitions())['audit_events_until_{2}'], 2)
  })

  it('leaves the months to another copy of the service that is creating them', async () => {
    await migrate(connection)
    const results = await Promise.all([open(), open(), open()].map((copy) => keepAuditMonths(copy, 3)))
    assert.equal(
      results.reduce((sum, count) => sum + count, 0),
      3,
    )
  })

  it('gives up quickly when a transaction holds the trail, so that no request waits behind it', async () => {
    await migrate(connection)
    await recordEvent(db, { event: 'sign-in' })
    await open()
      .transaction()
      .execute(async (trx) => {
        await recordEvent(trx, { event: 'sign-in' })
        await assert.rejects(keepAuditMonths(db, retentionMonths), /lock timeout/)
      })
    assert.equal(await keepAuditMonths(db, retentionMonths), 2)
  })

  it('refuses deleting, truncating and changing events in each partition too', async () => {
    await migrate(connection, former)
    const gone = randomUUID()
    await addEvent('now()', gone)
    await migrate(connection)
    await keepAuditMonths(db, retentionMonths)
    await addEvent(`date_trunc('month', now(), 'utc') + interval '65 days'`, gone)
    const tables = [{ name: 'audit_events', events: 2 }, ...(await countEvents())]
    for (const { name, events } of tables)
      for (const change of [
        `delete from ${name}`,
        `truncate ${name}`,
        ...(events ? [`update ${name} set event = 'sign-out' where user_id = '${gone}'`] : []),
      ])
        await assert.rejects(sql.raw(change).execute(db), /audit_events is append-only/, change)
    assert.equal(tables.filter(({ events }) => events).length, 3)
    await sql`update audit_events set user_id = null where user_id = ${gone}`.execute(db)
  })
})
