/** Lists messages for the operator, with masked recipients and without content, and queues them again. */
import type { Db } from '../db/connect.ts'
import type { Keyring } from '../keyring.ts'
import {
  findMessageState,
  findMessages,
  type MessageRow,
  type MessageState,
  requeueMessages,
} from './messages.ts'
import { maskRecipient, openContent } from './payload.ts'

const shownMessages = 200

export type ListedMessage = Omit<MessageRow, 'payload'> & { to: string }

/** Returns the newest messages first. */
export async function listMessages(
  db: Db,
  keyring: Keyring,
  states: readonly MessageState[],
): Promise<ListedMessage[]> {
  const rows = await findMessages(db, { states, count: shownMessages })
  return rows.map(({ payload, ...row }) => ({ ...row, to: maskedRecipient(keyring, payload) }))
}

/** Returns the ids that were queued again, or a sentence about why the given one was not. */
export async function retryMessages(db: Db, id: string | 'all'): Promise<string[] | string> {
  if (id !== 'all' && !isUuid(id)) return unknown
  const requeued = await requeueMessages(db, id)
  if (id === 'all' || requeued.length > 0) return requeued
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
