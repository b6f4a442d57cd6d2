/** Delivers mail and SMS. Messages are rendered when they are queued, and decrypted for each attempt. */
import type { Channel } from '@foyer/contract/contact'
import type { Keyring } from '../../kernel/keyring.ts'
import type { Delivery, DeliveryTiming } from '../channel-worker.ts'
import { isRecipient, openContent } from '../payload.ts'
import { SendError, type Sender } from './sender.ts'

const messageTiming: DeliveryTiming = {
  /** The number of connections to the mail server (smtp.ts). */
  concurrency: 4,
  leaseMs: 60_000,
  tryMs: 15_000,
  backoffMs: [1_000, 5_000, 30_000, 120_000, 600_000],
  maxTries: 8,
  pollMs: 1_000,
  busyMs: 1_000,
  finishMs: 4_000,
}

/** Sixteen at once: an SMS is one short request to the provider. */
const smsConcurrency = 16

type Options = {
  keyring: Keyring
  /** null if the channel has no sender: its messages become dead, and an operator can queue them again later. */
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
