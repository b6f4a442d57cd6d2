/**
 * Lists messages for the operator, with masked recipients and without content, and queues failed ones again. Only this
 * file and messages.ts write the table messages.
 */
import { sql } from 'kysely'
import type { Db } from '../kernel/db/connect.ts'
import type { Keyring } from '../kernel/keyring.ts'
import {
  type DeliveryChannel,
  findMessages,
  isNotExpired,
  type MessageFilter,
  type MessageRow,
  type MessageState,
} from './messages.ts'
import { maskRecipient, openContent } from './payload.ts'

const shownMessages = 200

/** `to` is a masked recipient, or the id of the client whose server receives the message. */
export type ListedMessage = Omit<MessageRow, 'payload' | 'target'> & { to: string }

/** Lists the newest messages first. */
export async function listMessages(
  db: Db,
  keyring: Keyring,
  filter: Pick<MessageFilter, 'states' | 'channels'>,
): Promise<ListedMessage[]> {
  const rows = await findMessages(db, { ...filter, count: shownMessages })
  return rows.map(({ payload, target, ...row }) => ({
    ...row,
    to: target ?? maskedRecipient(keyring, payload),
  }))
}

/** One message, all messages of a channel, or all messages. */
type Chosen = { id: string } | { channel: DeliveryChannel } | 'all'

/** Queues dead messages again. Returns their ids, or a sentence that says why the given message was not queued. */
export async function retryMessages(db: Db, chosen: Chosen): Promise<string[] | string> {
  const id = chosen !== 'all' && 'id' in chosen ? chosen.id : undefined
  if (id !== undefined && !isUuid(id)) return unknown
  const requeued = await requeueMessages(db, chosen)
  if (id === undefined || requeued.length > 0) return requeued
  const state = await findMessageState(db, id)
  if (!state) return unknown
  return state === 'dead'
    ? 'This message has expired and its content is deleted'
    : `This message is ${state}: only messages that were given up can be queued again`
}

const unknown = 'No message has this id: run outbox list to see them'

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}

function maskedRecipient(keyring: Keyring, payload: Buffer | null): string {
  if (!payload) return '–'
  const content = openContent(keyring, payload)
  return content ? maskRecipient(content.to) : 'unreadable'
}

/** Queues dead messages with a full number of attempts, and returns their ids. Messages without content stay dead. */
async function requeueMessages(db: Db, chosen: Chosen): Promise<string[]> {
  let query = db
    .updateTable('messages')
    .set({ state: 'waiting', tries: 0, dueAt: sql<Date>`clock_timestamp()`, finishedAt: null })
    .where('state', '=', 'dead')
    .where('payload', 'is not', null)
    .where(isNotExpired)
  if (chosen !== 'all' && 'id' in chosen) query = query.where('id', '=', chosen.id)
  if (chosen !== 'all' && 'channel' in chosen) query = query.where('channel', '=', chosen.channel)
  const requeued = await query.returning('id').execute()
  return requeued.map((row) => row.id)
}

async function findMessageState(db: Db, id: string): Promise<MessageState | undefined> {
  const row = await db.selectFrom('messages').select('state').where('id', '=', id).executeTakeFirst()
  return row?.state
}
