/** Keeps schools and the users who may reach them. Owner of the tables schools and school_access. */
import type { SchoolType } from '@foyer/contract/school-types'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

export type NewSchool = {
  name: string
  type: SchoolType
  countryId: string
  stateId: string | null
  contactFirstName: string
  contactLastName: string | null
}

/**
 * Adds a school with its founder on the access list. A founder who has a school of this name and place gets that one:
 * the answer to the first request was lost, and the form was sent again.
 */
export async function addSchool(
  trx: Db,
  { founderId, ...school }: NewSchool & { founderId: string },
): Promise<{ id: string; isNew: boolean }> {
  const added = await trx
    .insertInto('schools')
    .values({ ...school, founderId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  const id = added?.id ?? (await findFounded(trx, { ...school, founderId }))
  await trx
    .insertInto('schoolAccess')
    .values({ schoolId: id, userId: founderId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { id, isNew: added !== undefined }
}

async function findFounded(
  trx: Db,
  {
    founderId,
    name,
    countryId,
    stateId,
  }: Pick<NewSchool, 'name' | 'countryId' | 'stateId'> & {
    founderId: string
  },
): Promise<string> {
  const { id } = await trx
    .selectFrom('schools')
    .select('id')
    .where('founderId', '=', founderId)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .where('countryId', '=', countryId)
    .where('stateId', 'is not distinct from', stateId)
    .where('status', '<>', 'rejected')
    .executeTakeFirstOrThrow()
  return id
}

/** Lists the schools that a user may reach or has founded, the oldest first; the contact person of those alone. */
export function listSchools(db: Db, userId: string) {
  const ofFounder = (column: 'contactFirstName' | 'contactLastName') =>
    sql<string | null>`case when founder_id = ${userId} then ${sql.ref(column)} end`.as(column)
  return db
    .selectFrom('schools')
    .select(['id', 'name', 'type', 'status', 'createdAt'])
    .select([ofFounder('contactFirstName'), ofFounder('contactLastName')])
    .where((where) => where.or([where('founderId', '=', userId), where('id', 'in', reachedBy(db, userId))]))
    .orderBy('createdAt')
    .execute()
}

/**
 * Deletes the unverified schools that a user has founded and nobody else may reach: the account is deleted, or its owner
 * proves an address that an attacker may have signed up with.
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

/** Removes the contact person from the schools of a founder who is deleted. */
export async function forgetContactPerson(trx: Db, userId: string): Promise<void> {
  const nobody = { contactFirstName: '', contactLastName: null }
  await trx.updateTable('schools').set(nobody).where('founderId', '=', userId).execute()
}

function reachedBy(db: Db, userId: string) {
  return db.selectFrom('schoolAccess').select('schoolId').where('userId', '=', userId)
}
