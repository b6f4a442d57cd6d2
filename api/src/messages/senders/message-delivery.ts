/** Delivers mail and SMS: a message was rendered when it was queued, and is decrypted at each try. */
import type { Channel } from '@foyer/contract/contact'
import type { Keyring } from '../../kernel/keyring.ts'
import type { Delivery, DeliveryTiming } from '../channel-worker.ts'
import { isRecipient, openContent } from '../payload.ts'
import { SendError, type Sender } from './sender.ts'

const messageTiming: DeliveryTiming = {
  /** The connections to the mail server (smtp.ts). */
  concurrency: 4,
  leaseMs: 60_000,
  tryMs: 15_000,
  backoffMs: [1_000, 5_000, 30_000, 120_000, 600_000],
  maxTries: 8,
  pollMs: 1_000,
  finishMs: 4_000,
}

/** An SMS is one short request, so sixteen at once cost the provider little. */
const smsConcurrency = 16

type Options = {
  keyring: Keyring
  /** Null: messages are given up, and an operator can queue them again once there is a sender. */
  sender: Sender | null
  keepsContent: boolean
  timing: Partial<DeliveryTiming>
}

export function createMessageDelivery(
  channel: Channel,
  { keyring, sender, keepsContent, timing }: Options,
): Delivery {
  return {
    channel,
    timing: { ...messageTiming, ...(channel === 'sms' && { concurrency: smsConcurrency }), ...timing },
    keepsContent,
    async send({ id, payload }, signal) {
      const content = payload && openContent(keyring, payload)
      if (!content) throw new SendError('unreadable', { isFinal: true })
      const { to, replyTo = to } = content
      if (![to, replyTo].every((address) => isRecipient(channel, address)))
        throw new SendError('recipient-refused', { isFinal: true })
      if (!sender) throw new SendError('no-sender', { isFinal: true })
      await sender.send({ id, ...content }, signal)
    },
  }
}
