/** Encrypts the content of messages for the database, and checks and masks recipients. */
import type { Channel } from '@foyer/contract/contact'
import * as field from '@foyer/contract/fields'
import * as v from 'valibot'
import type { Keyring } from '../kernel/keyring.ts'
import type { Rendered } from './render-message.ts'

/** A recipient, the rendered message, and the reply address if it differs from the sender. */
export type Content = Rendered & { to: string; replyTo?: string | undefined }

const purpose = 'message'
const recipientPurpose = 'message recipient'
const content = v.strictObject({
  to: v.string(),
  subject: v.string(),
  text: v.string(),
  html: v.optional(v.string()),
  replyTo: v.optional(v.string()),
})

export function sealContent(keyring: Keyring, given: Content): Buffer {
  return keyring.encrypt(purpose, JSON.stringify(given))
}

/** Returns undefined if no current secret decrypts the content, or its shape is wrong. */
export function openContent(keyring: Keyring, sealed: Buffer): Content | undefined {
  try {
    return v.parse(content, JSON.parse(keyring.decrypt(purpose, sealed)))
  } catch {
    return undefined
  }
}

/** Returns the MAC of a recipient under each secret. */
export function recipientMacs(keyring: Keyring, to: string): Buffer[] {
  return keyring.macs(recipientPurpose, to)
}

/** Returns a MAC by which messages to one recipient are found without storing the recipient. */
export function macRecipient(keyring: Keyring, to: string): Buffer {
  return keyring.mac(recipientPurpose, to)
}

/** Accepts one email or one phone number. Runs before each attempt, because the row may have another origin. */
export function isRecipient(channel: Channel, to: string): boolean {
  if (channel === 'sms') return /^\+[0-9]{6,15}$/.test(to)
  // The contract's rule trims, but a recipient is used unchanged.
  return to === to.trim() && !/\p{C}/u.test(to) && v.is(field.email, to)
}

/** Shows only enough for users to recognise their own contact: a•••@example.com, +91•••210. */
export function maskRecipient(to: string): string {
  const at = to.lastIndexOf('@')
  if (at > 0) return `${[...to][0]}•••${to.slice(at)}`
  return to.length > 8 ? `${to.slice(0, 3)}•••${to.slice(-3)}` : '•••'
}
