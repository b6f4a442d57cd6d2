/** Who may be written to: one address or one number, and nothing that could be taken for more. */
import type { Channel } from '@foyer/contract/contact'
import * as field from '@foyer/contract/fields'
import * as v from 'valibot'

/** Looked at again before each try: a row may have been written by anybody. */
export function isRecipient(channel: Channel, to: string): boolean {
  if (channel === 'sms') return /^\+[0-9]{6,15}$/.test(to)
  // The contract's rule trims; a recipient is used as it is.
  return to === to.trim() && !/\p{C}/u.test(to) && v.is(field.email, to)
}

/** Enough to know a person by who knows them: a•••@example.com, +91•••210. */
export function maskRecipient(to: string): string {
  const at = to.lastIndexOf('@')
  if (at > 0) return `${[...to][0]}•••${to.slice(at)}`
  return to.length > 8 ? `${to.slice(0, 3)}•••${to.slice(-3)}` : '•••'
}
