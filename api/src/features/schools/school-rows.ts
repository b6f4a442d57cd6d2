/** Writes schools and their access lists. Only this file writes the tables schools and school_access. */
import { type Insertable, type SqlBool, sql, type UpdateObject } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import type { Schools } from '../../kernel/db/tables/school-tables.ts'
import type { Tables } from '../../kernel/db/tables.ts'

type NewSchool = Pick<
  Insertable<Schools>,
  | ('name' | 'type' | 'countryId' | 'stateId' | 'contactFirstName' | 'contactLastName')
  | ('board' | 'address' | 'website' | 'contactEmail' | 'contactPhone')
>

/**
 * Adds a school with its founder on the access list. If the founder has a school of this name and location, returns
 * that school: the form was sent again because the first answer was lost.
 */
export async function addSchool(
  trx: Db,
  school: NewSchool & { founderId: string },
): Promise<{ id: string; isNew: boolean }> {
  const added = await insertSchool(trx, school)
  if (added !== null) return { id: added, isNew: true }
  const { founderId, name, countryId, stateId } = school
  const { id } = await trx
    .selectFrom('schools')
    .select('id')
    .where('founderId', '=', founderId)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .where('countryId', '=', countryId)
    .where('stateId', 'is not distinct from', stateId ?? null)
    .where('status', '<>', 'rejected')
    .executeTakeFirstOrThrow()
  await addAccess(trx, id, founderId)
  return { id, isNew: false }
}

/**
 * Inserts a school, with the founder, if any, on the access list. Returns null if the founder has this school already.
 */
export async function insertSchool(
  trx: Db,
  school: NewSchool & { founderId: string | null },
): Promise<string | null> {
  const added = await trx
    .insertInto('schools')
    .values(school)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added && school.founderId !== null) await addAccess(trx, added.id, school.founderId)
  return added?.id ?? null
}

/** Returns true if the user had no access before. */
export async function addAccess(trx: Db, schoolId: string, userId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('schoolAccess')
    .values({ schoolId, userId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return Boolean(numInsertedOrUpdatedRows)
}

/** Returns true if the user had access before. */
export async function removeAccess(trx: Db, schoolId: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('schoolAccess')
    .where('schoolId', '=', schoolId)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/**
 * Returns false if the founder has another school of that name and location. Call it last, because the transaction has
 * then failed.
 */
export async function updateSchool(
  trx: Db,
  id: string,
  changes: UpdateObject<Tables, 'schools'>,
): Promise<boolean> {
  try {
    await trx
      .updateTable('schools')
      .set({ ...changes, updatedAt: sql<Date>`clock_timestamp()` })
      .where('id', '=', id)
      .execute()
    return true
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    if (code === '23505' && constraint === 'schools_founder_key') return false
    throw error
  }
}

/** Returns the name of a school that is not rejected. */
export async function findSchoolName(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('schools')
    .select('name')
    .where('id', '=', id)
    .where('status', '<>', 'rejected')
    .executeTakeFirst()
  return row?.name
}

/**
 * Lists the schools that a user founded or has access to, oldest first. Fields that only the founder writes are null
 * for other users.
 */
export function listSchools(db: Db, userId: string) {
  const ofFounder = <const C extends (typeof ofFounders)[number]>(column: C) =>
    sql<string | null>`case when founder_id = ${userId} then ${sql.ref(column)} end`.as(column)
  return db
    .selectFrom('schools')
    .select(['id', 'name', 'type', 'board', 'status', 'statusReason', 'logoId', 'createdAt'])
    .select(ofFounders.map(ofFounder))
    .where((where) => where.or([where('founderId', '=', userId), where('id', 'in', reachedBy(db, userId))]))
    .orderBy('createdAt')
    .execute()
}

const ofFounders = [
  'contactFirstName',
  'contactLastName',
  'contactEmail',
  'contactPhone',
  'address',
  'website',
] as const

/**
 * Deletes the unverified schools that a user founded and no other user has access to. It runs when the account is
 * deleted, or when its owner verifies an email that an attacker may have signed up with.
 */
export async function deleteFoundedSchools(trx: Db, userId: string): Promise<void> {
  await trx
    .deleteFrom('schools')
    .where('founderId', '=', userId)
    .where('status', '<>', 'verified')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('schoolAccess')
            .whereRef('schoolAccess.schoolId', '=', 'schools.id')
            .where('userId', '<>', userId),
        ),
      ),
    )
    .execute()
}

export function listLogosOfFounder(db: Db, userId: string): Promise<{ id: string }[]> {
  return db
    .selectFrom('schoolLogos')
    .innerJoin('schools', 'schools.id', 'schoolLogos.schoolId')
    .select('schoolLogos.id')
    .where('founderId', '=', userId)
    .execute()
}

/** Removes a deleted user from the schools whose contact person they are: as founder, or by an address or a number. */
export async function forgetContactPerson(
  trx: Db,
  { userId, contacts }: { userId: string; contacts: readonly string[] },
): Promise<void> {
  const nobody = { contactFirstName: '', contactLastName: null, contactEmail: null, contactPhone: null }
  await trx
    .updateTable('schools')
    .set(nobody)
    .where(
      sql<SqlBool>`founder_id = ${userId} or lower(contact_email) = any(${contacts.map((value) => value.toLowerCase())})
        or contact_phone = any(${[...contacts]})`,
    )
    .execute()
}

function reachedBy(db: Db, userId: string) {
  return db.selectFrom('schoolAccess').select('schoolId').where('userId', '=', userId)
}
