/**
 * Keeps the emails and phone numbers that users add to their accounts. A contact is a claim until its user proves it with a
 * code, and then a row of `emails` or `phones`. Only these rows identify an account. Owner of the tables email_claims and
 * phone_claims, and with users.ts of emails and phones.
 */
import type { Channel } from '@foyer/contract/contact'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import type { Provenance } from '../../kernel/db/tables.ts'
import { type EmailContact, type PhoneContact, readEmail, spelledKey } from './identifier.ts'

export type OwnContact = {
  channel: Channel
  id: string
  /** The address, or the number in E.164. */
  to: string
  isPrimary: boolean
  /** null for a claim. */
  provenance: Provenance | null
  verifiedAt: Date | null
  createdAt: Date
}

export type NewContact = Pick<EmailContact, 'channel' | 'address' | 'key'> | PhoneContact

/** Lists every contact of a user: the primary ones, then verified ones, then the others, each from the oldest on. */
export async function listOwnContacts(db: Db, userId: string): Promise<OwnContact[]> {
  const { rows } = await sql<OwnContact>`
    select * from (
      select 'email' as channel, id, address as "to", is_primary, provenance, verified_at, created_at
      from emails where user_id = ${userId}
      union all
      select 'email', id, address, false, null, null, created_at from email_claims where user_id = ${userId}
      union all
      select 'sms', id, number, is_primary, provenance, verified_at, created_at
      from phones where user_id = ${userId}
      union all
      select 'sms', id, number, false, null, null, created_at from phone_claims where user_id = ${userId}
    ) as own
    order by is_primary desc, provenance = 'verified' desc nulls last, created_at, id`.execute(db)
  return rows
}

export async function findOwnContact(
  db: Db,
  { userId, channel, id }: { userId: string; channel: Channel; id: string },
): Promise<OwnContact | undefined> {
  const own = await listOwnContacts(db, userId)
  return own.find((contact) => contact.channel === channel && contact.id === id)
}

/** Adds a contact that is not proven, or finds the contact if the user has added it before. */
export async function addClaim(trx: Db, userId: string, contact: NewContact): Promise<OwnContact> {
  const { channel } = contact
  const to = channel === 'email' ? contact.address : contact.number
  const row = await (channel === 'email'
    ? trx
        .insertInto('emailClaims')
        .values({ userId, address: to, key: contact.key })
        .onConflict((conflict) => conflict.columns(['userId', 'key']).doUpdateSet({ address: to }))
        .returning(['id', 'createdAt'])
        .executeTakeFirstOrThrow()
    : trx
        .insertInto('phoneClaims')
        .values({ userId, number: to })
        .onConflict((conflict) => conflict.columns(['userId', 'number']).doUpdateSet({ number: to }))
        .returning(['id', 'createdAt'])
        .executeTakeFirstOrThrow())
  return { ...row, channel, to, isPrimary: false, provenance: null, verifiedAt: null }
}

/**
 * Turns a claim into a proven contact of its user, and deletes every other claim of the contact. Returns null if another
 * account has the contact: the owner of the mailbox or phone can sign in to that account.
 */
export async function proveClaim(trx: Db, userId: string, claim: OwnContact): Promise<OwnContact | null> {
  const { channel, id, to, createdAt } = claim
  const proven = {
    ...{ id, userId, createdAt, isPrimary: false },
    ...{ provenance: 'verified' as const, verifiedAt: sql<Date>`clock_timestamp()` },
  }
  const inserted = await (channel === 'email'
    ? trx
        .insertInto('emails')
        .values({ ...proven, address: to, key: spelledKey(to) })
        .onConflict((conflict) => conflict.doNothing())
        .returning('verifiedAt')
        .executeTakeFirst()
    : trx
        .insertInto('phones')
        .values({ ...proven, number: to })
        .onConflict((conflict) => conflict.doNothing())
        .returning('verifiedAt')
        .executeTakeFirst())
  if (!inserted) return null
  await deleteClaimsOf(trx, { channel, to })
  return { ...claim, provenance: 'verified', ...inserted }
}

/** Deletes the claims of all users to a contact that one of them has proven. */
export async function deleteClaimsOf(
  trx: Db,
  { channel, to }: Pick<OwnContact, 'channel' | 'to'>,
): Promise<void> {
  if (channel === 'sms') {
    await trx.deleteFrom('phoneClaims').where('number', '=', to).execute()
    return
  }
  const key = readEmail(to)?.key
  if (key) await trx.deleteFrom('emailClaims').where('key', '=', key).execute()
}

/**
 * Makes a proven contact the primary one of its channel: the user signs in with it, or gets codes by it. Returns the former
 * primary contact. A former contact that was never proven becomes a claim (null): it must not identify the account any more,
 * nor keep its owner from opening an account.
 */
export async function makePrimary(
  trx: Db,
  userId: string,
  { channel, id }: Pick<OwnContact, 'channel' | 'id'>,
): Promise<OwnContact | null> {
  const own = await listOwnContacts(trx, userId)
  const former = own.find((contact) => contact.channel === channel && contact.isPrimary)
  const table = channel === 'email' ? 'emails' : 'phones'
  if (former) await trx.updateTable(table).set({ isPrimary: false }).where('id', '=', former.id).execute()
  await trx
    .updateTable(table)
    .set({ isPrimary: true })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .execute()
  if (!former) return null
  if (former.provenance !== 'self_unverified') return { ...former, isPrimary: false }
  await trx.deleteFrom(table).where('id', '=', former.id).execute()
  const { to } = former
  const key = channel === 'email' ? readEmail(to)?.key : to
  if (channel === 'sms') await addClaim(trx, userId, { channel, number: to, key: to, assumedCountry: null })
  else if (key) await addClaim(trx, userId, { channel, address: to, key })
  return null
}

export async function deleteOwnContact(
  trx: Db,
  { userId, channel, id }: { userId: string; channel: Channel; id: string },
): Promise<void> {
  const tables =
    channel === 'email' ? (['emails', 'emailClaims'] as const) : (['phones', 'phoneClaims'] as const)
  for (const table of tables)
    await trx.deleteFrom(table).where('userId', '=', userId).where('id', '=', id).execute()
}

/**
 * Removes the contacts that the user has not proven, and those proven since `since`, but not the email `keptId`. No remaining
 * number gets codes until the user makes it primary again: an attacker may have added it before `since`.
 */
export async function distrustContactsSince(
  trx: Db,
  { userId, since, keptId }: { userId: string; since: Date; keptId: string },
): Promise<void> {
  await deleteClaims(trx, userId)
  for (const table of ['emails', 'phones'] as const)
    await trx
      .deleteFrom(table)
      .where('userId', '=', userId)
      .where('verifiedAt', '>=', since)
      .where('id', '<>', keptId)
      .execute()
  await trx.updateTable('phones').set({ isPrimary: false }).where('userId', '=', userId).execute()
}

export async function deleteClaims(trx: Db, userId: string): Promise<void> {
  for (const table of ['emailClaims', 'phoneClaims'] as const)
    await trx.deleteFrom(table).where('userId', '=', userId).execute()
}

/** Removes every contact of a user but the primary ones. */
export async function deleteFurtherContacts(trx: Db, userId: string): Promise<void> {
  await deleteClaims(trx, userId)
  for (const table of ['emails', 'phones'] as const)
    await trx.deleteFrom(table).where('userId', '=', userId).where('isPrimary', '=', false).execute()
}

/** Lists the contacts that a user has added and not proven. */
export async function listClaims(db: Db, userId: string) {
  const claims = (await listOwnContacts(db, userId)).filter(({ provenance }) => provenance === null)
  return claims.map(({ channel, to, createdAt }) => ({ channel, value: to, createdAt }))
}
