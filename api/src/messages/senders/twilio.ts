/** Sends SMS by Twilio's Messages API, which several providers support. */
import type { TwilioSettings } from '../../kernel/config/config.ts'
import { post } from './http-post.ts'
import type { Sender } from './sender.ts'

export function createTwilioSender({ accountSid, authToken, from, baseUrl }: TwilioSettings): Sender {
  const url = `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const source = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }
  return {
    async send({ to, text }, signal) {
      const body = new URLSearchParams({ To: to, ...source, Body: text }).toString()
      const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' }
      await post({ url, headers, body }, signal, { explain: errorCode })
    },
    close() {},
  }
}

/** Extracts Twilio's error number from `{"code": 21211, …}`. Twilio's sentence names the recipient and is ignored. */
function errorCode(answer: string): string | undefined {
  try {
    const { code } = JSON.parse(answer) as { code?: unknown }
    return Number.isInteger(code) ? `twilio-${code}` : undefined
  } catch {
    return undefined
  }
}
