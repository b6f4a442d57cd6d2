/**
 * Partitions the audit trail by month, so that expired months are dropped whole and indexes stay small. Only this file
 * and audit.ts write audit_events.
 */
import { type Kysely, sql } from 'kysely'
import type { Tables } from './db/tables.ts'

/** Partitions are created this many months early, so that every event has a partition. */
const monthsAhead = 2
const guardKey = 4002
/** Requests that record events queue behind a waiting table lock, so the wait is short; the next run tries again. */
const lockMs = 300

/** A partition: its name, and the first month after its last event. */
type Partition = { name: string; endsAt: Month }

/** Months since year 0, in UTC. */
type Month = number

/**
 * Creates the coming months, drops those whose retention has passed, and closes the default partition if it has events:
 * events from before the trail was partitioned, or from a time without a partition. Does nothing while another copy of
 * the service runs it. Requires a pool with a single connection, because the advisory lock belongs to the connection.
 *
 * @returns how many partitions were created, closed or dropped
 */
export async function keepAuditMonths(db: Kysely<Tables>, retentionMonths: number): Promise<number> {
  const guard = await sql<{ isMine: boolean }>`select pg_try_advisory_lock(${guardKey}) as is_mine`.execute(
    db,
  )
  if (!guard.rows[0]?.isMine) return 0
  try {
    const now = await currentMonth(db)
    const isClosed = await closeDefault(db, now)
    const created = await createMonths(db, now)
    return (isClosed ? 1 : 0) + created + (await dropMonths(db, now - retentionMonths))
  } finally {
    // A broken connection has already released the lock.
    await sql`select pg_advisory_unlock(${guardKey})`.execute(db).catch(() => {})
  }
}

async function createMonths(db: Kysely<Tables>, now: Month): Promise<number> {
  const first = lastEnd(await partitionsOf(db)) ?? now
  const months = Array.from({ length: Math.max(0, now + monthsAhead + 1 - first) }, (_, at) => first + at)
  for (const month of months)
    await change(db, [
      ...createTable(nameOf(month)),
      `alter table audit_events attach partition ${nameOf(month)}
        for values from (${beginOf(month)}) to (${beginOf(month + 1)})`,
    ])
  return months.length
}

async function dropMonths(db: Kysely<Tables>, oldest: Month): Promise<number> {
  const old = (await partitionsOf(db)).filter(({ endsAt }) => endsAt <= oldest)
  for (const { name } of old) await change(db, [`drop table ${name}`])
  return old.length
}

/**
 * Renames the default partition, which then covers all times up to a coming month, and creates an empty default. Events
 * can be written while the old ones are read: the check constraint is added without reading them and validated in a
 * second step.
 */
async function closeDefault(db: Kysely<Tables>, now: Month): Promise<boolean> {
  const { rows } = await sql<{ hasEvents: boolean }>`
    select exists(select from audit_events_default) as has_events`.execute(db)
  if (!rows[0]?.hasEvents) return false
  const begin = lastEnd(await partitionsOf(db))
  // At least one month in the future: until the partition is closed, the check refuses later events.
  const end = Math.max(now, begin ?? now) + monthsAhead
  const name = `audit_events_until_${suffixOf(end)}`
  const check = [...(begin ? [`at >= ${beginOf(begin)}`] : []), `at < ${beginOf(end)}`].join(' and ')
  await change(db, [
    `alter table audit_events_default drop constraint if exists audit_events_range`,
    `alter table audit_events_default add constraint audit_events_range check (${check}) not valid`,
  ])
  await sql.raw(`alter table audit_events_default validate constraint audit_events_range`).execute(db)
  await change(db, [
    `alter table audit_events detach partition audit_events_default`,
    `alter table audit_events_default rename to ${name}`,
    `alter table audit_events attach partition ${name}
      for values from (${begin ? beginOf(begin) : 'minvalue'}) to (${beginOf(end)})`,
    `alter table ${name} drop constraint audit_events_range`,
    `alter index audit_events_default_user_id_at_idx rename to ${name}_user_id_at_idx`,
    `alter index if exists audit_events_default_expr_at_idx rename to ${name}_expr_at_idx`,
    ...createTable('audit_events_default'),
    `alter table audit_events attach partition audit_events_default default`,
  ])
  return true
}

/** Creates a partition. Row triggers of audit_events apply to partitions; the statement trigger must be added. */
function createTable(name: string): string[] {
  return [
    `create table ${name} (like audit_events including defaults)`,
    `create trigger append_only before delete or truncate on ${name}
      for each statement execute function refuse_change()`,
  ]
}

async function change(db: Kysely<Tables>, statements: readonly string[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql.raw(`set local lock_timeout = ${lockMs}`).execute(trx)
    for (const statement of statements) await sql.raw(statement).execute(trx)
  })
}

/** Lists the partitions except the default one. Their names contain their months. */
async function partitionsOf(db: Kysely<Tables>): Promise<Partition[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'audit_events'::regclass`.execute(db)
  return rows.flatMap(({ name }) => {
    const [, until, year, month] = /^audit_events_(until_)?(\d{4,})_(\d\d)$/.exec(name) ?? []
    if (!year) return []
    return { name, endsAt: Number(year) * 12 + Number(month) - 1 + (until ? 0 : 1) }
  })
}

function lastEnd(partitions: readonly Partition[]): Month | undefined {
  return partitions.length > 0 ? Math.max(...partitions.map(({ endsAt }) => endsAt)) : undefined
}

async function currentMonth(db: Kysely<Tables>): Promise<Month> {
  const { rows } = await sql<{ year: number; month: number }>`
    select extract(year from now)::int as year, extract(month from now)::int as month
    from (select clock_timestamp() at time zone 'utc' as now) as moment`.execute(db)
  const [{ year, month } = { year: Number.NaN, month: Number.NaN }] = rows
  return year * 12 + month - 1
}

const suffixOf = (month: Month) => `${Math.floor(month / 12)}_${String((month % 12) + 1).padStart(2, '0')}`
const nameOf = (month: Month) => `audit_events_${suffixOf(month)}`
const beginOf = (month: Month) => `'${suffixOf(month).replace('_', '-')}-01 00:00:00+00'`
