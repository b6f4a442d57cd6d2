/** Messages to people, written in the caller's transaction and encrypted at rest. Owner of the table messages. */
import * as v from 'valibot'
import type { Vault } from '../accounts/vault.ts'
import type { Db } from '../db/connect.ts'
import {
  type Rendered,
  renderMessage,
  type Sender,
  type TemplateName,
  type TemplateValues,
} from './templates.ts'

export type Medium = 'email' | 'sms'

export type QueuedMessage<N extends TemplateName = TemplateName> = {
  [T in N]: {
    template: T
    medium: Medium
    /** An email address, or a number in E.164. */
    to: string
    values: TemplateValues[T]
    /** A message that could not be sent by then is not worth sending any more. */
    expiresInSeconds?: number
  }
}[N]

export type Outbox = {
  /** Writes the message with whatever transaction this is; it goes out once that is committed. */
  queue(db: Db, message: QueuedMessage): Promise<void>
  /** What was queued, the newest first; for the inbox while developing. */
  recent(db: Db, count: number): Promise<StoredMessage[]>
}

export type StoredMessage = Rendered & {
  id: string
  template: string
  medium: Medium
  to: string
  createdAt: Date
}

const payload = v.strictObject({ to: v.string(), subject: v.string(), text: v.string() })

export function createOutbox(vault: Vault, sender: Sender): Outbox {
  return {
    async queue(db, { template, medium, to, values }) {
      const content = { to, ...renderMessage(sender, template, medium, values) }
      await db
        .insertInto('messages')
        .values({ medium, template, payload: vault.encrypt('message', JSON.stringify(content)) })
        .execute()
    },
    async recent(db, count) {
      const rows = await db
        .selectFrom('messages')
        .selectAll()
        .orderBy('createdAt', 'desc')
        .limit(count)
        .execute()
      return rows.map(({ payload: sealed, ...row }) => ({
        ...row,
        ...v.parse(payload, JSON.parse(vault.decrypt('message', sealed))),
      }))
    },
  }
}
