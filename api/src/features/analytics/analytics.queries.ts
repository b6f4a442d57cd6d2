/**
 * Reads and writes the tables analytics_events and analytics_devices; no other file writes them. Conditions compare
 * with `now()`, because Postgres uses no index for `clock_timestamp()`.
 */
import { sql } from 'kysely'
import { hasAgreedToAnalytics } from '../../identity/users/user-settings.ts'
import type { Db } from '../../kernel/db/connect.ts'

/** The retention of records in seconds: 90 days with a collector, which also has the records, and 7 days without. */
export const analyticsKeepSeconds = { withCollector: 7_776_000, alone: 604_800 } as const

/** Rows above this number are deleted before they expire, so that events cannot fill the disk. */
const analyticsRowsMax = 1_000_000

export type AnalyticsRecord = { name: string } & (
  | { kind: 'event'; payload: Record<string, unknown>; occurredAt: Date }
  | { kind: 'identify' | 'attribute'; sealed: Buffer }
)

const overtakenSeconds = 10

/** The device and user of new records. `isStored` is false if the user has not consented to analytics. */
type RecordOwner = { deviceId: Buffer | null; userId: string | null; isStored: boolean }

/** Finds the owner of new records. Without a `userId`, the owner is the user who was identified on the device. */
export async function findRecordOwner(
  db: Db,
  { deviceId, userId }: { deviceId: Buffer | null; userId: string | null },
): Promise<RecordOwner> {
  const { rows } = await sql<Pick<RecordOwner, 'userId' | 'isStored'>>`
    select user_id, (user_id is null or ${hasAgreedToAnalytics('owner.user_id')}) as is_stored
    from (select coalesce(${userId}::uuid,
      (select user_id from analytics_devices where device_id = ${deviceId})) as user_id) as owner`.execute(db)
  const [found = { userId, isStored: false }] = rows
  return { deviceId, ...found }
}

/** Stores records. `isForwarded` is true if a collector is configured; it receives the records with its next batch. */
export async function insertRecords(
  db: Db,
  records: readonly AnalyticsRecord[],
  { deviceId, userId, isStored }: RecordOwner,
  isForwarded: boolean,
): Promise<void> {
  if (!isStored) return
  const keepSeconds = analyticsKeepSeconds[isForwarded ? 'withCollector' : 'alone']
  const rows = records.map((record) => ({
    kind: record.kind,
    name: record.name,
    payload: record.kind === 'event' ? JSON.stringify(record.payload) : null,
    sealed: record.kind === 'event' ? null : record.sealed,
    occurredAt: record.kind === 'event' ? record.occurredAt : sql<Date>`now()`,
    deviceId,
    userId,
    expiresAt: sql<Date>`now() + make_interval(secs => ${keepSeconds})`,
    forwardAt: isForwarded ? sql<Date>`now()` : null,
  }))
  await db.insertInto('analyticsEvents').values(rows).execute()
}

/**
 * Links a device to a user. Its future records belong to the user, and so do those of the last 10 s, because requests
 * may arrive out of order. A user without consent is linked too, so that nothing is stored for the device.
 */
export async function linkDevice(
  db: Db,
  { deviceId, userId, isStored }: { deviceId: Buffer; userId: string; isStored: boolean },
): Promise<void> {
  await db
    .with('overtaken', (query) =>
      query
        .selectFrom('analyticsEvents')
        .select('id')
        .where('deviceId', '=', deviceId)
        .where('userId', 'is', null)
        .where('receivedAt', '>', sql<Date>`now() - make_interval(secs => ${overtakenSeconds})`),
    )
    .with('settled', (query) => {
      const isOvertaken = sql<boolean>`analytics_events.id in (select id from overtaken)`
      return isStored
        ? query.updateTable('analyticsEvents').set({ userId }).where(isOvertaken)
        : query.deleteFrom('analyticsEvents').where(isOvertaken)
    })
    .insertInto('analyticsDevices')
    .values({ deviceId, userId })
    .onConflict((conflict) => conflict.column('deviceId').doUpdateSet({ userId, identifiedAt: sql`now()` }))
    .execute()
}

/** Lists the rows that are still stored about a user, oldest first. */
export async function findRecordsOfUser(db: Db, userId: string) {
  const events = await db
    .selectFrom('analyticsEvents')
    .select(['kind', 'name', 'payload', 'sealed', 'occurredAt', 'receivedAt', 'expiresAt', 'forwardedAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
  const devices = await db
    .selectFrom('analyticsDevices')
    .select('identifiedAt')
    .where('userId', '=', userId)
    .orderBy('identifiedAt')
    .execute()
  return { events, devices }
}

export async function unlinkDevice(db: Db, deviceId: Buffer): Promise<void> {
  await db.deleteFrom('analyticsDevices').where('deviceId', '=', deviceId).execute()
}

export type DueRecord = {
  id: string
  eventId: string
  kind: AnalyticsRecord['kind']
  name: string
  payload: Record<string, unknown> | null
  sealed: Buffer | null
  deviceId: Buffer | null
  userId: string | null
  occurredAt: Date
  receivedAt: Date
  ageSeconds: number
}

/**
 * Claims up to `limit` due records for `leaseSeconds`; other copies of the service skip them during that time. Deletes
 * due records of users who have not consented or have withdrawn consent.
 */
export async function claimDue(db: Db, limit: number, leaseSeconds: number): Promise<DueRecord[]> {
  const { rows } = await sql<DueRecord>`
    with due as materialized (
      select id, (user_id is null or ${hasAgreedToAnalytics('analytics_events.user_id')}) as is_sent
      from analytics_events where forward_at <= now()
      order by forward_at, id limit ${limit} for update skip locked
    ), gone as (
      delete from analytics_events where id = any(array(select id from due where not is_sent))
    )
    update analytics_events set
      forward_at = now() + make_interval(secs => ${leaseSeconds}),
      tries = tries + 1
    where id = any(array(select id from due where is_sent))
    returning id, event_id, kind, name, payload, sealed, device_id, user_id, occurred_at, received_at,
      extract(epoch from now() - received_at)::float as age_seconds`.execute(db)
  return rows.sort((a, b) => Number(a.id) - Number(b.id))
}

/** Marks records as finished: the collector received them, or they are too old to send. */
export async function settleDue(db: Db, ids: readonly string[], isDelivered: boolean): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('analyticsEvents')
    .set({ forwardAt: null, ...(isDelivered && { forwardedAt: sql<Date>`now()` }) })
    .where('id', '=', sql<string>`any(${ids}::bigint[])`)
    .execute()
}

/** Schedules another attempt to send the records; the wait grows with each attempt. */
export async function postponeDue(
  db: Db,
  ids: readonly string[],
  { firstSeconds, maxSeconds }: { firstSeconds: number; maxSeconds: number },
): Promise<void> {
  await sql`
    update analytics_events set forward_at =
      now() + make_interval(secs => least(${maxSeconds}, ${firstSeconds} * power(2, least(tries, 20) - 1)))
    where id = any(${ids}::bigint[])`.execute(db)
}

/**
 * Deletes up to `limit` rows of each kind: expired records, records above the maximum, and devices without a recent
 * user.
 */
export async function deleteOldAnalytics(db: Db, limit: number): Promise<number> {
  const { numAffectedRows: events } = await sql`
    delete from analytics_events where id = any(array(
      select id from (
        select id from analytics_events where expires_at < now()
        order by expires_at limit ${limit} for update skip locked) as over
      union
      select id from (
        select id from analytics_events
        where id <= (select max(id) from analytics_events) - ${analyticsRowsMax}
        order by id limit ${limit} for update skip locked) as surplus))`.execute(db)
  const { numAffectedRows: devices } = await sql`
    delete from analytics_devices where device_id = any(array(
      select device_id from analytics_devices
      where identified_at < now() - make_interval(secs => ${analyticsKeepSeconds.withCollector})
      order by identified_at limit ${limit} for update skip locked))`.execute(db)
  return Number(events ?? 0) + Number(devices ?? 0)
}
