/** Finds the user whose id, email or phone number the operator typed. */
import { uuid } from '@foyer/contract/fields'
import * as v from 'valibot'
import { findUser, type User } from '../../identity/users/find-user.ts'
import { emailKey, readContact } from '../../identity/users/identifier.ts'
import { fullName } from '../../identity/users/user-names.ts'
import { findUserRecord } from '../../identity/users/user-record.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { CommandError } from './command.ts'

/** Returns the user; throws if no user has this id, email or phone number. */
export async function requireUser(db: Db, given: unknown): Promise<User> {
  const user = await lookUpUser(db, given)
  if (!user) throw new CommandError(noUserText(given))
  return user
}

export function lookUpUser(db: Db, given: unknown): Promise<User | undefined> {
  const id = idIn(given)
  return findUser(db, id ? { id } : { identifier: contactIn(String(given).trim()) })
}

export function noUserText(given: unknown): string {
  return `No user has this ${idIn(given) ? 'id' : 'email address or phone number'}`
}

/** Returns the id if the operator typed one; otherwise null. */
export function idIn(given: unknown): string | null {
  const wanted = String(given).trim()
  return v.is(uuid, wanted) ? wanted : null
}

/** Returns whether the user has verified the contact that the operator typed; for an id, the user's first contact. */
export async function isProven(db: Db, user: User, given: unknown): Promise<boolean> {
  const wanted = String(given).trim()
  const contact = v.is(uuid, wanted) ? null : contactIn(wanted)
  const { contacts } = await findUserRecord(db, user.id)
  const named = contacts.find(({ channel, value }) => {
    if (!contact) return true
    if (contact.channel === 'email') return channel === 'email' && emailKey(value) === contact.key
    return channel === 'sms' && value === contact.number
  })
  return named !== undefined && named.provenance !== 'self_unverified'
}

function contactIn(wanted: string) {
  const contact = readContact(wanted)
  if (contact) return contact
  throw new CommandError('Give an email address, a user id, or a phone number with its country code')
}

/** Formats a user: 'Asha Rao (3f8a…)'. */
export function describeUser(user: User): string {
  return `${printable(fullName(user)) || 'The user without a name'} (${user.id})`
}

/** Replaces control characters, because users choose their names and a terminal would obey such a character. */
export function printable(text: string): string {
  return text.replace(/\p{C}/gu, '\ufffd')
}
