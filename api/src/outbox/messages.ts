/** The rows of messages: who may send which, and what came of it. Owner of the table messages. */
import type { Channel } from '@foyer/contract/contact'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../db/connect.ts'

export const messageStates = ['waiting', 'sent', 'expired', 'dead'] as const
export type MessageState = (typeof messageStates)[number]

/** How long what became of a message can be looked up. */
const keptDays = 30

export type NewMessage = {
  channel: Channel
  template: string
  payload: Buffer
  recipientMac: Buffer
  expiresInSeconds?: number | undefined
}

export async function insertMessage(
  db: Db,
  { channel, expiresInSeconds, ...message }: NewMessage,
): Promise<void> {
  const expiresAt =
    expiresInSeconds === undefined
      ? null
      : sql<Date>`clock_timestamp() + make_interval(secs => ${expiresInSeconds})`
  await db
    .insertInto('messages')
    .values({ ...message, medium: channel, expiresAt })
    .execute()
}

/** A message that is ours to send until the lease ends. `tries` tells our try from a later one of somebody else. */
export type Claim = {
  id: string
  channel: Channel
  template: string
  payload: Buffer | null
  tries: number
  /** null: it does not expire. */
  expiresInMs: number | null
}

/** Takes messages that are due; of any number of callers at once each message goes to one. */
export async function claimMessages(
  db: Db,
  { channel, count, leaseMs }: { channel: Channel; count: number; leaseMs: number },
): Promise<Claim[]> {
  const { rows } = await sql<Claim>`
    with due as (
      select id from messages
      where state = 'waiting' and medium = ${channel} and due_at <= clock_timestamp()
      order by due_at limit ${count} for update skip locked)
    update messages set tries = tries + 1, due_at = ${inMs(leaseMs)}
    from due where messages.id = due.id
    returning messages.id, medium as channel, template, payload, tries,
      (extract(epoch from expires_at - clock_timestamp()) * 1000)::float8 as expires_in_ms`.execute(db)
  return rows
}

export type Ending =
  | { kind: 'sent'; keepsContent: boolean }
  | { kind: 'expired' }
  | { kind: 'dead'; fault: string }
  | { kind: 'again'; fault: string; afterMs: number }
  /** We did not get to the end of it: as if this try had never been. */
  | { kind: 'released' }

/** Writes what came of a try; nothing when the lease was over and somebody else has it by now. */
export async function endTry(db: Db, { id, tries }: Claim, ending: Ending): Promise<void> {
  await db
    .updateTable('messages')
    .set(changeOf(ending))
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('state', '=', 'waiting')
    .execute()
}

function changeOf(ending: Ending) {
  const finishedAt = sql<Date>`clock_timestamp()`
  switch (ending.kind) {
    case 'sent':
      return {
        state: 'sent',
        finishedAt,
        fault: null,
        ...(!ending.keepsContent && { payload: null }),
      } as const
    case 'expired':
      return { state: 'expired', finishedAt, payload: null } as const
    case 'dead':
      return { state: 'dead', finishedAt, fault: ending.fault } as const
    case 'again':
      // Expired is known no later than it is so, and its content goes then. Null does not count as least.
      return { fault: ending.fault, dueAt: sql<Date>`least(${inMs(ending.afterMs)}, expires_at)` }
    case 'released':
      return { tries: sql<number>`tries - 1`, dueAt: sql<Date>`clock_timestamp()` }
  }
}

export type MessageRow = {
  id: string
  channel: Channel
  template: string
  state: MessageState
  tries: number
  createdAt: Date
  dueAt: Date
  expiresAt: Date | null
  finishedAt: Date | null
  fault: string | null
  payload: Buffer | null
}

/** The newest first. */
export async function findMessages(
  db: Db,
  { states, hasContent, count }: { states?: readonly MessageState[]; hasContent?: true; count: number },
): Promise<MessageRow[]> {
  let query = db
    .selectFrom('messages')
    .select(['id', 'medium as channel', 'template', 'state', 'tries', 'createdAt', 'dueAt'])
    .select(['expiresAt', 'finishedAt', 'fault', 'payload'])
    .orderBy('createdAt', 'desc')
    .limit(count)
  if (states) query = query.where('state', 'in', states)
  if (hasContent) query = query.where('payload', 'is not', null)
  return query.execute()
}

/** Lists the messages queued for a recipient, the oldest first; without their content, which holds codes and links. */
export function findMessagesTo(db: Db, recipientMacs: readonly Buffer[]) {
  return db
    .selectFrom('messages')
    .select(['medium as channel', 'template', 'state', 'createdAt', 'finishedAt'])
    .where('recipientMac', 'in', [...recipientMacs, noRecipient])
    .orderBy('createdAt')
    .execute()
}

/** Removes every message to a recipient, also those that are still waiting. */
export async function deleteMessagesTo(db: Db, recipientMacs: readonly Buffer[]): Promise<void> {
  await db
    .deleteFrom('messages')
    .where('recipientMac', 'in', [...recipientMacs, noRecipient])
    .execute()
}

/** Keeps the lists above from being empty, which SQL does not allow. */
const noRecipient = Buffer.alloc(0)

/** Gives dead messages all their tries again, one or all; answers which. Those without content stay dead. */
export async function reviveMessages(db: Db, id: string | 'all'): Promise<string[]> {
  let query = db
    .updateTable('messages')
    .set({ state: 'waiting', tries: 0, dueAt: sql<Date>`clock_timestamp()`, finishedAt: null })
    .where('state', '=', 'dead')
    .where('payload', 'is not', null)
    .where(isNotExpired)
  if (id !== 'all') query = query.where('id', '=', id)
  const revived = await query.returning('id').execute()
  return revived.map((row) => row.id)
}

export async function findMessageState(db: Db, id: string): Promise<MessageState | undefined> {
  const row = await db.selectFrom('messages').select('state').where('id', '=', id).executeTakeFirst()
  return row?.state
}

export type QueueFigures = {
  waiting: number
  dead: number
  /** Of the waiting ones; 0 where there is none. */
  oldestSeconds: number
}

/** For an alarm: each part has an index of just these rows. */
export async function countMessages(db: Db): Promise<QueueFigures> {
  const { rows } = await sql<QueueFigures>`
    select waiting, dead, oldest_seconds from
      (select count(*)::int as waiting,
        coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8 as oldest_seconds
        from messages where state = 'waiting') as queue,
      (select count(*)::int as dead from messages where state = 'dead') as letters`.execute(db)
  return rows[0] ?? { waiting: 0, dead: 0, oldestSeconds: 0 }
}

/** What nobody may send any more needs no content, though it stays listed as dead. */
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

const isNotExpired = sql<SqlBool>`(expires_at is null or expires_at > clock_timestamp())`

function inMs(ms: number) {
  return sql<Date>`clock_timestamp() + make_interval(secs => ${ms / 1_000}::float8)`
}
