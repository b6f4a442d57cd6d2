/**
 * Queues messages to users, and logout messages to platforms, in the caller's transaction. Messages are encrypted at
 * rest and sent after the commit.
 */
import { randomUUID } from 'node:crypto'
import { type Channel, channels } from '@foyer/contract/contact'
import type { Db } from '../kernel/db/connect.ts'
import type { Keyring } from '../kernel/keyring.ts'
import { currentTrace, noteOnTrace } from '../kernel/tracing/tracing.ts'
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
    /** An email, or a phone number in E.164. */
    to: string
    values: TemplateValues[T]
    /** The address for replies; defaults to the sender. */
    replyTo?: string
    /**
     * The contact that the content is about, if it is not the recipient. Deleting the contact's owner deletes the
     * message.
     */
    about?: string
    /** The message is dropped if it is not sent within this time. */
    expiresInSeconds?: number
  }
}[N]

export type Outbox = LogoutQueue & {
  /** Inserts the message in the given transaction; it is sent after the commit. */
  queue(db: Db, message: QueuedMessage): Promise<void>
  /** Renders and encrypts a message that the caller inserts at once with other rows (`insertingMessages`). */
  seal(message: QueuedMessage): NewMessage
  /** Renders a message that is not sent. */
  preview(message: QueuedMessage): Rendered
  /** Returns whether the channel has a sender. Without an SMS sender, pages offer only email. */
  canSend(channel: Channel): boolean
  /** Returns messages whose content is still stored, newest first, for the development inbox. */
  recent(db: Db, count: number): Promise<StoredMessage[]>
  /** Starts sending. Messages can be queued before. */
  start(db: Db, report: DeliveryReport): void
  /** Finishes running attempts within a few seconds; other messages stay queued. */
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
  /** null for a channel without a sender. */
  senders: Record<Channel, Sender | null>
  keepsContent: boolean
  backChannel: Omit<BackChannelOptions, 'keyring' | 'timing'>
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
  const { findLogoutUri } = backChannel
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
    const id = randomUUID()
    noteOnTrace('message queued', () => ({ 'foyer.message': id, 'foyer.template': template }))
    return {
      id,
      channel,
      template,
      traceparent: currentTrace(),
      payload: sealContent(keyring, content),
      recipientMac: macRecipient(keyring, about),
      expires: expiresInSeconds === undefined ? undefined : { inSeconds: expiresInSeconds },
    }
  }

  return {
    ...createLogoutQueue({ keyring, findLogoutUri }, () => wake('back-channel')),
    queue: (db, message) => insertMessages(db, [seal(message)]),
    seal,
    preview: ({ template, channel, to, values }) =>
      renderMessage(installation, template, { channel, to }, values),
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
