/** Messages to people: written in the caller's transaction, encrypted at rest, sent once that is committed. */

import { type Channel, channels } from '@foyer/contract/contact'
import type { Db } from '../db/connect.ts'
import type { Keyring } from '../keyring.ts'
import { type DeliveryReport, type Lane, type Pace, startLane, usualPace } from './delivery.ts'
import { findMessages, insertMessage, type MessageState } from './messages.ts'
import { macRecipient, openContent, sealContent } from './payload.ts'
import { type Rendered, renderMessage } from './render-message.ts'
import { SendError, type Sender } from './senders/sender.ts'
import type { Installation, TemplateName, TemplateValues } from './templates.ts'

export type QueuedMessage<N extends TemplateName = TemplateName> = {
  [T in N]: {
    template: T
    channel: Channel
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
  /** Whether anything of this channel can be sent at all: without a sender of SMS, people are offered mail. */
  canSend(channel: Channel): boolean
  /** What was queued and can still be read, the newest first; for the inbox while developing. */
  recent(db: Db, count: number): Promise<StoredMessage[]>
  /** Begins to send. Whether it was ever begun makes no difference to what is queued. */
  start(db: Db, report: DeliveryReport): void
  /** Finishes what is being sent, within some seconds, and leaves the rest to the next who starts. */
  stop(): Promise<void>
}

export type StoredMessage = Rendered & {
  id: string
  template: string
  channel: Channel
  to: string
  state: MessageState
  createdAt: Date
}

export type OutboxGiven = {
  keyring: Keyring
  installation: Installation
  /** null: no message of this channel can be sent. */
  senders: Record<Channel, Sender | null>
  keepsContent: boolean
  pace?: Partial<Pace>
}

/** What should not have been queued is seen as a dead letter, and can be sent once there is a way. */
const noSender: Sender = {
  send: () => Promise.reject(new SendError('no-sender', { isFinal: true })),
  close() {},
}

export function createOutbox({ keyring, installation, senders, keepsContent, pace }: OutboxGiven): Outbox {
  let lanes: Partial<Record<Channel, Lane>> = {}

  return {
    async queue(db, { template, channel, to, values, expiresInSeconds }) {
      const content = { to, ...renderMessage(installation, template, channel, values) }
      const payload = sealContent(keyring, content)
      const recipientMac = macRecipient(keyring, to)
      await insertMessage(db, { channel, template, payload, recipientMac, expiresInSeconds })
      lanes[channel]?.nudge()
    },
    canSend: (channel) => senders[channel] !== null,
    async recent(db, count) {
      const rows = await findMessages(db, { hasContent: true, count })
      return rows.flatMap(({ id, template, channel, state, createdAt, payload }) => {
        const content = payload && openContent(keyring, payload)
        return content ? [{ id, template, channel, state, createdAt, ...content }] : []
      })
    },
    start(db, report) {
      for (const channel of channels) {
        const sender = senders[channel]
        const given = { db, keyring, keepsContent, report, pace: { ...usualPace, ...pace } }
        lanes[channel] = startLane(channel, { ...given, sender: sender ?? noSender })
      }
    },
    async stop() {
      const running = Object.values(lanes)
      lanes = {}
      await Promise.all(running.map((lane) => lane.stop()))
      for (const sender of Object.values(senders)) sender?.close()
    },
  }
}
