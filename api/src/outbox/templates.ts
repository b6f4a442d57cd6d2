/** What messages say. Text alone carries everything; no subject holds a code. */
import type { Message } from './outbox.ts'

/** To somebody one of whose old refresh tokens came back: a copy of it may be in other hands. */
export function sessionEndedForSafety(given: {
  to: string
  firstName: string
  platform: string
  provider: string
  supportEmail: string
}): Message {
  return {
    medium: 'email',
    to: given.to,
    subject: 'We signed you out for your safety',
    text: [
      `Hello ${given.firstName},`,
      `your session on ${given.platform} was used from two places at once, so we ended it. Please sign in again.`,
      `If this was not you, change your password and write to ${given.supportEmail}.`,
      given.provider,
    ].join('\n\n'),
  }
}
