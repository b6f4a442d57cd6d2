/** What a message holds, sealed while it lies in the database. */
import * as v from 'valibot'
import type { Vault } from '../keyring.ts'
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

export function sealContent(vault: Vault, given: Content): Buffer {
  return vault.encrypt(purpose, JSON.stringify(given))
}

/** Nothing where our secrets do not open it, or it is no message. */
export function openContent(vault: Vault, sealed: Buffer): Content | undefined {
  try {
    return v.parse(content, JSON.parse(vault.decrypt(purpose, sealed)))
  } catch {
    return undefined
  }
}

/** The values that `macRecipient` gave for this recipient, under each of the secrets. */
export function recipientMacs(vault: Vault, to: string): Buffer[] {
  return vault.macs(recipientPurpose, to)
}

/** Tells whether two messages went to the same recipient, and not to whom. */
export function macRecipient(vault: Vault, to: string): Buffer {
  return vault.mac(recipientPurpose, to)
}
