/** Sends SMS through the operator's own server, signed by Standard Webhooks (standardwebhooks.com). */
import { createHmac } from 'node:crypto'
import type { WebhookSettings } from '../../kernel/config/config.ts'
import { post } from './http-post.ts'
import type { Sender } from './sender.ts'

/** `key` is the decoded text after `whsec_`. */
export function createWebhookSender({ url, key }: WebhookSettings): Sender {
  return {
    async send({ id, to, text }, signal) {
      const now = new Date()
      const timestamp = String(Math.floor(now.getTime() / 1_000))
      const body = JSON.stringify({ type: 'sms.send', timestamp: now.toISOString(), data: { to, text } })
      const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
      const headers = {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      }
      await post({ url, headers, body }, signal, { carriesTrace: true })
    },
    close() {},
  }
}
