/**
 * Reads and writes the table error_reports, with one row for equal errors; no other file writes it. Conditions compare
 * with `now()`, because Postgres uses no index for `clock_timestamp()`.
 */
import type { ErrorReport } from '@foyer/contract/routes/error-reports'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import type { Waits } from '../../kernel/outbound/forward-due.ts'
import { fingerprintOf } from './clean-report.ts'

/** Rows are deleted 30 days after the last report of their error. */
const errorReportsKeepSeconds = 2_592_000

/** Rows above this number are deleted earlier, so that forged errors cannot fill the disk. */
export const errorReportsRowsMax = 10_000

export type KnownError = ErrorReport & {
  id: string
  count: number
  firstSeenAt: Date
  lastSeenAt: Date
}

/**
 * Stores a cleaned report. `isForwarded` is true if a collector is configured; it receives the row with its next batch.
 */
export async function insertReport(db: Db, report: ErrorReport, isForwarded: boolean): Promise<undefined> {
  await db
    .insertInto('errorReports')
    .values({
      ...report,
      fingerprint: fingerprintOf(report),
      frames: JSON.stringify(report.frames),
      forwardAt: isForwarded ? sql<Date>`now()` : null,
    })
    .onConflict((conflict) =>
      conflict.column('fingerprint').doUpdateSet({
        count: sql<number>`error_reports.count + 1`,
        lastSeenAt: sql<Date>`now()`,
        // A row that already waits to be sent again keeps its time.
        forwardAt: sql<Date>`coalesce(error_reports.forward_at, excluded.forward_at)`,
      }),
    )
    .execute()
}

/** Lists the most recently reported errors. */
export async function findLatestErrors(db: Db, limit: number): Promise<KnownError[]> {
  return db
    .selectFrom('errorReports')
    .select(['id', 'kind', 'message', 'frames', 'page', 'build', 'count', 'firstSeenAt', 'lastSeenAt'])
    .orderBy('lastSeenAt', 'desc')
    .limit(limit)
    .execute()
}

/** Claims up to `limit` due rows for `leaseSeconds`; other copies of the service skip them during that time. */
export async function claimDueErrors(db: Db, limit: number, leaseSeconds: number): Promise<KnownError[]> {
  const { rows } = await sql<KnownError>`
    update error_reports set
      forward_at = now() + make_interval(secs => ${leaseSeconds}),
      tries = tries + 1
    where id = any(array(
      select id from error_reports where forward_at <= now()
      order by forward_at limit ${limit} for update skip locked))
    returning id, kind, message, frames, page, build, count, first_seen_at, last_seen_at`.execute(db)
  return rows
}

/** Marks rows as delivered. A row whose count rose in the meantime is due again. */
export async function settleDueErrors(db: Db, errors: readonly KnownError[]): Promise<void> {
  await sql`
    update error_reports set tries = 0, forward_at = case when count > sent.sent_count then now() end
    from unnest(${errors.map(({ id }) => id)}::uuid[], ${errors.map(({ count }) => count)}::int[])
      as sent (sent_id, sent_count)
    where id = sent.sent_id`.execute(db)
}

export async function postponeDueErrors(
  db: Db,
  errors: readonly KnownError[],
  { firstSeconds, maxSeconds }: Waits,
): Promise<void> {
  await sql`
    update error_reports set forward_at =
      now() + make_interval(secs => least(${maxSeconds}, ${firstSeconds} * power(2, least(tries, 20) - 1)))
    where id = any(${errors.map(({ id }) => id)}::uuid[])`.execute(db)
}

/** Deletes up to `limit` rows of each kind: errors that were not reported for 30 days, and rows above the maximum. */
export async function deleteOldErrorReports(db: Db, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from error_reports where id = any(array(
      select id from (
        select id from error_reports
        where last_seen_at < now() - make_interval(secs => ${errorReportsKeepSeconds})
        order by last_seen_at limit ${limit} for update skip locked) as over
      union
      select id from (
        select id from error_reports
        order by last_seen_at desc offset ${errorReportsRowsMax} limit ${limit} for update skip locked) as surplus))`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
