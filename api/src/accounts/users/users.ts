/** Keeps users and their contacts. Owner of the tables users, emails (with own-emails.ts) and phones. */
import type { Channel } from '@foyer/contract/contact'
import { isPlatform, type Platform } from '@foyer/contract/platforms'
import { type RawBuilder, sql } from 'kysely'
import { batched } from '../../db/batch.ts'
import type { Db } from '../../db/connect.ts'
import { statement } from '../../db/statement.ts'
import type { Provenance } from '../../db/tables.ts'
import { type EmailContact, spelledKey, type TypedContact } from './contact-keys.ts'
import { platformsHeldBy } from './memberships.ts'
import { deleteClaimsOf } from './own-emails.ts'

export type Person = {
  id: string
  firstName: string
  lastName: string | null
  pictureUrl: string | null
  /** The primary email address and phone number, each with the id of its row and its provenance. */
  email: string | null
  emailId: string | null
  emailProvenance: Provenance | null
  phoneNumber: string | null
  phoneId: string | null
  phoneProvenance: Provenance | null
  isDisabled: boolean
  /** The platforms that the user is a member of, in no order. */
  platforms: Platform[]
}

type By = { id: string } | { contact: TypedContact | null }
type Claimant = { person: Person; contactId: string | null }

/** Finds a user by a contact or by id, in one statement. */
export async function findPerson(db: Db, by: By): Promise<Person | undefined> {
  const people = selectPerson(db)
  const ownerOf = (contact: TypedContact | null) =>
    db.selectFrom(selectContact(db, contact).as('own')).select('userId')
  const wanted =
    'id' in by ? people.where('users.id', '=', by.id) : people.where('users.id', 'in', ownerOf(by.contact))
  const row = await wanted.executeTakeFirst()
  return row && asPerson(row)
}

/**
 * Finds a user by a contact, by the id of a contact or by the user's id. `contactId` is null for the user's id. Those who
 * are sought together are one statement.
 */
export const findClaimant = batched(findClaimantsTogether)

type ClaimantRow = Omit<Person, 'platforms'> & {
  place: number
  contactId: string | null
  platforms: string | null
}

/** The range of `place` makes Postgres expect one row, and so a plan that finds each user by index. */
async function findClaimantsTogether(db: Db, all: readonly By[]): Promise<(Claimant | undefined)[]> {
  const contacts = all.map((by) => ('contact' in by ? by.contact : null))
  const emails = contacts.map((contact) => (contact?.channel === 'email' ? contact : null))
  const rows = await statement<ClaimantRow>(db)`
    with given as (
      select * from unnest(${all.map((_, place) => place)}::int[], ${all.map((by) => ('id' in by ? by.id : null))}::uuid[],
        ${emails.map((email) => email?.key ?? null)}::text[],
        ${emails.map((email) => email && spelledKey(email.address))}::text[],
        ${contacts.map((contact) => (contact?.channel === 'sms' ? contact.number : null))}::text[])
        as given (place, id, email_key, spelled_key, number)
      where place between 0 and ${all.length}
    ), claimed as (
      select place, user_id, emails.id as contact_id from given join emails on emails.id = given.id
      union all
      select place, user_id, phones.id from given join phones on phones.id = given.id
      union all
      select place, users.id, null from given join users on users.id = given.id
      union all
      select place, own.user_id, own.id from given cross join lateral (
        select user_id, id from emails where translate(key, 'ς', 'σ') = given.email_key
        order by key = given.spelled_key desc, twin limit 1) as own
      union all
      select place, user_id, phones.id from given join phones on phones.number = given.number
    )
    select place, contact_id, person.id, first_name, last_name, picture_url, disabled_at is not null as is_disabled,
      email.address as email, email.id as email_id, email.provenance as email_provenance,
      phone.number as phone_number, phone.id as phone_id, phone.provenance as phone_provenance,
      (select string_agg(platform, ' ') from memberships where user_id = person.id) as platforms
    from claimed join users as person on person.id = claimed.user_id
    left join emails as email on email.user_id = person.id and email.is_primary
    left join phones as phone on phone.user_id = person.id and phone.is_primary`
  const found: (Claimant | undefined)[] = all.map(() => undefined)
  for (const { place, contactId, platforms, ...person } of rows) {
    const held = (platforms ?? '').split(' ').filter(isPlatform)
    found[place] = { person: { ...person, platforms: held }, contactId }
  }
  return found
}

/** Selects the row of a contact; no row for null. */
function selectContact(db: Db, contact: TypedContact | null) {
  if (contact?.channel === 'sms' && contact.number !== null) {
    return db.selectFrom('phones').select('userId').where('number', '=', contact.number)
  }
  const email = contact?.channel === 'email' ? contact : { key: '', address: '' }
  return db
    .selectFrom('emails')
    .select('userId')
    .where(foldedKey, '=', email.key)
    .orderBy(sql`key = ${spelledKey(email.address)}`, 'desc')
    .orderBy('twin')
    .limit(1)
}

type PersonRow = Awaited<ReturnType<ReturnType<typeof selectPerson>['executeTakeFirstOrThrow']>>

function asPerson({ disabledAt, platforms, ...person }: PersonRow): Person {
  return { ...person, isDisabled: disabledAt !== null, platforms: platforms.filter(isPlatform) }
}

function selectPerson(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('emails', (join) =>
      join.onRef('emails.userId', '=', 'users.id').on('emails.isPrimary', '=', true),
    )
    .leftJoin('phones', (join) =>
      join.onRef('phones.userId', '=', 'users.id').on('phones.isPrimary', '=', true),
    )
    .select(['users.id', 'firstName', 'lastName', 'pictureUrl', 'disabledAt'])
    .select(['emails.address as email', 'emails.id as emailId', 'emails.provenance as emailProvenance'])
    .select(['phones.number as phoneNumber', 'phones.id as phoneId', 'phones.provenance as phoneProvenance'])
    .select(platformsHeldBy('users.id').as('platforms'))
}

/** Treats both forms of sigma as one letter; the index emails_folded_key is on this expression. */
const foldedKey = sql<string>`translate(key, 'ς', 'σ')`

/** Deletes a user with every row that refers to them. Call it in a transaction that holds the user's row. */
export async function deletePersonRow(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('users').where('id', '=', userId).execute()
}

/** Lists the ids of a user's contacts. */
export async function listContactIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('emails')
    .select('id')
    .where('userId', '=', userId)
    .unionAll((query) => query.selectFrom('phones').select('id').where('userId', '=', userId))
    .execute()
  return rows.map(({ id }) => id)
}

/** Disables or enables a user; returns false for a user who was in that state before. */
export async function setDisabled(db: Db, userId: string, isDisabled: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ disabledAt: isDisabled ? sql<Date>`clock_timestamp()` : null })
    .where('id', '=', userId)
    .where('disabledAt', isDisabled ? 'is' : 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The condition that the user in this column is enabled. */
export function isEnabled(userId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from users as person where person.id = ${sql.ref(userId)} and person.disabled_at is null)`
}

/** Stands for an unknown user in queries, so that known and unknown users cost the same statements. */
export const unknownUserId = '00000000-0000-4000-8000-000000000000'

/** Creates a user with at least one contact. Call it in a transaction. */
export async function createPerson(
  db: Db,
  given: {
    firstName: string
    lastName: string | null
    email?: Pick<EmailContact, 'address'>
    phoneNumber?: string
    provenance: Provenance
  },
): Promise<string> {
  const { firstName, lastName, email, phoneNumber, provenance } = given
  const { id } = await db
    .insertInto('users')
    .values({ firstName, lastName })
    .returning('id')
    .executeTakeFirstOrThrow()
  const origin = {
    userId: id,
    isPrimary: true,
    provenance,
    verifiedAt: provenance === 'verified' ? new Date() : null,
  }
  if (email)
    await db
      .insertInto('emails')
      .values({ address: email.address, key: spelledKey(email.address), ...origin })
      .execute()
  if (email && provenance === 'verified') await deleteClaimsOf(db, email.address)
  if (phoneNumber)
    await db
      .insertInto('phones')
      .values({ number: phoneNumber, ...origin })
      .execute()
  return id
}

/** Returns whether an insert failed because the address has an account. A query before the insert would let two callers through. */
export function isAddressTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && (constraint === 'emails_key_key' || constraint === 'emails_folded_key')
}

/**
 * Keeps other transactions from opening a session of this user until this one ends. A transaction that also changes the
 * user's password or known browsers must do so before: a sign-in locks those rows before the user's.
 */
export async function lockPerson(trx: Db, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
}

/** Keeps other transactions from proving a contact of this user until this one ends; sessions can still be opened. */
export async function lockContacts(trx: Db, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/** Marks a contact as proven to belong to its user. */
export async function markProven(db: Db, contact: { channel: Channel; id: string }): Promise<void> {
  const proven = { provenance: 'verified' as const, verifiedAt: sql<Date>`clock_timestamp()` }
  const table = contact.channel === 'email' ? 'emails' : 'phones'
  await db.updateTable(table).set(proven).where('id', '=', contact.id).execute()
}

/** Marks an invited email as one that the user of the account has not proven. Leaves a proven one as it is. */
export async function markUnproven(db: Db, emailId: string): Promise<void> {
  const unproven = db.updateTable('emails').set({ provenance: 'self_unverified' }).where('id', '=', emailId)
  await unproven.where('provenance', '=', 'invited').execute()
}

/** Deletes the unproven contacts of a user. */
export async function deleteUnprovenContacts(db: Db, userId: string): Promise<void> {
  for (const table of ['emails', 'phones'] as const) {
    await db
      .deleteFrom(table)
      .where('userId', '=', userId)
      .where('provenance', '=', 'self_unverified')
      .execute()
  }
}

export async function setName(
  db: Db,
  userId: string,
  names: Pick<Person, 'firstName' | 'lastName'>,
): Promise<void> {
  const changed = { ...names, updatedAt: sql<Date>`clock_timestamp()` }
  await db.updateTable('users').set(changed).where('id', '=', userId).execute()
}
