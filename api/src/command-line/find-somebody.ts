/** The person that a command is about, by what an operator has at hand. */
import { uuid } from '@foyer/contract/fields'
import * as v from 'valibot'
import { emailKey, readContact } from '../accounts/users/contact-keys.ts'
import { fullName } from '../accounts/users/person-names.ts'
import { findPerson, findRecord, type Person } from '../accounts/users/users.ts'
import type { Db } from '../db/connect.ts'
import { CommandError } from './command.ts'

/** By an id, an address, or a number with its country code. */
export async function findSomebody(db: Db, given: unknown): Promise<Person> {
  const person = await findAnybody(db, given)
  if (!person) throw new CommandError(nobodyThere(given))
  return person
}

/** The same where nobody may be there. */
export function findAnybody(db: Db, given: unknown): Promise<Person | undefined> {
  const id = idIn(given)
  return findPerson(db, id ? { id } : { contact: contactIn(String(given).trim()) })
}

export function nobodyThere(given: unknown): string {
  return `There is nobody of this ${idIn(given) ? 'id' : 'address or number'}`
}

/** The id that names a person; null where an address or a number does. */
export function idIn(given: unknown): string | null {
  const wanted = String(given).trim()
  return v.is(uuid, wanted) ? wanted : null
}

/** Whether it is known that the address that names them here is theirs; where an id does, their first one. */
export async function isProven(db: Db, person: Person, given: unknown): Promise<boolean> {
  const wanted = String(given).trim()
  const contact = v.is(uuid, wanted) ? null : contactIn(wanted)
  const { contacts } = await findRecord(db, person.id)
  const named = contacts.find(({ channel, value }) => {
    if (!contact) return true
    if (contact.channel === 'email') return channel === 'email' && emailKey(value) === contact.key
    return channel === 'sms' && value === contact.number
  })
  return named !== undefined && named.provenance !== 'self_unverified'
}

function contactIn(wanted: string) {
  const contact = readContact(wanted)
  if (contact && (contact.channel === 'email' || contact.number !== null)) return contact
  throw new CommandError('Name an email address, an id, or a phone number with its country code')
}

/** 'Asha Rao (3f8a…)': whom a command was done to. */
export function nameOf(person: Person): string {
  return `${printable(fullName(person)) || 'The user without a name'} (${person.id})`
}

/** People choose their names: what a terminal would obey is not printed. */
export function printable(text: string): string {
  return text.replace(/\p{C}/gu, '\ufffd')
}
