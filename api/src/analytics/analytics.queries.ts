/**
 * What was told to analytics, and whose a device is. Owner of the tables analytics_events and analytics_devices. Times
 * that statements search for are `now()`, since no index is searched for `clock_timestamp()`.
 */
import { analyticsKeepSeconds, analyticsRowsMax } from '@foyer/contract/limits'
import { sql } from 'kysely'
import { hasWithdrawnAnalytics } from '../accounts/users/user-settings.ts'
import type { Db } from '../db/connect.ts'

export type Told = { name: string } & (
  | { kind: 'event'; payload: Record<string, unknown>; occurredAt: Date }
  | { kind: 'identify' | 'attribute'; sealed: Buffer }
)

const overtakenSeconds = 10

/** Whose what a device tells is; `hasWithdrawn`: they want none of it kept. */
export type Teller = { deviceId: Buffer | null; userId: string | null; hasWithdrawn: boolean }

/** Without a person named, whoever was identified on the device. */
export async function findTeller(
  db: Db,
  { deviceId, userId }: { deviceId: Buffer | null; userId: string | null },
): Promise<Teller> {
  const { rows } = await sql<Pick<Teller, 'userId' | 'hasWithdrawn'>>`
    select user_id, ${hasWithdrawnAnalytics('teller.user_id')} as has_withdrawn
    from (select coalesce(${userId}::uuid,
      (select user_id from analytics_devices where device_id = ${deviceId})) as user_id) as teller`.execute(
    db,
  )
  const [found = { userId, hasWithdrawn: false }] = rows
  return { deviceId, ...found }
}

/** `isForwarded`: there is a collector, which gets it at the next turn. */
export async function insertTold(
  db: Db,
  told: readonly Told[],
  { deviceId, userId, hasWithdrawn }: Teller,
  isForwarded: boolean,
): Promise<void> {
  if (hasWithdrawn) return
  const keepSeconds = analyticsKeepSeconds[isForwarded ? 'withCollector' : 'alone']
  const rows = told.map((one) => ({
    kind: one.kind,
    name: one.name,
    payload: one.kind === 'event' ? JSON.stringify(one.payload) : null,
    sealed: one.kind === 'event' ? null : one.sealed,
    occurredAt: one.kind === 'event' ? one.occurredAt : sql<Date>`now()`,
    deviceId,
    userId,
    expiresAt: sql<Date>`now() + make_interval(secs => ${keepSeconds})`,
    forwardAt: isForwarded ? sql<Date>`now()` : null,
  }))
  await db.insertInto('analyticsEvents').values(rows).execute()
}

/**
 * What this device tells is this person's from now on, and what came just before, since calls overtake each other.
 * Who wants none of it kept is noted too: by that we know whose not to keep.
 */
export async function noteOwner(
  db: Db,
  { deviceId, userId, hasWithdrawn }: { deviceId: Buffer; userId: string; hasWithdrawn: boolean },
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
      return hasWithdrawn
        ? query.deleteFrom('analyticsEvents').where(isOvertaken)
        : query.updateTable('analyticsEvents').set({ userId }).where(isOvertaken)
    })
    .insertInto('analyticsDevices')
    .values({ deviceId, userId })
    .onConflict((conflict) => conflict.column('deviceId').doUpdateSet({ userId, identifiedAt: sql`now()` }))
    .execute()
}

/** Lists the rows still kept of a person, the oldest first. */
export async function findToldOf(db: Db, userId: string) {
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

export async function forgetOwner(db: Db, deviceId: Buffer): Promise<void> {
  await db.deleteFrom('analyticsDevices').where('deviceId', '=', deviceId).execute()
}

export type Due = {
  id: string
  eventId: string
  kind: Told['kind']
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
 * Up to `limit` that are due, held for `leaseSeconds`: no other copy of the service is given them meanwhile. Those of
 * people who do not want it any more go instead.
 */
export async function claimDue(db: Db, limit: number, leaseSeconds: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with due as materialized (
      select id, ${hasWithdrawnAnalytics('analytics_events.user_id')} as has_withdrawn
      from analytics_events where forward_at <= now()
      order by forward_at, id limit ${limit} for update skip locked
    ), gone as (
      delete from analytics_events where id = any(array(select id from due where has_withdrawn))
    )
    update analytics_events set
      forward_at = now() + make_interval(secs => ${leaseSeconds}),
      tries = tries + 1
    where id = any(array(select id from due where not has_withdrawn))
    returning id, event_id, kind, name, payload, sealed, device_id, user_id, occurred_at, received_at,
      extract(epoch from now() - received_at)::float as age_seconds`.execute(db)
  return rows.sort((a, b) => Number(a.id) - Number(b.id))
}

/** They are not sent again: the collector has them, or they are too old for it. */
export async function settleDue(db: Db, ids: readonly string[], isDelivered: boolean): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('analyticsEvents')
    .set({ forwardAt: null, ...(isDelivered && { forwardedAt: sql<Date>`now()` }) })
    .where('id', '=', sql<string>`any(${ids}::bigint[])`)
    .execute()
}

/** They are sent again, later after each try. */
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

/** Removes up to `limit` each of what is over, of what is too much, and of devices nobody was identified on for long. */
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
