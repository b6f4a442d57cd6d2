/** Messages as an operator may see them: recipients masked, no content. */

import type { Db } from '../db/connect.ts'
import type { Keyring } from '../keyring.ts'
import {
  findMessageState,
  findMessages,
  type MessageRow,
  type MessageState,
  reviveMessages,
} from './messages.ts'
import { openContent } from './payload.ts'
import { maskRecipient } from './recipient.ts'

const shownMessages = 200

export type ListedMessage = Omit<MessageRow, 'payload'> & { to: string }

/** The newest first. */
export async function listMessages(
  db: Db,
  keyring: Keyring,
  states: readonly MessageState[],
): Promise<ListedMessage[]> {
  const rows = await findMessages(db, { states, count: shownMessages })
  return rows.map(({ payload, ...row }) => ({ ...row, to: maskedRecipient(keyring, payload) }))
}

/** Answers which wait again, or why the one that was named does not. */
export async function retryMessages(db: Db, id: string | 'all'): Promise<string[] | string> {
  if (id !== 'all' && !isUuid(id)) return unknown
  const revived = await reviveMessages(db, id)
  if (id === 'all' || revived.length > 0) return revived
  const state = await findMessageState(db, id)
  if (!state) return unknown
  return state === 'dead'
    ? 'This message has expired, and its content is gone'
    : `This message is ${state}: only what was given up is tried again by hand`
}

const unknown = 'There is no message of this id: see outbox list'

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}

function maskedRecipient(keyring: Keyring, payload: Buffer | null): string {
  if (!payload) return '–'
  const content = openContent(keyring, payload)
  return content ? maskRecipient(content.to) : 'unreadable'
}
