/** Reads schools for callers who may see them. Only features/schools/school-rows.ts writes the table schools. */
import { platformPolicies } from '@foyer/contract/platform-policies'
import type { Given } from '@foyer/contract/routes/route'
import type { School } from '@foyer/contract/schools/school-fields'
import { getSchoolLogo } from '@foyer/contract/schools/school-logos'
import type { listSchools } from '@foyer/contract/schools/school-routes'
import { type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Schools } from '../../kernel/db/tables/school-tables.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { Failure } from '../../kernel/failure.ts'
import { rowsOfPage } from '../../kernel/limits/list-paging.ts'

/** The schools that a caller sees: all schools, or those whose access lists contain the user. */
export type Reach = 'all' | { userId: string }

export function reachOf({ platform, userId }: Caller): Reach {
  return platformPolicies[platform].seesAllSchools ? 'all' : { userId }
}

/**
 * Lists and totals stop at this number of schools, so that no request reads every school of a large installation.
 * Search and filters reach the rest.
 */
const listedMax = 10_000

const listedColumns = [
  'schools.id',
  'name',
  'type',
  'board',
  'countryId',
  'stateId',
  'logoId',
  'status',
  'submittedAt',
  'schools.createdAt',
] as const
const columns = [
  ...listedColumns,
  'address',
  'website',
  'contactFirstName',
  'contactLastName',
  'contactEmail',
  'contactPhone',
  'statusReason',
  'partsToCorrect',
  'decidedAt',
  'updatedAt',
] as const

type ListedRow = Selectable<
  Pick<
    Schools,
    | 'id'
    | 'name'
    | 'type'
    | 'board'
    | 'countryId'
    | 'stateId'
    | 'logoId'
    | 'status'
    | 'submittedAt'
    | 'createdAt'
  >
>
export type SchoolRow = Selectable<Omit<Schools, 'founderId' | 'nameKey' | 'nameWords'>>

/** Throws `not-found` for an unknown school, and for a school that the caller may not see. */
export function findSchool(db: Db, id: string, reach: Reach): Promise<SchoolRow> {
  return selectSchool(db, id, reach).executeTakeFirstOrThrow(notFound)
}

/** Like `findSchool`; locks the row until the transaction ends, so that no concurrent change is lost. */
export function lockSchool(trx: Db, id: string, reach: Reach): Promise<SchoolRow> {
  return selectSchool(trx, id, reach).forUpdate().executeTakeFirstOrThrow(notFound)
}

function selectSchool(db: Db, id: string, reach: Reach) {
  return db.selectFrom('schools').select(columns).where('id', '=', id).where(isReached(reach))
}

export async function readSchool(db: Db, id: string, reach: Reach): Promise<School> {
  return asSchool(await findSchool(db, id, reach))
}

/** Reads the school that the user got access to first. Throws `not-found` for a user without a school. */
export async function readFirstSchool(db: Db, userId: string): Promise<School> {
  const row = await db
    .selectFrom('schools')
    .innerJoin('schoolAccess', 'schoolId', 'id')
    .select(columns)
    .where('userId', '=', userId)
    .orderBy('schoolAccess.createdAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow(notFound)
  return asSchool(row)
}

const notFound = () => new Failure('not-found')

export async function listSchoolRows(
  db: Db,
  reach: Reach,
  { search, status, countryId, order, ...asked }: Given<typeof listSchools>['query'],
): Promise<{ items: ListedRow[]; total: number }> {
  let found = db.selectFrom('schools').where(isReached(reach))
  if (status !== undefined) found = found.where('status', '=', status)
  if (countryId !== undefined) found = found.where('countryId', '=', countryId)
  if (search) found = found.where(sql<SqlBool>`name_words @@ school_name_query(${search})`)
  const { limit, offset } = rowsOfPage(asked)
  const key = order === 'waiting' ? 'submittedAt' : 'nameKey'
  const rows = await db
    .with('counted', (query) =>
      query
        .selectFrom(found.select(sql`1`.as('one')).limit(listedMax).as('some'))
        .select(({ fn }) => fn.countAll<string>().as('total')),
    )
    .with('page', () =>
      found
        .select([...listedColumns, 'nameKey'])
        .orderBy(key)
        .orderBy('id')
        .offset(offset)
        .limit(Math.max(0, Math.min(limit, listedMax - offset))),
    )
    .selectFrom('counted')
    .leftJoin('page', (join) => join.onTrue())
    .selectAll()
    .orderBy(key)
    .orderBy('id')
    .execute()
  return {
    items: rows.filter((row): row is typeof row & ListedRow => row.id !== null),
    total: Number(rows[0]?.total ?? 0),
  }
}

/** Lists a user's schools by name, with the time at which the user got access to each. */
export async function listReachableRows(db: Db, userId: string, asked: { page: number; pageSize: number }) {
  const { limit, offset } = rowsOfPage(asked)
  const ofUser = db
    .selectFrom('schoolAccess')
    .innerJoin('schools', 'schools.id', 'schoolId')
    .where('userId', '=', userId)
  const items = await ofUser
    .select([...listedColumns, 'schoolAccess.createdAt as accessSince'])
    .select(sql<string>`count(*) over ()`.as('total'))
    .orderBy('nameKey')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  if (items.length > 0 || offset === 0) return { items, total: Number(items[0]?.total ?? 0) }
  // A page beyond the end has no rows, so the total needs a second query.
  const counted = ofUser.select(({ fn }) => fn.countAll<string>().as('total'))
  return { items, total: Number((await counted.executeTakeFirstOrThrow()).total) }
}

/** Returns whether another school that the caller sees has this name and location. Rejected schools do not count. */
export async function isNameTaken(
  trx: Db,
  reach: Reach,
  {
    id,
    name,
    countryId,
    stateId,
  }: { id: string | null; name: string; countryId: string; stateId: string | null },
): Promise<boolean> {
  const twin = await trx
    .selectFrom('schools')
    .select('id')
    .where(isReached(reach))
    .where('countryId', '=', countryId)
    .where('nameKey', '=', sql<string>`school_name_key(${name})`)
    .where('stateId', 'is not distinct from', stateId)
    .where('status', '<>', 'rejected')
    .$if(id !== null, (query) => query.where('id', '<>', id ?? ''))
    .limit(1)
    .executeTakeFirst()
  return twin !== undefined
}

function isReached(reach: Reach) {
  return ({ exists, selectFrom, val }: ExpressionBuilder<Tables, 'schools'>) =>
    reach === 'all'
      ? val(true)
      : exists(
          selectFrom('schoolAccess')
            .select(sql`1`.as('one'))
            .whereRef('schoolAccess.schoolId', '=', 'schools.id')
            .where('schoolAccess.userId', '=', reach.userId),
        )
}

export function asListedSchool({
  id,
  name,
  type,
  board,
  countryId,
  stateId,
  status,
  logoId,
  submittedAt,
  createdAt,
}: ListedRow) {
  const logo = logoId && getSchoolLogo.path.replace(':id', logoId)
  return {
    ...{ id, name, type, board, countryId, stateId, status, logo },
    submittedAt: submittedAt.toISOString(),
    createdAt: createdAt.toISOString(),
  }
}

export function asSchool(row: SchoolRow): School {
  const {
    contactFirstName: firstName,
    contactLastName: lastName,
    contactEmail: email,
    contactPhone: phone,
  } = row
  const { address, website, statusReason, partsToCorrect, decidedAt, updatedAt } = row
  return {
    ...asListedSchool(row),
    address,
    website,
    contact: firstName === '' ? null : { firstName, lastName, email, phone },
    statusReason,
    partsToCorrect,
    decidedAt: decidedAt?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
  }
}
