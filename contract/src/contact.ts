/** Declares how the service reaches a user: the channel of a message and the contact that it goes to. */

export const channels = ['sms', 'email'] as const

export type Channel = (typeof channels)[number]

/** An email address, or a phone number in E.164, with the channel that reaches it. */
export type Contact = { channel: 'email'; address: string } | { channel: 'sms'; number: string }

/** Returns the channel of a contact as the user typed it: only email addresses have an at sign. */
export function channelOf(typed: string): Channel {
  return typed.includes('@') ? 'email' : 'sms'
}
