/** Finds the user that an operator names on the command line by id, email address or phone number. */
import { uuid } from '@foyer/contract/fields'
import * as v from 'valibot'
import { findUser, type User } from '../../identity/users/find-user.ts'
import { emailKey, readContact } from '../../identity/users/identifier.ts'
import { fullName } from '../../identity/users/user-names.ts'
import { findUserRecord } from '../../identity/users/user-record.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { CommandError } from './command.ts'

/** Throws where no user has the given id, email address or phone number. */
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

/** Returns null where the operator gave an email address or a phone number. */
export function idIn(given: unknown): string | null {
  const wanted = String(given).trim()
  return v.is(uuid, wanted) ? wanted : null
}

/** Says whether the user has confirmed the contact that the operator gave; with an id, their first contact. */
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

/** Returns 'Asha Rao (3f8a…)'. */
export function describeUser(user: User): string {
  return `${printable(fullName(user)) || 'The user without a name'} (${user.id})`
}

/** Replaces control characters: users choose their names, and a terminal would obey such a character. */
export function printable(text: string): string {
  return text.replace(/\p{C}/gu, '\ufffd')
}
