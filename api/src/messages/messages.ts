/** Stores queued messages of every channel, their leases and results. With message-list.ts the owner of the table messages. */
import { channels } from '@foyer/contract/contact'
import { type RawBuilder, type SqlBool, sql, type UpdateObject } from 'kysely'
import type { Db } from '../kernel/db/connect.ts'
import type { Tables } from '../kernel/db/tables.ts'

/** Users get mail and SMS; platforms get logout tokens by back-channel. Each channel has a worker of its own. */
export const deliveryChannels = [...channels, 'back-channel'] as const
export type DeliveryChannel = (typeof deliveryChannels)[number]

export const messageStates = ['waiting', 'sent', 'expired', 'dead'] as const
export type MessageState = (typeof messageStates)[number]

/** Finished messages stay in the table this long. */
const keptDays = 30

export type NewMessage = {
  id: string
  channel: DeliveryChannel
  template: string
  payload: Buffer
  recipientMac: Buffer
  /** The client whose server gets the message; absent for a message to a user. */
  target?: string
  /** The message is of no use after this moment or time; without either it does not expire. */
  expires?: Date | { inSeconds: number } | undefined
}

/** Writes the messages in one statement. */
export async function insertMessages(db: Db, messages: readonly NewMessage[]): Promise<void> {
  if (messages.length > 0) await insertingMessages(messages).execute(db)
}

/** The insert of messages, for a statement that writes other rows too: ``sql`with queued as (${…}) …` ``. */
export function insertingMessages(messages: readonly NewMessage[]): RawBuilder<unknown> {
  const moments = messages.map(({ expires }) => (expires instanceof Date ? expires : null))
  const seconds = messages.map(({ expires }) =>
    expires && 'inSeconds' in expires ? expires.inSeconds : null,
  )
  return sql`
    insert into messages (id, channel, template, payload, recipient_mac, target, expires_at)
    select id, channel, template, payload, recipient_mac, target,
      coalesce(moment, clock_timestamp() + make_interval(secs => seconds))
    from unnest(${messages.map(({ id }) => id)}::uuid[], ${messages.map(({ channel }) => channel)}::text[], ${messages.map(({ template }) => template)}::text[],
      ${messages.map(({ payload }) => payload)}::bytea[], ${messages.map(({ recipientMac }) => recipientMac)}::bytea[],
      ${messages.map(({ target = null }) => target)}::text[], ${moments}::timestamptz[], ${seconds}::float8[])
      as given (id, channel, template, payload, recipient_mac, target, moment, seconds)`
}

/** A message under lease. `tries` distinguishes this try from a later try of another process. */
export type Claim = {
  id: string
  channel: DeliveryChannel
  template: string
  target: string | null
  payload: Buffer | null
  tries: number
  /** null: the message does not expire. */
  expiresInMs: number | null
}

type Claiming = {
  channel: DeliveryChannel
  count: number
  leaseMs: number
  /** Targets whose messages stay in the queue for now. */
  busyTargets: readonly string[]
}

/**
 * Claims due messages by moving `due_at` to the end of a lease. With any number of callers at once, each message goes to one
 * caller.
 */
export async function claimMessages(
  db: Db,
  { channel, count, leaseMs, busyTargets }: Claiming,
): Promise<Claim[]> {
  const { rows } = await sql<Claim>`
    with due as (
      select id from messages
      where state = 'waiting' and channel = ${channel} and due_at <= statement_timestamp()
        and (target is null or target <> all(${busyTargets}::text[]))
      order by due_at limit ${count} for update skip locked)
    update messages set tries = tries + 1, due_at = ${inMs(leaseMs)}
    from due where messages.id = due.id
    returning messages.id, channel, template, target, payload, tries,
      (extract(epoch from expires_at - clock_timestamp()) * 1000)::float8 as expires_in_ms`.execute(db)
  return rows
}

export type Ending =
  | { kind: 'sent'; keepsContent: boolean }
  | { kind: 'expired' }
  | { kind: 'dead'; fault: string }
  | { kind: 'again'; fault: string; afterMs: number }
  /** The service stopped before the try ended, so the try does not count. */
  | { kind: 'released' }

/** Records the result of a try, unless the lease ended and another process has claimed the message. */
export async function endTry(db: Db, { id, tries }: Claim, ending: Ending): Promise<void> {
  await db
    .updateTable('messages')
    .set(changesOf(ending, tries))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('tries', '=', tries)
    .execute()
}

function changesOf(ending: Ending, tries: number): UpdateObject<Tables, 'messages'> {
  const finishedAt = sql<Date>`clock_timestamp()`
  switch (ending.kind) {
    case 'sent':
      return { state: 'sent', finishedAt, fault: null, ...(!ending.keepsContent && { payload: null }) }
    case 'expired':
      return { state: 'expired', finishedAt, payload: null }
    case 'dead':
      return { state: 'dead', finishedAt, fault: ending.fault }
    case 'again':
      // A message that expires earlier is due then, so that its content does not stay.
      return { fault: ending.fault, dueAt: sql<Date>`least(${inMs(ending.afterMs)}, expires_at)` }
    case 'released':
      return { tries: tries - 1, dueAt: sql<Date>`clock_timestamp()` }
  }
}

function inMs(ms: number): RawBuilder<Date> {
  return sql`clock_timestamp() + make_interval(secs => ${ms / 1_000}::float8)`
}

export type MessageRow = {
  id: string
  channel: DeliveryChannel
  template: string
  target: string | null
  state: MessageState
  tries: number
  createdAt: Date
  dueAt: Date
  expiresAt: Date | null
  finishedAt: Date | null
  fault: string | null
  payload: Buffer | null
}

export type MessageFilter = {
  states?: readonly MessageState[]
  channels?: readonly DeliveryChannel[]
  hasContent?: true
  count: number
}

/** Returns the newest messages first. */
export async function findMessages(
  db: Db,
  { states, channels, hasContent, count }: MessageFilter,
): Promise<MessageRow[]> {
  let query = db
    .selectFrom('messages')
    .select(['id', 'channel', 'template', 'target', 'state', 'tries', 'createdAt', 'dueAt'])
    .select(['expiresAt', 'finishedAt', 'fault', 'payload'])
    .orderBy('createdAt', 'desc')
    .limit(count)
  if (states) query = query.where('state', 'in', states)
  if (channels) query = query.where('channel', 'in', channels)
  if (hasContent) query = query.where('payload', 'is not', null)
  return query.execute()
}

/** Lists the messages of a recipient, oldest first, without the content, which holds codes and links. */
export function findMessagesTo(db: Db, recipientMacs: readonly Buffer[]) {
  return db
    .selectFrom('messages')
    .select(['channel', 'template', 'target', 'state', 'createdAt', 'finishedAt'])
    .where('recipientMac', 'in', [...recipientMacs, noRecipient])
    .orderBy('createdAt')
    .execute()
}

/** Deletes every message to a recipient, including waiting ones. */
export async function deleteMessagesTo(db: Db, recipientMacs: readonly Buffer[]): Promise<void> {
  await db
    .deleteFrom('messages')
    .where('recipientMac', 'in', [...recipientMacs, noRecipient])
    .execute()
}

/**
 * Cuts the tie between a user who is deleted and the messages about them to platforms. What still waits is sent, since
 * each platform must hear that the user's sessions ended, and from then on nothing in it can be found; the rest is deleted.
 */
export async function unlinkMessagesTo(db: Db, recipientMacs: readonly Buffer[]): Promise<void> {
  await db
    .deleteFrom('messages')
    .where('recipientMac', 'in', [...recipientMacs, noRecipient])
    .where('payload', 'is', null)
    .execute()
  await db
    .updateTable('messages')
    .set({ recipientMac: null })
    .where('recipientMac', 'in', [...recipientMacs, noRecipient])
    .execute()
}

/** Keeps the lists above non-empty, since SQL refuses an empty `in ()`. */
const noRecipient = Buffer.alloc(0)

export type QueueFigures = {
  waiting: number
  dead: number
  /** Age of the oldest waiting message; 0 when none waits. */
  oldestSeconds: number
}

/** Counts the messages of each channel for metrics and alarms. A partial index covers each part. */
export async function countMessages(db: Db): Promise<Record<DeliveryChannel, QueueFigures>> {
  const { rows } = await sql<QueueFigures & { channel: DeliveryChannel }>`
    select channel, count(*) filter (where state = 'waiting')::int as waiting,
      count(*) filter (where state = 'dead')::int as dead,
      coalesce(extract(epoch from clock_timestamp() - min(created_at) filter (where state = 'waiting')), 0)::float8
        as oldest_seconds
    from (select channel, state, created_at from messages where state = 'waiting'
      union all select channel, state, created_at from messages where state = 'dead') as unsent
    group by channel`.execute(db)
  return Object.fromEntries(
    deliveryChannels.map((channel) => {
      const { waiting, dead, oldestSeconds } = rows.find((row) => row.channel === channel) ?? nothing
      return [channel, { waiting, dead, oldestSeconds }]
    }),
  ) as Record<DeliveryChannel, QueueFigures>
}

const nothing: QueueFigures = { waiting: 0, dead: 0, oldestSeconds: 0 }

/** Deletes the content of dead messages that have expired; the rows stay listed. */
export async function forgetExpiredContent(db: Db, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update messages set payload = null where id = any(array(
      select id from messages where state = 'dead' and payload is not null and not ${isNotExpired}
      order by created_at limit ${limit} for update skip locked))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export async function deleteOldMessages(db: Db, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from messages where id = any(array(
      select id from messages
      where state <> 'waiting' and finished_at < clock_timestamp() - make_interval(days => ${keptDays})
      order by finished_at limit ${limit} for update skip locked))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export const isNotExpired = sql<SqlBool>`(expires_at is null or expires_at > clock_timestamp())`
