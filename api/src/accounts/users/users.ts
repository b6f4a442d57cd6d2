/** People and the addresses and numbers they are known by. Owner of the tables users, emails and phones. */
import type { Channel } from '@foyer/contract/contact'
import { isPlatform, type Platform } from '@foyer/contract/platforms'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Provenance } from '../../db/tables.ts'
import { type EmailContact, spelledKey, type TypedContact } from './contact-keys.ts'
import { platformsHeldBy } from './memberships.ts'

export type Person = {
  id: string
  firstName: string
  lastName: string | null
  pictureUrl: string | null
  /** Their primary address and number, each with the id of its row and how we came to hold it. */
  email: string | null
  emailId: string | null
  emailProvenance: Provenance | null
  phoneNumber: string | null
  phoneId: string | null
  phoneProvenance: Provenance | null
  isDisabled: boolean
  /** Where they are a member, in no order. */
  platforms: Platform[]
}

type By = { id: string } | { contact: TypedContact | null }
type Claimant = { person: Person; contactId: string | null }

/** The person behind an address, a number or an id; undefined where there is none. One statement each. */
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
 * Finds a person by a contact, by the id of a contact or by their own id, in one statement. `contactId` names the
 * contact; it is null where the person's own id was given.
 */
export async function findClaimant(db: Db, by: By): Promise<Claimant | undefined> {
  const row = await selectPerson(db)
    .innerJoin(claimedBy(db, by).as('claimed'), (join) => join.onRef('claimed.userId', '=', 'users.id'))
    .select('claimed.contactId')
    .executeTakeFirst()
  if (!row) return undefined
  const { contactId, ...rest } = row
  return { person: asPerson(rest), contactId }
}

const contactColumns = ['userId', sql<string | null>`id`.as('contactId')] as const

function claimedBy(db: Db, by: By) {
  if ('contact' in by) return selectContact(db, by.contact)
  const users = db
    .selectFrom('users')
    .select(['id as userId', sql<string | null>`null::uuid`.as('contactId')])
  return db
    .selectFrom('emails')
    .select(contactColumns)
    .where('id', '=', by.id)
    .unionAll(db.selectFrom('phones').select(contactColumns).where('id', '=', by.id))
    .unionAll(users.where('id', '=', by.id))
}

/** The row of an email address or phone number; no row where it is neither. */
function selectContact(db: Db, contact: TypedContact | null) {
  if (contact?.channel === 'sms' && contact.number !== null) {
    return db.selectFrom('phones').select(contactColumns).where('number', '=', contact.number)
  }
  const email = contact?.channel === 'email' ? contact : { key: '', address: '' }
  return db
    .selectFrom('emails')
    .select(contactColumns)
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

/** Both forms of sigma as one; the index emails_folded_key is on this expression. */
const foldedKey = sql<string>`translate(key, 'ς', 'σ')`

export type PersonRecord = {
  createdAt: Date
  disabledAt: Date | null
  /** Every address and number, the primary ones first. */
  contacts: {
    channel: Channel
    value: string
    provenance: Provenance
    isPrimary: boolean
    verifiedAt: Date | null
  }[]
}

/** What an operator is shown of somebody. */
export async function findRecord(db: Db, userId: string): Promise<PersonRecord> {
  const person = await db
    .selectFrom('users')
    .select(['createdAt', 'disabledAt'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const contacts = await db
    .selectFrom('emails')
    .select([
      sql<Channel>`'email'`.as('channel'),
      'address as value',
      'provenance',
      'isPrimary',
      'verifiedAt',
    ])
    .where('userId', '=', userId)
    .unionAll((query) =>
      query
        .selectFrom('phones')
        .select([
          sql<Channel>`'sms'`.as('channel'),
          'number as value',
          'provenance',
          'isPrimary',
          'verifiedAt',
        ])
        .where('userId', '=', userId),
    )
    .orderBy('isPrimary', 'desc')
    .orderBy('channel')
    .execute()
  return { ...person, contacts }
}

/** Removes a person with every row that refers to them. Call it in a transaction that holds their row. */
export async function deletePersonRow(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('users').where('id', '=', userId).execute()
}

/** Returns the enabled people with an address at foyer.test. The partial index emails_demo has the same condition. */
export async function findEnabledDemoIds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('emails')
    .select('userId')
    .distinct()
    .where(sql<boolean>`key like '%@foyer.test'`)
    .where(isEnabled('emails.userId'))
    .execute()
  return rows.map(({ userId }) => userId)
}

export type SuspectEmail = Awaited<ReturnType<typeof listSuspectEmails>>[number]

/** Addresses that email-rules.ts may have something to say about: those beyond ASCII, and those unlike their key. */
export async function listSuspectEmails(db: Db) {
  return db
    .selectFrom('emails')
    .select(['userId', 'address', 'twin', 'provenance', 'isPrimary'])
    .where(sql<boolean>`(address ~ '[^ -~]' or lower(address) <> key or twin <> '')`)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** The ids of every email and phone number of a person. */
export async function listContactIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('emails')
    .select('id')
    .where('userId', '=', userId)
    .unionAll((query) => query.selectFrom('phones').select('id').where('userId', '=', userId))
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether that was a change. */
export async function setDisabled(db: Db, userId: string, isDisabled: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ disabledAt: isDisabled ? sql<Date>`clock_timestamp()` : null })
    .where('id', '=', userId)
    .where('disabledAt', isDisabled ? 'is' : 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Whether the person whose id this column holds may use the house at all. */
export function isEnabled(userId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from users as person where person.id = ${sql.ref(userId)} and person.disabled_at is null)`
}

/** Asked for in place of an unknown person, so that both cost the same statements. */
export const nobody = '00000000-0000-4000-8000-000000000000'

/** Adds a person with at least one way to reach them. Call it in a transaction. */
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
  if (phoneNumber)
    await db
      .insertInto('phones')
      .values({ number: phoneNumber, ...origin })
      .execute()
  return id
}

/** Whether writing failed because the address is somebody's already; looking first would let two through at once. */
export function isAddressTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && (constraint === 'emails_key_key' || constraint === 'emails_folded_key')
}

/**
 * Nobody opens a session of this person, or is opening one still, until the transaction ends. Whoever changes their
 * password or browsers, too, does that first: a sign-in takes those rows before the person's.
 */
export async function lockPerson(trx: Db, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
}

/** Nobody else proves an address of this person until the transaction ends; sessions are opened meanwhile. */
export async function lockContacts(trx: Db, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/** From now on this address or number is known to be theirs. */
export async function markProven(db: Db, contact: { channel: Channel; id: string }): Promise<void> {
  const proven = { provenance: 'verified' as const, verifiedAt: sql<Date>`clock_timestamp()` }
  const table = contact.channel === 'email' ? 'emails' : 'phones'
  await db.updateTable(table).set(proven).where('id', '=', contact.id).execute()
}

/** Takes away the addresses and numbers of this person that nobody has proven. */
export async function deleteUnprovenContacts(db: Db, userId: string): Promise<void> {
  for (const table of ['emails', 'phones'] as const) {
    await db
      .deleteFrom(table)
      .where('userId', '=', userId)
      .where('provenance', '=', 'self_unverified')
      .execute()
  }
}

/** Replaces the names of a person. */
export async function setName(
  db: Db,
  userId: string,
  names: Pick<Person, 'firstName' | 'lastName'>,
): Promise<void> {
  const changed = { ...names, updatedAt: sql<Date>`clock_timestamp()` }
  await db.updateTable('users').set(changed).where('id', '=', userId).execute()
}
