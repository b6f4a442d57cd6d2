/**
 * Queues messages to users, and to platforms about ended sessions, in the caller's transaction, encrypts them at rest and
 * sends them after the commit.
 */
import { randomUUID } from 'node:crypto'
import { type Channel, channels } from '@foyer/contract/contact'
import type { Db } from '../kernel/db/connect.ts'
import type { Keyring } from '../kernel/keyring.ts'
import { type BackChannelOptions, createBackChannelDelivery } from './back-channel/back-channel-delivery.ts'
import { createLogoutQueue, type LogoutQueue } from './back-channel/logout-queue.ts'
import {
  type ChannelWorker,
  type DeliveryReport,
  type DeliveryTiming,
  startChannelWorker,
} from './channel-worker.ts'
import type { Installation } from './message-parts.ts'
import {
  type DeliveryChannel,
  findMessages,
  insertMessages,
  type MessageState,
  type NewMessage,
} from './messages.ts'
import { macRecipient, openContent, sealContent } from './payload.ts'
import { type Rendered, renderMessage } from './render-message.ts'
import { createMessageDelivery } from './senders/message-delivery.ts'
import type { Sender } from './senders/sender.ts'
import type { TemplateName, TemplateValues } from './templates.ts'

export type QueuedMessage<N extends TemplateName = TemplateName> = {
  [T in N]: {
    template: T
    channel: Channel
    /** An email address, or a number in E.164. */
    to: string
    values: TemplateValues[T]
    /** The address that a reply to a mail goes to; without one the sender's. */
    replyTo?: string
    /** The contact whose data the message holds, if that is not the recipient: deleting its owner deletes the message. */
    about?: string
    /** The message is dropped when it is not sent within this time. */
    expiresInSeconds?: number
  }
}[N]

export type Outbox = LogoutQueue & {
  /** Writes the message in the given transaction; it is sent after the commit. */
  queue(db: Db, message: QueuedMessage): Promise<void>
  /** Renders and encrypts a message that the caller writes at once, in a statement with other rows (`insertingMessages`). */
  seal(message: QueuedMessage): NewMessage
  /** Says whether the channel has a sender. Without one for SMS, users are offered email. */
  canSend(channel: Channel): boolean
  /** Returns messages whose content is still stored, newest first, for the inbox of development. */
  recent(db: Db, count: number): Promise<StoredMessage[]>
  /** Starts sending. Messages can be queued without it. */
  start(db: Db, report: DeliveryReport): void
  /** Finishes running tries within a few seconds and leaves the other messages in the queue. */
  stop(): Promise<void>
}

export type StoredMessage = Rendered & {
  id: string
  template: string
  channel: Channel
  to: string
  replyTo?: string | undefined
  state: MessageState
  createdAt: Date
}

export type OutboxOptions = {
  keyring: Keyring
  installation: Installation
  /** Null for a channel without a sender. */
  senders: Record<Channel, Sender | null>
  keepsContent: boolean
  backChannel: Pick<BackChannelOptions, 'clients' | 'networks' | 'signLogout'>
  timing?: Partial<DeliveryTiming>
}

export function createOutbox({
  keyring,
  installation,
  senders,
  keepsContent,
  backChannel,
  timing = {},
}: OutboxOptions): Outbox {
  let workers: Partial<Record<DeliveryChannel, ChannelWorker>> = {}
  const { clients } = backChannel
  const wake = (channel: DeliveryChannel) => workers[channel]?.wake()

  function seal({
    template,
    channel,
    to,
    replyTo,
    about = to,
    values,
    expiresInSeconds,
  }: QueuedMessage): NewMessage {
    wake(channel)
    const content = { to, replyTo, ...renderMessage(installation, template, { channel, to }, values) }
    return {
      id: randomUUID(),
      channel,
      template,
      payload: sealContent(keyring, content),
      recipientMac: macRecipient(keyring, about),
      expires: expiresInSeconds === undefined ? undefined : { inSeconds: expiresInSeconds },
    }
  }

  return {
    ...createLogoutQueue({ keyring, clients }, () => wake('back-channel')),
    queue: (db, message) => insertMessages(db, [seal(message)]),
    seal,
    canSend: (channel) => senders[channel] !== null,
    async recent(db, count) {
      const rows = await findMessages(db, { channels, hasContent: true, count })
      return rows.flatMap(({ id, template, channel, state, createdAt, payload }) => {
        const content = payload && openContent(keyring, payload)
        if (!content || channel === 'back-channel') return []
        return [{ id, template, channel, state, createdAt, ...content }]
      })
    },
    start(db, report) {
      const deliveries = [
        ...channels.map((channel) =>
          createMessageDelivery(channel, { keyring, sender: senders[channel], keepsContent, timing }),
        ),
        createBackChannelDelivery({ ...backChannel, keyring, timing }),
      ]
      for (const delivery of deliveries) workers[delivery.channel] = startChannelWorker(db, delivery, report)
    },
    async stop() {
      const running = Object.values(workers)
      workers = {}
      await Promise.all(running.map((worker) => worker.stop()))
      for (const sender of Object.values(senders)) sender?.close()
    },
  }
}
