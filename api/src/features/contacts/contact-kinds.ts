/** Lists what differs between the emails and the phone numbers of a user. Everything else is one rule for both. */
import type { Channel } from '@foyer/contract/contact'
import { emailKey } from '../../identity/users/identifier.ts'
import type { Window } from '../../kernel/limits/request-limits.ts'

type Kind = {
  /** Names the kind in keys of limits. */
  name: 'email' | 'phone'
  /** The field of a request that names a new contact. */
  field: 'email' | 'phoneNumber'
  purpose: 'verify_email' | 'verify_phone'
  template: 'verify-email' | 'verify-phone'
  events: Record<
    'added' | 'verified' | 'changed' | 'removed',
    `${'email' | 'phone'}-${'added' | 'verified' | 'changed' | 'removed'}`
  >
  inUse: 'email-in-use' | 'phone-in-use'
  last: 'last-email' | 'last-phone'
  /** Limits the codes that all users together have sent to one contact. */
  codesPerContact: Window
  /** Limits the codes to all contacts of one user, so that an attacker cannot send codes to any number of people. */
  codesPerUser: Window
  /** Returns the value that is equal for all spellings of a contact. */
  keyOf(to: string): string
}

const day = 86_400

export const kinds: Readonly<Record<Channel, Kind>> = {
  email: {
    name: 'email',
    field: 'email',
    purpose: 'verify_email',
    template: 'verify-email',
    events: {
      added: 'email-added',
      verified: 'email-verified',
      changed: 'email-changed',
      removed: 'email-removed',
    },
    inUse: 'email-in-use',
    last: 'last-email',
    codesPerContact: { max: 10, windowSeconds: day },
    codesPerUser: { max: 20, windowSeconds: day },
    keyOf: (address) => emailKey(address) ?? address,
  },
  sms: {
    name: 'phone',
    field: 'phoneNumber',
    purpose: 'verify_phone',
    template: 'verify-phone',
    events: {
      added: 'phone-added',
      verified: 'phone-verified',
      changed: 'phone-changed',
      removed: 'phone-removed',
    },
    inUse: 'phone-in-use',
    last: 'last-phone',
    // Text messages cost money.
    codesPerContact: { max: 10, windowSeconds: day },
    codesPerUser: { max: 10, windowSeconds: day },
    keyOf: (number) => number,
  },
}
