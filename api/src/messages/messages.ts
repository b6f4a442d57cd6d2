/**
 * Stores the queued messages of every channel, their leases and results. Only this file and message-list.ts write the
 * table messages.
 */
import { channels } from '@foyer/contract/contact'
import { type RawBuilder, type SqlBool, sql, type UpdateObject } from 'kysely'
import type { Db } from '../kernel/db/connect.ts'
import type { Tables } from '../kernel/db/tables.ts'

/** Users receive mail and SMS; platforms receive logout tokens by back-channel. Each channel has its own worker. */
export const deliveryChannels = [...channels, 'back-channel'] as const
export type DeliveryChannel = (typeof deliveryChannels)[number]

export const messageStates = ['waiting', 'sent', 'expired', 'dead'] as const
export type MessageState = (typeof messageStates)[number]

/** Finished messages are kept this many days. */
const keptDays = 30

export type NewMessage = {
  id: string
  channel: DeliveryChannel
  template: string
  payload: Buffer
  recipientMac: Buffer
  /** The trace of the request that queues the message; null if it is not recorded. */
  traceparent: string | null
  /** The client whose server receives the message; undefined for a message to a user. */
  target?: string
  /** The message is dropped after this time. Without a value it does not expire. */
  expires?: Date | { inSeconds: number } | undefined
}

/** Inserts the messages with one statement. */
export async function insertMessages(db: Db, messages: readonly NewMessage[]): Promise<void> {
  if (messages.length > 0) await insertingMessages(messages).execute(db)
}

/** Builds the insert of messages, for a statement that writes other rows too: ``sql`with queued as (${…}) …` ``. */
export function insertingMessages(messages: readonly NewMessage[]): RawBuilder<unknown> {
  const moments = messages.map(({ expires }) => (expires instanceof Date ? expires : null))
  const seconds = messages.map(({ expires }) =>
    expires && 'inSeconds' in expires ? expires.inSeconds : null,
  )
  return sql`
    insert into messages (id, channel, template, payload, recipient_mac, target, traceparent, expires_at)
    select id, channel, template, payload, recipient_mac, target, traceparent,
      coalesce(moment, clock_timestamp() + make_interval(secs => seconds))
    from unnest(${messages.map(({ id }) => id)}::uuid[], ${messages.map(({ channel }) => channel)}::text[], ${messages.map(({ template }) => template)}::text[],
      ${messages.map(({ payload }) => payload)}::bytea[], ${messages.map(({ recipientMac }) => recipientMac)}::bytea[],
      ${messages.map(({ target = null }) => target)}::text[],
      ${messages.map(({ traceparent }) => traceparent)}::text[], ${moments}::timestamptz[], ${seconds}::float8[])
      as given (id, channel, template, payload, recipient_mac, target, traceparent, moment, seconds)`
}

/** A message under lease. `tries` distinguishes this attempt from a later attempt of another process. */
export type Claim = {
  id: string
  channel: DeliveryChannel
  template: string
  target: string | null
  traceparent: string | null
  payload: Buffer | null
  tries: number
  /** null if the message does not expire. */
  expiresInMs: number | null
}

type Claiming = {
  channel: DeliveryChannel
  count: number
  leaseMs: number
  /** Targets whose messages are not claimed now. */
  busyTargets: readonly string[]
}

/**
 * Claims due messages by moving `due_at` to the end of a lease. If several callers claim at once, each message goes to
 * one of them.
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
    returning messages.id, channel, template, target, traceparent, payload, tries,
      (extract(epoch from expires_at - clock_timestamp()) * 1000)::float8 as expires_in_ms`.execute(db)
  return rows
}

export type Ending =
  | { kind: 'sent'; keepsContent: boolean }
  | { kind: 'expired' }
  | { kind: 'dead'; fault: string }
  | { kind: 'again'; fault: string; afterMs: number }
  /** The service stopped before the attempt ended, so the attempt does not count. */
  | { kind: 'released' }

/** Records the result of an attempt, unless its lease ended and another process claimed the message. */
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
      // If the message expires before the next attempt, it is due at its expiry, so that its content is deleted then.
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

/** Finds the state of messages by their ids, whether an attempt has failed included. A deleted message is not found. */
export function findStates(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('messages')
    .select(['id', 'state', 'fault'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
}

/** Lists the messages to a recipient, oldest first, without the content, which contains codes and links. */
export function findMessagesTo(db: Db, recipientMacs: readonly Buffer[]) {
  return db
    .selectFrom('messages')
    .select(['channel', 'template', 'target', 'state', 'createdAt', 'finishedAt'])
    .where('recipientMac', 'in', [...recipientMacs, noRecipient])
    .orderBy('createdAt')
    .execute()
}

export type LatestMessage = Omit<MessageRow, 'payload' | 'target'>

/** Finds the newest message to a recipient, without its content. */
export function findLatestMessageTo(
  db: Db,
  recipientMacs: readonly Buffer[],
): Promise<LatestMessage | undefined> {
  return db
    .selectFrom('messages')
    .select(['id', 'channel', 'template', 'state', 'tries', 'createdAt', 'dueAt'])
    .select(['expiresAt', 'finishedAt', 'fault'])
    .where('recipientMac', 'in', [...recipientMacs, noRecipient])
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Deletes every message to a recipient, including waiting ones. */
export async function deleteMessagesTo(db: Db, recipientMacs: readonly Buffer[]): Promise<void> {
  await db
    .deleteFrom('messages')
    .where('recipientMac', 'in', [...recipientMacs, noRecipient])
    .execute()
}

/**
 * Removes the reference to a deleted user from the messages to platforms about that user. Waiting messages are still
 * sent, because each platform must learn that the user's sessions ended. Delivered messages are deleted.
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

/** Keeps the lists above non-empty, because SQL refuses an empty `in ()`. */
const noRecipient = Buffer.alloc(0)

export type QueueFigures = {
  waiting: number
  dead: number
  /** The age of the oldest waiting message in seconds; 0 if no message waits. */
  oldestSeconds: number
}

/** Counts the messages of each channel for metrics and alarms. A partial index covers each part of the query. */
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

/** Deletes the content of dead messages that have expired; the rows are still listed. */
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
