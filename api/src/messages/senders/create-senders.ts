/** Creates the senders that the settings configure. */
import type { Channel } from '@foyer/contract/contact'
import type { DeliverySettings } from '../../kernel/config/config.ts'
import type { Sender } from './sender.ts'
import { createSmtpSender } from './smtp.ts'
import { createTwilioSender } from './twilio.ts'
import { createWebhookSender } from './webhook.ts'

/**
 * Creates the senders. If `hasInbox`, messages of a channel without a sender count as sent; the development inbox shows
 * them.
 */
export function createSenders(
  { mail, sms }: DeliverySettings,
  hasInbox: boolean,
): Record<Channel, Sender | null> {
  const inbox: Sender | null = hasInbox ? { send: async () => {}, close() {} } : null
  return {
    email: mail ? createSmtpSender(mail) : inbox,
    sms: sms ? createSmsSender(sms) : inbox,
  }
}

function createSmsSender(settings: NonNullable<DeliverySettings['sms']>): Sender {
  return settings.kind === 'twilio' ? createTwilioSender(settings) : createWebhookSender(settings)
}
