/**
 * Keeps the addresses that users add to their accounts. An address is a claim until its mailbox is proven, and then a row of
 * `emails`. Only rows of `emails` identify an account. Owner of the table email_claims, and with users.ts of emails.
 */
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import type { Provenance } from '../../kernel/db/tables.ts'
import { type EmailContact, readEmail, spelledKey } from './identifier.ts'

export type OwnEmail = {
  id: string
  address: string
  isPrimary: boolean
  /** null for a claim. */
  provenance: Provenance | null
  verifiedAt: Date | null
  createdAt: Date
}

/** Lists every address of a user: the primary one, then verified ones, then the others, each from the oldest on. */
export async function listOwnEmails(db: Db, userId: string): Promise<OwnEmail[]> {
  return db
    .selectFrom(selectOwnEmails(db, userId).as('own'))
    .selectAll()
    .orderBy('isPrimary', 'desc')
    .orderBy(sql`provenance = 'verified'`, (order) => order.desc().nullsLast())
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

export async function findOwnEmail(
  db: Db,
  { userId, id }: { userId: string; id: string },
): Promise<OwnEmail | undefined> {
  const own = db.selectFrom(selectOwnEmails(db, userId).as('own')).selectAll()
  return own.where('id', '=', id).executeTakeFirst()
}

function selectOwnEmails(db: Db, userId: string) {
  const common = ['id', 'address', 'createdAt'] as const
  return db
    .selectFrom('emails')
    .select([...common, 'isPrimary', sql<Provenance | null>`provenance`.as('provenance'), 'verifiedAt'])
    .where('userId', '=', userId)
    .unionAll((query) =>
      query
        .selectFrom('emailClaims')
        .select([
          ...common,
          sql<boolean>`false`.as('isPrimary'),
          sql<Provenance | null>`null::text`.as('provenance'),
          sql<Date | null>`null::timestamptz`.as('verifiedAt'),
        ])
        .where('userId', '=', userId),
    )
}

/** Adds an address that is not proven, or finds the address if the user has added it before. */
export async function addClaim(
  trx: Db,
  userId: string,
  { address, key }: Pick<EmailContact, 'address' | 'key'>,
): Promise<OwnEmail> {
  const row = await trx
    .insertInto('emailClaims')
    .values({ userId, address, key })
    .onConflict((conflict) => conflict.columns(['userId', 'key']).doUpdateSet({ address }))
    .returning(['id', 'address', 'createdAt'])
    .executeTakeFirstOrThrow()
  return { ...row, isPrimary: false, provenance: null, verifiedAt: null }
}

/**
 * Turns a claim into a proven address of its user, and deletes every other claim of the address. Returns null if another
 * account has the address: the owner of the mailbox can sign in to that account.
 */
export async function proveClaim(trx: Db, userId: string, claim: OwnEmail): Promise<OwnEmail | null> {
  const { id, address } = claim
  const proven = await trx
    .insertInto('emails')
    .values({
      id,
      userId,
      address,
      key: spelledKey(address),
      isPrimary: false,
      provenance: 'verified',
      verifiedAt: sql<Date>`clock_timestamp()`,
      createdAt: claim.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'address', 'isPrimary', 'provenance', 'verifiedAt', 'createdAt'])
    .executeTakeFirst()
  if (!proven) return null
  await deleteClaimsOf(trx, address)
  return proven
}

export async function deleteClaimsOf(trx: Db, address: string): Promise<void> {
  const key = readEmail(address)?.key
  if (key) await trx.deleteFrom('emailClaims').where('key', '=', key).execute()
}

/**
 * Makes an address of `emails` the primary one, with which the user signs in. Returns the former primary address. A former
 * address that was never proven becomes a claim (null): it must not identify the account any more, nor keep the owner of its
 * mailbox from opening an account.
 */
export async function makePrimary(trx: Db, userId: string, id: string): Promise<OwnEmail | null> {
  const [former] = await trx
    .updateTable('emails')
    .set({ isPrimary: false })
    .where('userId', '=', userId)
    .where('isPrimary', '=', true)
    .returning(['id', 'address', 'isPrimary', 'provenance', 'verifiedAt', 'createdAt'])
    .execute()
  await trx
    .updateTable('emails')
    .set({ isPrimary: true })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .execute()
  if (former?.provenance !== 'self_unverified') return former ?? null
  await trx.deleteFrom('emails').where('id', '=', former.id).execute()
  const contact = readEmail(former.address)
  if (contact) await addClaim(trx, userId, { ...contact, address: former.address })
  return null
}

export async function deleteOwnEmail(trx: Db, { userId, id }: { userId: string; id: string }): Promise<void> {
  for (const table of ['emails', 'emailClaims'] as const)
    await trx.deleteFrom(table).where('userId', '=', userId).where('id', '=', id).execute()
}

/** Removes the addresses that the user has not proven, and the addresses proven since `since`, but not `keptId`. */
export async function deleteEmailsSince(
  trx: Db,
  { userId, since, keptId }: { userId: string; since: Date; keptId: string },
): Promise<void> {
  await deleteClaims(trx, userId)
  await trx
    .deleteFrom('emails')
    .where('userId', '=', userId)
    .where('verifiedAt', '>=', since)
    .where('id', '<>', keptId)
    .execute()
}

export async function deleteClaims(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('emailClaims').where('userId', '=', userId).execute()
}

/** Removes every address of a user but the primary one. */
export async function deleteFurtherEmails(trx: Db, userId: string): Promise<void> {
  await deleteClaims(trx, userId)
  await trx.deleteFrom('emails').where('userId', '=', userId).where('isPrimary', '=', false).execute()
}

/** Lists the addresses that a user has added and not proven. */
export function listClaims(db: Db, userId: string) {
  const claims = db.selectFrom('emailClaims').select(['address', 'createdAt'])
  return claims.where('userId', '=', userId).orderBy('createdAt').execute()
}
