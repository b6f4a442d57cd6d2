/** What a message holds, sealed while it lies in the database. */
import * as v from 'valibot'
import type { Keyring } from '../keyring.ts'
import type { Rendered } from './render-message.ts'

/** A recipient and what they are told. */
export type Content = Rendered & { to: string }

const purpose = 'message'
const recipientPurpose = 'message recipient'
const content = v.strictObject({
  to: v.string(),
  subject: v.string(),
  text: v.string(),
  html: v.optional(v.string()),
})

export function sealContent(keyring: Keyring, given: Content): Buffer {
  return keyring.encrypt(purpose, JSON.stringify(given))
}

/** Nothing where our secrets do not open it, or it is no message. */
export function openContent(keyring: Keyring, sealed: Buffer): Content | undefined {
  try {
    return v.parse(content, JSON.parse(keyring.decrypt(purpose, sealed)))
  } catch {
    return undefined
  }
}

/** The values that `macRecipient` gave for this recipient, under each of the secrets. */
export function recipientMacs(keyring: Keyring, to: string): Buffer[] {
  return keyring.macs(recipientPurpose, to)
}

/** Tells whether two messages went to the same recipient, and not to whom. */
export function macRecipient(keyring: Keyring, to: string): Buffer {
  return keyring.mac(recipientPurpose, to)
}
