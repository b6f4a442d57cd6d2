/** Says in words why a try to deliver a message failed. The codes are those of the senders (messages/senders/). */
import type { DeliveryChannel } from '../../messages/messages.ts'

const servers: Record<DeliveryChannel, string> = {
  email: 'mail server',
  sms: 'SMS provider',
  'back-channel': 'platform’s server',
}

const otherFaults: Readonly<Record<string, string>> = {
  'no-sender': 'no server is set for this channel',
  'recipient-refused': 'the contact is none that a message can go to',
  unreadable: 'no secret of this installation opens its content',
}

/** Describes the fault of a message: 'the mail server does not answer (ECONNREFUSED)'. */
export function faultInWords(channel: DeliveryChannel, fault: string): string {
  const server = servers[channel]
  const [, protocol, status, rest] = /^(smtp|http)-(\d{3})(?: (.+))?$/.exec(fault) ?? []
  if (protocol === 'smtp' && (rest === 'RCPT TO' || rest === 'DATA'))
    return Number(status) < 500
      ? `the receiving server puts it off with ${status}`
      : `the receiving server refused it with ${status}`
  if (status) return `the ${server} answered ${status}${rest ? ` (${rest})` : ''}`
  return otherFaults[fault] ?? `the ${server} does not answer (${fault})`
}
